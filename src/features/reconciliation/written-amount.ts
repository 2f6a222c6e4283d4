import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { Money } from '#shared/money.ts'

/** Blanks between groups of three, as spreadsheets write them: plain, hard, narrow, thin. */
const GROUPED_BY_BLANKS = /^\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?=$|[.,])/
/** Both characters together show which of them separates thousands. */
const GROUPED_BY_SIGNS = /^\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d{1,2}$/
const GROUPED = { point: /^\d{1,3}(?:,\d{3})+(?=$|\.)/, comma: /^\d{1,3}(?:\.\d{3})+(?=$|,)/ } as const
const PLAIN = /^(\d{1,12})(?:[.,](\d{1,4}))?$/

/** The sign before the decimals of a file, where it is known. */
export type DecimalSign = 'point' | 'comma' | 'either'

/**
 * '500', '500.00', '1 500', '1 500,50', '1,500.50'. A single separator before three digits ('1,500') means thousands in one country and
 * decimals in another: it is refused unless `sign` says which.
 */
export function readWrittenAmount(text: string, currency: string, sign: DecimalSign = 'either'): Money | null {
  const minor = readWrittenMinor(text, CURRENCY_EXPONENT[currency], sign)
  return minor !== null && minor > 0 ? { minor, currency } : null
}

/** In minor units, without a sign; null for what is no amount, or one that can be read in two ways. */
export function readWrittenMinor(text: string, exponent: number | undefined, sign: DecimalSign): number | null {
  if (exponent === undefined) return null
  const tight = text.replace(GROUPED_BY_BLANKS, (group) => group.replaceAll(/\D/g, ''))
  const [, whole, decimals = ''] = PLAIN.exec(ungrouped(tight, sign)) ?? []
  if (whole === undefined || (sign === 'either' && decimals.length > 2)) return null
  if (/[1-9]/.test(decimals.slice(exponent))) return null
  return Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
}

function ungrouped(text: string, sign: DecimalSign): string {
  if (sign === 'either') return GROUPED_BY_SIGNS.test(text) ? text.replaceAll(/[.,](?=.*[.,])/g, '') : text
  const plain = text.replace(GROUPED[sign], (group) => group.replaceAll(/\D/g, ''))
  const other = sign === 'point' ? ',' : '.'
  return plain.includes(other) ? '' : plain
}
