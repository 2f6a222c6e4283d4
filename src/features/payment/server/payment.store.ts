import { sql, type Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import type { Tables } from '#server/tables.ts'
import type { Notice } from '#payment-connectors/payment-connector.ts'
import type { KeptNotice, PaymentStore } from '../engine/payment-ports.ts'
import { nextWorkAt } from '../engine/plan-work.ts'
import type { Change, Order, PaymentState, Quote } from '../engine/records.ts'
import {
  attemptColumns,
  attemptOf,
  eventColumns,
  newAttemptColumns,
  newRefundColumns,
  orderColumns,
  orderOf,
  refundColumns,
  refundOf,
  type AttemptRow,
  type OrderRow,
  type RefundRow,
} from './payment-rows.ts'

/** What the portal keeps about an order besides what the engine needs. */
export type OrderExtras = {
  visitId: Buffer
  queryData: object
  language: 'fr' | 'en'
  purchaseId: string
  /** HUB-4: what the next attempt asks for instead of the price. */
  quote: KeptQuote | null
}

/** A rate is held for as long as its quote is good. */
export type KeptQuote = Quote & { until: string }

export type PostgresPaymentStore = Omit<PaymentStore, 'keepNotice' | 'createOrder'> & {
  createOrder(
    order: Order,
    intent: { clientKey: string; requestHash: string },
    extras: Omit<OrderExtras, 'purchaseId'>,
  ): Promise<{ orderId: string; isSameRequest: boolean }>
  /** The raw bytes are kept with it, for whoever has to understand it later. */
  keepNotice(connector: string, notice: Notice, body: Buffer): Promise<boolean>
  readExtras(orderId: string): Promise<OrderExtras | null>
  /** The address typed last, for the receipt of whoever is paid next. */
  setEmail(orderId: string, email: string): Promise<void>
  /** The currency agreed to last. */
  setQuote(orderId: string, quote: KeptQuote | null): Promise<void>
}

type Place = { db: Database; clock: Clock }

/** Payments in PostgreSQL. Every change locks the order first, so that two observations of it follow one another. */
export function openPaymentStore({
  db,
  clock,
  onChange,
}: Place & { onChange: (orderId: string, nextWorkAt: Date | null) => void }): PostgresPaymentStore {
  const place = { db, clock }
  return {
    async change(orderId, decide) {
      const outcome = await changeOrder(place, orderId, decide)
      if (outcome) onChange(orderId, outcome.next)
      return outcome?.result ?? null
    },
    createOrder: (order, intent, extras) => createOrder(db, order, intent, extras),
    read: (orderId) => readState(db, orderId, { isLocked: false }),
    async readExtras(orderId) {
      const row = await db
        .selectFrom('pay_order')
        .select(['visit_id', 'query_data', 'language', 'client_key', 'quote'])
        .where('id', '=', orderId)
        .executeTakeFirst()
      if (!row) return null
      const { visit_id: visitId, query_data: queryData, client_key: purchaseId } = row
      return { visitId, queryData, purchaseId, language: row.language === 'en' ? 'en' : 'fr', quote: row.quote as KeptQuote | null }
    },
    async setQuote(orderId, quote) {
      await db
        .updateTable('pay_order')
        .set({ quote: quote && JSON.stringify(quote) })
        .where('id', '=', orderId)
        .execute()
    },
    async setEmail(orderId, email) {
      await sql`update pay_order set query_data = jsonb_set(query_data, '{emailId}', to_jsonb(${email}::text)) where id = ${orderId}`.execute(
        db,
      )
    },
    async findOrder(connector, { by, value }) {
      const name = by === 'ref' ? 'ref' : 'provider_ref'
      const row = await db
        .selectFrom('pay_attempt')
        .select(['id', 'order_id'])
        .where('connector', '=', connector)
        .where(name, '=', value)
        .executeTakeFirst()
      return row ? { orderId: row.order_id, attemptId: row.id } : null
    },
    keepNotice: (connector, notice, body) => keepNotice(place, connector, notice, body),
    openNotices: (limit) => openNotices(place, limit),
    async closeNotice(id) {
      await db.updateTable('pay_notice').set({ done_at: clock.now() }).where('id', '=', Number(id)).execute()
    },
    async dueOrders(now, limit) {
      const rows = await db
        .selectFrom('pay_order')
        .select('id')
        .where('next_work_at', '<=', now)
        .orderBy('next_work_at')
        .limit(limit)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}

/** One transaction: lock, read, decide by a pure function, write what changed. No call to the outside happens in here. */
async function changeOrder<Result>({ db, clock }: Place, orderId: string, decide: (state: PaymentState) => Change & { result: Result }) {
  return db.transaction().execute(async (tx) => {
    const before = await readState(tx, orderId, { isLocked: true })
    if (!before) return null
    const { state, events, result } = decide(before)
    const now = clock.now()
    const next = nextWorkAt(state, now)
    if (state !== before) await writeState(tx, before, state, { now, next })
    if (events.length > 0)
      await tx
        .insertInto('pay_event')
        .values(events.map((event) => eventColumns(event, orderId, now)))
        .execute()
    return { result, next }
  })
}

/** The unique client key decides: of two calls with the same one, both get the first one's order. */
async function createOrder(
  db: Database,
  order: Order,
  intent: { clientKey: string; requestHash: string },
  extras: Omit<OrderExtras, 'purchaseId'>,
) {
  await db
    .insertInto('pay_order')
    .values({
      id: order.id,
      reference: order.reference,
      client_key: intent.clientKey,
      request_hash: intent.requestHash,
      visit_id: extras.visitId,
      query_data: JSON.stringify(extras.queryData),
      delivery: JSON.stringify(order.delivery),
      language: extras.language,
      amount_minor: order.amount.minor,
      currency: order.amount.currency,
      wanted_until: order.wantedUntil,
      created_at: order.createdAt,
      next_work_at: null,
      quote: extras.quote && JSON.stringify(extras.quote),
      ...orderColumns(order),
    })
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .execute()
  const stored = await db
    .selectFrom('pay_order')
    .select(['id', 'request_hash'])
    .where('client_key', '=', intent.clientKey)
    .executeTakeFirstOrThrow()
  return { orderId: stored.id, isSameRequest: stored.request_hash === intent.requestHash }
}

async function keepNotice({ db, clock }: Place, connector: string, notice: Notice, body: Buffer): Promise<boolean> {
  const kept = await db
    .insertInto('pay_notice')
    .values({ connector, dedupe_key: notice.dedupeKey, notice: JSON.stringify(notice), body, received_at: clock.now(), done_at: null })
    .onConflict((conflict) => conflict.columns(['connector', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}

/** Those not looked at for longest come first, so that notices nobody can place yet never stand in the way of others. */
async function openNotices({ db, clock }: Place, limit: number): Promise<KeptNotice[]> {
  const { rows } = await sql<NoticeRow>`
    update pay_notice set looked_at = ${clock.now()} where id in (
      select id from pay_notice where done_at is null order by looked_at nulls first, id limit ${limit} for update skip locked)
    returning id, connector, notice, received_at`.execute(db)
  return rows
    .toSorted((first, second) => first.id - second.id)
    .map((row) => ({ id: String(row.id), connector: row.connector, notice: row.notice, receivedAt: row.received_at }))
}

type NoticeRow = { id: number; connector: AttemptRow['connector']; notice: Notice; received_at: Date }

async function readState(
  db: Database | Transaction<Tables>,
  orderId: string,
  { isLocked }: { isLocked: boolean },
): Promise<PaymentState | null> {
  const query = db.selectFrom('pay_order').selectAll().where('id', '=', orderId)
  const order = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (!order) return null
  const attempts = await db.selectFrom('pay_attempt').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
  const refunds = await db.selectFrom('pay_refund').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute()
  const known = orderOf(order as unknown as OrderRow)
  return {
    order: known,
    attempts: attempts.map((row) => attemptOf(row as unknown as AttemptRow, known.amount)),
    refunds: refunds.map((row) => refundOf(row as unknown as RefundRow)),
  }
}

/** Writes what changed and nothing else; records are never changed in place, so identity tells. */
async function writeState(
  tx: Transaction<Tables>,
  before: PaymentState,
  after: PaymentState,
  { now, next }: { now: Date; next: Date | null },
): Promise<void> {
  const orderId = before.order.id
  for (const [position, attempt] of after.attempts.entries()) {
    const known = before.attempts.find((each) => each.id === attempt.id)
    if (!known)
      await tx
        .insertInto('pay_attempt')
        .values(newAttemptColumns(attempt, orderId, position))
        .execute()
    else if (known !== attempt) await tx.updateTable('pay_attempt').set(attemptColumns(attempt)).where('id', '=', attempt.id).execute()
  }
  for (const refund of after.refunds) {
    const known = before.refunds.find((each) => each.id === refund.id)
    if (!known)
      await tx
        .insertInto('pay_refund')
        .values(newRefundColumns(refund, orderId, now))
        .execute()
    else if (known !== refund) await tx.updateTable('pay_refund').set(refundColumns(refund)).where('id', '=', refund.id).execute()
  }
  await tx
    .updateTable('pay_order')
    .set({ ...orderColumns(after.order), next_work_at: next })
    .where('id', '=', orderId)
    .execute()
}
