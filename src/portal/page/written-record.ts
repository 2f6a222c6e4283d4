import type { LanguageMarks, PageRecord } from '#shared/operator-record.ts'

type Country = PageRecord['country']

/** The record as pages carry it: its field names would be more than 100 bytes of every page. */
export type WrittenRecord = readonly [
  slug: string,
  code: string,
  dialCode: string,
  trunkPrefix: string,
  numberGroups: Country['numberGroups'],
  timeZone: string,
  prices: string,
  currencies: readonly (readonly [code: string, exponent: number, full: string, short: string])[],
  tag: string,
  locale: string,
  thousands: string,
  decimal: LanguageMarks['decimal'],
]

export function readRecord(written: WrittenRecord): PageRecord {
  const [slug, code, dialCode, trunkPrefix, numberGroups, timeZone, prices, currencies, tag, locale, thousands, decimal] = written
  return {
    brand: { slug },
    country: { code, dialCode, trunkPrefix, numberGroups, timeZone },
    money: {
      prices,
      currencies: currencies.map(([currency, exponent, full, short]) => ({
        code: currency,
        exponent,
        full: { [tag]: full },
        short: { [tag]: short },
      })),
    },
    languages: [{ tag, locale, thousands, decimal }],
  }
}
