import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'

/** HUB-4: '1 XOF = 0,00163265 USD'. */
export function shownRate(
  { price, rate, currencyCode }: { price: string; rate: string; currencyCode: string },
  language: Language,
): string {
  return `1\u00a0${price} = ${formatNumber(Number(rate), language, { most: 8 })}\u00a0${currencyCode}`
}
