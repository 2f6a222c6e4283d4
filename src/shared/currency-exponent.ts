/** ISO 4217 exponents of the currencies we know. */
export const CURRENCY_EXPONENT: Readonly<Record<string, number>> = { XOF: 0, USD: 2, CDF: 2, NGN: 2, KES: 2, GHS: 2, ZAR: 2 }

/** Null for a currency that is not in the table: its amounts cannot be read or shown in units. */
export function exponentOf(currency: string): number | null {
  return CURRENCY_EXPONENT[currency] ?? null
}
