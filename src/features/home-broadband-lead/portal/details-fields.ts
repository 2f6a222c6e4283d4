import type { FormSchema } from '#features/site-content/form-schema.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { formText } from '#portal/page/form-text.ts'
import type { PostedForm } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

/** Longer than any field allows, so that a long value gets an error message and only an absurd one is cut. */
const MAX_CHARACTERS = 600

/** Reads the fields of the schema from the form, and no others. */
export function typedDetails({ fields }: FormSchema, form: PostedForm): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, formText(form, name).slice(0, MAX_CHARACTERS)]))
}

export const detailsTexts = (texts: ContentPackages['hbb-lead-translation']) =>
  pickTexts(texts, ['placeOnMap', 'honeypot', 'checkingNumber', 'goodNumber', 'invalidNumber'])
export type DetailsTexts = ReturnType<typeof detailsTexts>
