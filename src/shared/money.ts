import { formatNumber } from './format-number.ts'
import type { Language } from './language.ts'

/** Whole CFA francs. XOF has no minor unit (ISO 4217 exponent 0), so an amount is an integer and never a fraction. */
export type Xof = number & { readonly __unit: 'XOF' }

export const MAX_XOF = 1_000_000_000

export function isXof(value: number): value is Xof {
  return Number.isSafeInteger(value) && value >= 0 && value <= MAX_XOF
}

export function xof(value: number): Xof {
  if (!isXof(value)) throw new RangeError(`${value} is not a whole amount of francs`)
  return value
}

/** Groups of three behind commas, as the English field shows them: francs have no cents, let alone thousandths. */
const ENGLISH_GROUPS = /^\d{1,3}(,\d{3})+$/

/** Reads typed input: ASCII digits, with the spaces or commas people write between thousands. */
export function parseXof(text: string): Xof | null {
  const tight = text.replace(/[\s\u00a0\u202f]/g, '')
  const digits = ENGLISH_GROUPS.test(tight) ? tight.replaceAll(',', '') : tight
  if (!/^\d{1,10}$/.test(digits)) return null
  const value = Number(digits)
  return isXof(value) ? value : null
}

/** '1 000' in French, '1,000' in English. */
export function formatAmount(amount: Xof, language: Language): string {
  return formatNumber(amount, language)
}

/** As on buttons: '1 000 F', '1,000 F'. */
export function formatFrancs(amount: Xof, language: Language): string {
  return `${formatAmount(amount, language)}\u00a0F`
}

/** With its currency: '1 000 F CFA' in French, 'XOF 1,000' in English. */
export function formatXof(amount: Xof, language: Language): string {
  const figure = formatAmount(amount, language)
  return language === 'en' ? `XOF\u00a0${figure}` : `${figure}\u00a0F\u00a0CFA`
}
