import { LOCALES, type Language } from './language.ts'

/** An amount in units as people write them, in a currency that is not the country's own. */
export type ForeignMoney = { currencyCode: string; amount: number }

/** '1,64 USD' in French, 'USD 1.64' in English; no-break spaces keep it on one line. */
export function formatForeign({ currencyCode, amount }: ForeignMoney, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: currencyCode, currencyDisplay: 'code' }).format(amount)
}
