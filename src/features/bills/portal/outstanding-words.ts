import type { Language } from '#shared/language.ts'
import { formatExact, formatMoney, nearest } from '#shared/money.ts'
import { hasFraction } from '../rules.ts'

/** An amount as billed: with its fraction where it has one, as money otherwise. */
export function formatOutstanding(outstanding: number, language: Language, currency?: string): string {
  return hasFraction(outstanding) ? formatExact(outstanding, language, currency) : formatMoney(nearest(outstanding, currency), language)
}
