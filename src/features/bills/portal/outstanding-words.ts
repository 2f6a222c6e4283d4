import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import { formatXof, xof } from '#shared/money.ts'
import { hasFraction } from '../rules.ts'

/** An amount as billed: with its fraction where it has one, as money otherwise. */
export function formatOutstanding(outstanding: number, language: Language): string {
  if (!hasFraction(outstanding)) return formatXof(xof(Math.round(outstanding)), language)
  const figure = formatNumber(outstanding, language, { least: 2, most: 2 })
  return language === 'en' ? `XOF\u00a0${figure}` : `${figure}\u00a0F\u00a0CFA`
}
