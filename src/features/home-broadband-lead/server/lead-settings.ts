import type { FormSchema } from '#features/dynamic-form/contract.ts'
import { ordered } from '#features/dynamic-form/rules.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { xof, type Xof } from '#shared/money.ts'
import type { City } from '../contract.ts'

/** What the operator's editors decide about requests. */
export type LeadSettings = {
  cities(): Promise<City[]>
  /** FORM-1: by rank; the towns of a choice without options of its own are those of the city list. */
  form(language: Language): Promise<FormSchema>
  connectionFee(): Promise<Xof>
  consentVersion(): Promise<string>
}

export function openLeadSettings(content: SiteContent): LeadSettings {
  /** Flags and figures are the same in every language: one file decides them. */
  const cities = async () => (await content.read('city-config', DEFAULT_LANGUAGE)).data as City[]
  const config = async () => (await content.read('hbb-lead-config', DEFAULT_LANGUAGE)) as { connectionFee: number; consentVersion: string }
  return {
    cities,
    async form(language) {
      const schema = ordered((await content.read('hbb-lead-form', language)) as FormSchema)
      const towns = (await cities()).map(({ cityName }) => cityName)
      return {
        ...schema,
        fields: schema.fields.map((field) => (field.name === 'town' && !field.options?.length ? { ...field, options: towns } : field)),
      }
    },
    connectionFee: async () => xof((await config()).connectionFee),
    consentVersion: async () => (await config()).consentVersion,
  }
}
