import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { FormField } from '#features/site-content/form-schema.ts'
import type { FieldProblem } from '../contract.ts'

export type FormTexts = ContentPackages['form-translation']

/** FORM-2, FORM-3. The label of a checkbox is a sentence, so 'is required' cannot follow it. */
export function problemWords(field: FormField, problem: FieldProblem | undefined | null, texts: FormTexts): string | undefined {
  const { label, errorMessage, minLength = 0, maxLength = 0 } = field
  switch (problem) {
    case undefined:
    case null:
      return undefined
    case 'required':
      return field.type === 'checkbox' ? texts.mustTick : fillText(texts.required, { label })
    case 'too-short':
      return errorMessage ?? fillText(texts.tooShort, { label, count: minLength })
    case 'too-long':
      return fillText(texts.tooLong, { label, count: maxLength })
    case 'invalid':
      return errorMessage ?? fillText(texts.invalid, { label })
    case 'no-address':
      return texts.invalidAddress
    case 'no-landmark':
      return texts.invalidLandmark
  }
}
