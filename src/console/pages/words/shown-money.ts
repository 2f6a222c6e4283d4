import { formatShort, type Money } from '#shared/money.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { formatList } from '../../frame/format.ts'

/** '5 000 F'; amounts of several currencies one after another, none as a dash. */
export function shownMoney(amounts: readonly Money[], language: ConsoleLanguage): string {
  const shown = amounts.filter(({ minor }) => minor !== 0).map((amount) => formatShort(amount, language))
  return shown.length === 0 ? '—' : formatList(shown, language)
}

export function shownAmount(amount: Money, language: ConsoleLanguage): string {
  // A gap may be negative, which no amount is.
  return amount.minor < 0 ? `−${formatShort({ ...amount, minor: -amount.minor }, language)}` : formatShort(amount, language)
}
