import { DIFFERENCE_NAMES, type DifferenceName } from '#features/payment/server/reconciliation/compare-lines.ts'
import type { StoredDifference } from '#features/reconciliation/server/days.ts'
import type { Money } from '#shared/money.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { dayTexts } from './day-texts.ts'

/** The differences of a day as the page groups them. */
export const GROUPS = {
  'unknown-here': ['unknown-here'],
  'missing-there': ['missing-there'],
  'another-amount': ['another-amount'],
  'other-state': ['done-there-only', 'done-here-only', 'returned-there-only'],
  'twice-there': ['twice-there'],
} as const satisfies Record<string, readonly DifferenceName[]>
export type Group = keyof typeof GROUPS

export const GROUP_NAMES = Object.keys(GROUPS).filter((name): name is Group => name in GROUPS)

export function isGroup(word: string): word is Group {
  return Object.hasOwn(GROUPS, word)
}

export function isDifferenceName(word: string): word is DifferenceName {
  return DIFFERENCE_NAMES.some((name) => name === word)
}

export function differenceTitle(name: DifferenceName, language: ConsoleLanguage): string {
  return dayTexts(language)[`name_${name}`]
}

export function whatPortalDoes(name: DifferenceName, language: ConsoleLanguage): string {
  return dayTexts(language)[`does_${name}`]
}

/** The statement's side minus the ledger's; null where they are in two currencies. */
export function gapOf({ name, there, here }: Pick<StoredDifference, 'name' | 'there' | 'here'>): Money | null {
  const value = (side: StoredDifference['there']) => (side?.state === 'done' ? side.minor : 0)
  const currency = there?.currency ?? here?.currency ?? ''
  if (name === 'twice-there') return { minor: value(there), currency }
  if (there && here && there.currency !== here.currency) return null
  return { minor: value(there) - value(here), currency }
}
