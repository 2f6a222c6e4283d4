import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { reconcileStatement, type Statement, type StatementLine } from './reconcile-statement.ts'
import { createPaymentStore } from '../orders/payment.store.ts'
import { DELIVERIES, waysOf } from './statement-sources.ts'

type Place = { db: Database; clock: Clock }

export type UnmatchedPayment = {
  source: string
  reference: string
  amount_minor: number
  currency: string
  found_at: Date
  heard_at: Date | null
  ended_at: Date | null
  ended_as: string | null
  ended_by: string | null
  note: string | null
}

/** How a person ends one: refunded at the provider, delivered all the same, or written off. */
export const FOUND_ENDINGS = ['refunded', 'delivered', 'written-off'] as const
export type FoundEnding = (typeof FOUND_ENDINGS)[number]

export type TakenUp = {
  /** Lines missing from the ledger that are in review from now on. */
  taken: string[]
  /** Imported before. */
  known: string[]
  /** Refunded at the provider: no review. */
  returned: string[]
  /** Delivered orders of the ledger whose payment it does not contain: they go to review too. */
  unpaid: string[]
  /** Under references that we did not create: another shop of the same account. */
  foreign: string[]
}

/** References of attempts at providers, and of orders at the operator, as `new-order.ts` makes them. */
const OURS = { provider: /^[A-HJ-NP-Z2-9]{12}$/, operator: /^G[A-HJ-NP-Z2-9]{12}$/ }

/**
 * F44: imports the payments of a statement that the ledger does not contain. Their orders are lost, so it is unknown what to deliver: each
 * becomes a row for review, and nothing else. A statement may be imported again.
 */
export async function importUnmatchedPayments(place: Place, statement: Statement): Promise<TakenUp> {
  const { db, clock } = place
  const unknown = await unknownHere(place, statement)
  const isOurs = statement.of === DELIVERIES ? OURS.operator : OURS.provider
  const lines = statement.lines.filter(({ reference, state }) => unknown.has(reference) && state !== 'not-done')
  const ours = Map.groupBy(
    lines.filter(({ reference }) => isOurs.test(reference)),
    ({ reference }) => reference,
  )
  const unpaid = statement.of === DELIVERIES ? await callForUnpaid(place, statement.lines) : []
  const found: TakenUp = { taken: [], known: [], returned: [], unpaid, foreign: [...unknown].filter((each) => !isOurs.test(each)) }
  for (const [reference, movements] of ours) {
    const now = clock.now()
    const isNew = await keep(db, statement.of, movements, now)
    const isReturned = movements.some(({ state }) => state === 'returned')
    if (isReturned) await end(db, { source: statement.of, reference, as: 'returned', by: 'statement', note: null, now })
    found[isReturned ? 'returned' : isNew ? 'taken' : 'known'].push(reference)
  }
  await markWebhooksDone(db, statement.of, [...ours.keys()], clock.now())
  return found
}

/** The operator's balance names a refund by its own reference, which the ledger stores in another table. */
async function unknownHere(place: Place, statement: Statement): Promise<Set<string>> {
  const { differences } = await reconcileStatement(place, statement)
  const references = differences.flatMap(({ name, reference }) => (name === 'unknown-here' ? [reference] : []))
  const refunds = await place.db
    .selectFrom('pay_refund')
    .select('ref')
    .where(sql<boolean>`ref = any(${references})`)
    .execute()
  const known = new Set(refunds.map(({ ref }) => ref))
  return new Set(references.filter((reference) => !known.has(reference)))
}

/** The attempt that paid for it was lost with the restore, so it cannot be queried: the order goes to review. */
async function callForUnpaid({ db, clock }: Place, lines: readonly StatementLine[]): Promise<string[]> {
  const delivered = lines.flatMap(({ reference, state }) => (state === 'done' ? [reference] : []))
  const { rows } = await sql<{ id: string; reference: string }>`
    select o.id, o.reference from pay_order o
    where o.reference = any(${delivered}) and o.restored_at is not null and o.fulfilment = 'NONE' and o.review is null
      and not exists (select from pay_attempt a where a.order_id = o.id and a.paid_minor is not null)`.execute(db)
  const store = createPaymentStore({ db, clock, onChange: () => {} })
  for (const { id } of rows)
    await store.change(id, (state) => ({
      state: { ...state, order: { ...state.order, review: state.order.review ?? 'payment-lost' } },
      events: [
        {
          kind: 'payment-lost',
          source: 'person',
          attemptId: null,
          from: null,
          to: null,
          code: 'delivered there',
          amount: state.order.amount,
        },
      ],
      result: null,
    }))
  return rows.map(({ reference }) => reference)
}

async function keep(db: Database, source: string, [line]: readonly StatementLine[], now: Date): Promise<boolean> {
  if (!line) return false
  const { minor, currency } = line.amount
  const row = await db
    .insertInto('pay_found')
    .values({ source, reference: line.reference, amount_minor: minor, currency, found_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes webhooks about them, because their order does not come back; the row records when the last one came. */
async function markWebhooksDone(db: Database, source: string, references: readonly string[], now: Date): Promise<void> {
  if (references.length === 0) return
  await sql`
    with heard as (
      update pay_notice set done_at = ${now} where connector = any(${waysOf(source)}) and reference = any(${[...references]}) and done_at is null
      returning id, reference, received_at
    ), settled as (
      delete from work_trouble where kind = 'notice' and item in (select id::text from heard)
    )
    update pay_found f set heard_at = greatest(f.heard_at, h.received_at)
    from (select reference, max(received_at) as received_at from heard group by reference) h
    where f.source = ${source} and f.reference = h.reference`.execute(db)
}

type Ended = { source: string; reference: string; as: FoundEnding | 'returned'; by: string; note: string | null; now: Date }

async function end(db: Database, { source, reference, as, by, note, now }: Ended): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pay_found')
    .set({ ended_at: now, ended_as: as, ended_by: by, note })
    .where('source', '=', source)
    .where('reference', '=', reference)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findFound(db: Database, reference: string): Promise<UnmatchedPayment[]> {
  return db.selectFrom('pay_found').selectAll().where('reference', '=', reference).execute()
}

export async function listUnmatched(db: Database, limit: number): Promise<UnmatchedPayment[]> {
  return db.selectFrom('pay_found').selectAll().where('ended_at', 'is', null).orderBy('found_at').limit(limit).execute()
}

/** A person records how it ended; the money was moved by hand before. False without an open row under this reference. */
export async function endFound(
  { db, clock }: Place,
  { reference, as, by, note }: { reference: string; as: FoundEnding; by: string; note: string },
): Promise<boolean> {
  const rows = await findFound(db, reference)
  let isEnded = false
  for (const { source } of rows) isEnded = (await end(db, { source, reference, as, by, note, now: clock.now() })) || isEnded
  return isEnded
}
