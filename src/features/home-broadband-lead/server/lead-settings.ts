import type { FormSchema } from '#features/site-content/form-schema.ts'
import { ordered } from '../form-rules.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { fromMajor, type Money } from '#shared/money.ts'
import type { City } from '../contract.ts'

/** The settings of requests in the operator's content. */
export type LeadSettings = {
  cities(): Promise<City[]>
  /** FORM-1: sorted by rank. A select without options of its own gets the towns of the city list. */
  form(language: Language): Promise<FormSchema>
  connectionFee(): Promise<Money>
  consentVersion(): Promise<string>
}

export function createLeadSettings(content: SiteContent): LeadSettings {
  /** Flags and numbers are the same in every language, so one file decides them. */
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
    connectionFee: async () => fromMajor((await config()).connectionFee),
    consentVersion: async () => (await config()).consentVersion,
  }
}
