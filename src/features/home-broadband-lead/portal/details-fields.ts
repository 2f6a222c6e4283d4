import type { FormSchema } from '#features/dynamic-form/contract.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { formText } from '#portal/page/form-text.ts'
import type { PostedForm } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

/** Longer than any field may be: what is too long is told so, and what is absurd is cut. */
const MOST_CHARACTERS = 600

/** What was typed into the fields of the schema, and nothing else. */
export function typedDetails({ fields }: FormSchema, form: PostedForm): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, formText(form, name).slice(0, MOST_CHARACTERS)]))
}

export const detailsTexts = (texts: ContentPackages['hbb-lead-translation']) =>
  pickTexts(texts, ['placeOnMap', 'honeypot', 'checkingNumber', 'goodNumber', 'invalidNumber'])
export type DetailsTexts = ReturnType<typeof detailsTexts>
