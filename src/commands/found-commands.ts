import { randomUUID } from 'node:crypto'
import { moneyText } from '#features/payment/server/currency/convert-money.ts'
import {
  findFound,
  FOUND_ENDINGS,
  listUnmatched,
  importUnmatchedPayments,
  type UnmatchedPayment,
} from '#features/payment/server/reconciliation/unmatched-payments.ts'
import { DELIVERIES } from '#features/payment/server/reconciliation/statement-sources.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { closeFound } from '#features/staff-acts/server/found-desk.ts'
import { shown } from './act-commands.ts'
import type { CommandResult } from './command.ts'
import { listed, LISTED_LIMIT } from './listed.ts'
import { actorOf } from './recorded.ts'
import { readStatement, type StatementFile } from './statement-file.ts'

/** F44: puts payments that are in a statement but not in the ledger into review. It moves no money. */
export async function importUnmatchedFile(open: () => Promise<Database>, file: StatementFile): Promise<CommandResult> {
  const statement = await readStatement(file)
  if ('problem' in statement) return { ok: false, message: `${statement.problem}\n`, exit: 'usage' }
  const { taken, known, returned, unpaid, foreign } = await importUnmatchedPayments({ db: await open(), clock: systemClock }, statement)
  const lines = [
    ...taken.map((reference) => `taken-up  ${reference}  ${statement.of}`),
    ...unpaid.map((reference) => `payment-lost  ${reference}  ${statement.of}`),
    ...foreign.map((reference) => `not-ours  ${reference}  ${statement.of}`),
    `${taken.length} taken up, ${known.length} known before, ${returned.length} given back there already, ${foreign.length} under references that are not ours.`,
  ]
  return { ok: true, message: `${lines.join('\n')}\n` }
}

/** Lines for `list`: unmatched payments in review. */
export async function listFound(db: Database): Promise<string[]> {
  return listed(await listUnmatched(db, LISTED_LIMIT), 'payments found in statements', (row) => `${foundLine(row)}: ${adviceOn(row)}`)
}

function foundLine({ reference, found_at, amount_minor, currency, source }: UnmatchedPayment): string {
  return `${reference}  ${found_at.toISOString()}  ${moneyText({ minor: amount_minor, currency }).padStart(13)}  found-at-${source}`
}

function adviceOn({ source }: UnmatchedPayment): string {
  return source === DELIVERIES
    ? 'delivered, and a restored backup lost the order: see who paid for it at the providers, then resolve as delivered'
    : 'paid, and a restored backup lost the order: give it back there unless it was delivered, then resolve as refunded or delivered'
}

/** Null when nothing was imported under this reference. */
export async function showFound(db: Database, reference: string): Promise<CommandResult | null> {
  const rows = await findFound(db, reference)
  if (rows.length === 0) return null
  const lines = rows.map((row) => {
    const heard = row.heard_at ? `; told again by its provider ${row.heard_at.toISOString()}` : ''
    const ended = row.ended_at ? `${row.ended_as} ${row.ended_at.toISOString()} by ${row.ended_by}: ${row.note ?? '-'}` : adviceOn(row)
    return `${foundLine(row)}\n${ended}${heard}\n`
  })
  return { ok: true, message: lines.join('') }
}

/** Null when nothing was imported under this reference. */
export async function resolveFound(
  db: Database,
  reference: string,
  { as: wanted, by, note, isEmergency }: { as: string; by: string; note: string; isEmergency: boolean },
): Promise<CommandResult | null> {
  if ((await findFound(db, reference)).length === 0) return null
  const as = FOUND_ENDINGS.find((each) => each === wanted)
  if (!as) return { ok: false, message: `What was taken up from a statement is resolved as ${FOUND_ENDINGS.join(', ')}.\n` }
  const asked = { staff: actorOf(by), key: randomUUID(), reference, as, note, isEmergency }
  const result = await closeFound({ db, clock: systemClock }, asked)
  if (result.kind === 'proposed') {
    const next = `npm run payments -- approve ${result.proposal} --by <another name>`
    return { ok: true, message: `${reference}: close-review as ${as} is proposed. Another person approves it: ${next}\n` }
  }
  return shown(result, `${reference} is resolved as ${as}.`)
}
