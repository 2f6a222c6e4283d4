import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import type { FormField } from '../contract.ts'
import type { FieldProblem } from '../rules.ts'

export type FormTexts = ContentPackages['form-translation']

/** FORM-2, FORM-3. A box to tick has a whole sentence for a label, which makes no sentence with 'is required'. */
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
