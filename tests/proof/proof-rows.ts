import { ABUSE } from './abuse-rows.ts'
import { LEDGER } from './ledger-rows.ts'
import { OWN } from './own-rows.ts'
import { PHONE_MENU } from './phone-menu-rows.ts'
import { FAULTS, INVARIANTS, SPECIFICATION_TRAPS } from './money-rows.ts'

/** Everything that must be shown to hold, in the order of the document. */
export const PARTS = {
  'What must hold of the money': INVARIANTS,
  'What may break': FAULTS,
  'What strangers try': ABUSE,
  'Where the specification invites a defect': SPECIFICATION_TRAPS,
  'What the specification asks for': LEDGER,
  'What the menu on phones promises': PHONE_MENU,
  'What we promise beyond': OWN,
} as const

export type RowId =
  | keyof typeof INVARIANTS
  | keyof typeof FAULTS
  | keyof typeof ABUSE
  | keyof typeof SPECIFICATION_TRAPS
  | keyof typeof LEDGER
  | keyof typeof PHONE_MENU
  | keyof typeof OWN

export type Row = { id: RowId; text: string }

export function rowsOf(part: Readonly<Record<string, string>>): Row[] {
  return Object.entries(part).map(([id, text]) => ({ id: id as RowId, text }))
}

export const ALL_ROWS: readonly Row[] = Object.values(PARTS).flatMap(rowsOf)

/** An id stands alone: F5 is not F53, 'abuse 8' is not 'abuse 80', and MM-1 is not in MM-12. */
export function carries(title: string, id: RowId): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}-])${id}(?![\\p{L}\\p{N}-])`, 'u').test(title)
}
