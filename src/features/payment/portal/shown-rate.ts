import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'

/** HUB-4: '1 USD = 612,5 XOF': one of the dearer currency, as rates are written on boards. */
export function shownRate(
  { price, rate, currencyCode }: { price: string; rate: string; currencyCode: string },
  language: Language,
): string {
  const inOwn = Number(rate)
  return inOwn < 1 ? equation(currencyCode, 1 / inOwn, price, language) : equation(price, inOwn, currencyCode, language)
}

function equation(unit: string, amount: number, currency: string, language: Language): string {
  return `1\u00a0${unit} = ${formatNumber(amount, language, { most: amount < 10 ? 4 : 2 })}\u00a0${currency}`
}
