import {
  endFound,
  findFound,
  FOUND_ENDINGS,
  openFound,
  takeUpStatement,
  type FoundPayment,
} from '#features/payment/server/found-payments.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { connectorIds } from '#shared/connector-table.ts'
import type { Outcome } from './command.ts'
import { readStatement, type StatementFile } from './restore-commands.ts'

/** F44: what a statement holds and the book does not lies before a person from now on. It moves no money. */
export async function takeUpFile(open: () => Promise<Database>, file: StatementFile): Promise<Outcome> {
  const sources: string[] = [...connectorIds(), 'operator']
  if (!sources.includes(file.of)) return { isGood: false, words: `Whose statement? One of: ${sources.join(', ')}\n` }
  const statement = readStatement(file)
  if ('problem' in statement) return { isGood: false, words: statement.problem }
  const { taken, known, returned, unpaid, foreign } = await takeUpStatement({ db: await open(), clock: systemClock }, statement)
  const lines = [
    ...taken.map((reference) => `taken-up  ${reference}  ${file.of}`),
    ...unpaid.map((reference) => `payment-lost  ${reference}  ${file.of}`),
    ...foreign.map((reference) => `not-ours  ${reference}  ${file.of}`),
    `${taken.length} taken up, ${known.length} known before, ${returned.length} given back there already, ${foreign.length} under references that are not ours.`,
  ]
  return { isGood: true, words: `${lines.join('\n')}\n` }
}

/** Lines for `list`: what a person has to settle. */
export async function listFound(db: Database): Promise<string[]> {
  return (await openFound(db)).map((row) => `${foundLine(row)}: ${adviceOn(row)}\n`)
}

function foundLine({ reference, found_at, amount_minor, currency, source }: FoundPayment): string {
  return `${reference}  ${found_at.toISOString()}  ${String(amount_minor).padStart(9)} ${currency}  found-at-${source}`
}

function adviceOn({ source }: FoundPayment): string {
  return source === 'operator'
    ? 'delivered, and a restored backup lost the order: see who paid for it at the providers, then resolve as delivered'
    : 'paid, and a restored backup lost the order: give it back there unless it was delivered, then resolve as refunded or delivered'
}

/** Null when nothing was taken up under this reference. */
export async function showFound(db: Database, reference: string): Promise<Outcome | null> {
  const rows = await findFound(db, reference)
  if (rows.length === 0) return null
  const lines = rows.map((row) => {
    const heard = row.heard_at ? `; told again by its provider ${row.heard_at.toISOString()}` : ''
    const ended = row.ended_at ? `${row.ended_as} ${row.ended_at.toISOString()} by ${row.ended_by}: ${row.note ?? '-'}` : adviceOn(row)
    return `${foundLine(row)}\n${ended}${heard}\n`
  })
  return { isGood: true, words: lines.join('') }
}

/** Null when nothing was taken up under this reference. */
export async function resolveFound(
  db: Database,
  reference: string,
  { as: wanted, by, note }: { as: string; by: string; note: string },
): Promise<Outcome | null> {
  if ((await findFound(db, reference)).length === 0) return null
  const as = FOUND_ENDINGS.find((each) => each === wanted)
  if (!as) return { isGood: false, words: `What was taken up from a statement is resolved as ${FOUND_ENDINGS.join(', ')}.\n` }
  const isEnded = await endFound({ db, clock: systemClock }, { reference, as, by, note })
  return isEnded
    ? { isGood: true, words: `${reference} is resolved as ${as}.\n` }
    : { isGood: false, words: 'This payment needs nobody: nothing was changed.\n' }
}
