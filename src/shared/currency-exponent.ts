import type { Language } from './language.ts'

/** ISO 4217 by exponent: all of Africa, and the common ones. People in Madagascar and Mauritania count in fifths; banks in hundredths. */
const CODES = {
  0: 'XOF XAF BIF DJF GNF JPY KMF KRW RWF UGX VND',
  2: 'AED AOA AUD BRL BWP CAD CDF CHF CNY CVE DZD EGP ERN ETB EUR GBP GHS GMD INR KES LRD LSL MAD MGA MRU MUR MWK MZN NAD NGN SAR SCR SDG SLE SOS SSP STN SZL TRY TZS USD ZAR ZMW',
  3: 'BHD JOD KWD LYD OMR TND',
}

/** The number of decimals of each currency we know. */
export const CURRENCY_EXPONENT: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(CODES).flatMap(([exponent, codes]) => codes.split(' ').map((code) => [code, Number(exponent)])),
)

/** Null for a currency that is not in the table: its amounts cannot be read or shown in units. */
export function exponentOf(currency: string): number | null {
  return Object.hasOwn(CURRENCY_EXPONENT, currency) ? (CURRENCY_EXPONENT[currency] ?? null) : null
}

/** Named by its code; an amount that is not in the table by its minor units, because no one knows what a unit is. */
export function wordsOf(currency: string, language: Language): string {
  const isFrench = language === 'fr'
  if (exponentOf(currency) === null) return isFrench ? `# unités mineures de ${currency}` : `# minor units of ${currency}`
  return isFrench ? `# ${currency}` : `${currency} #`
}
