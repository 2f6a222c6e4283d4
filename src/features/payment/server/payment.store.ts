import { CompiledQuery, sql } from 'kysely'
import type { Language } from '#shared/language.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { isAboutPayment } from '#outbound/work-under-way.ts'
import { clearFailures, noteFailure } from '#server/jobs/work-troubles.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { Notice } from '#payment-connectors/payment-connector.ts'
import { noteLeft, readLeft, type LeftBy } from './left-pages.store.ts'
import { ReceiptUsed, type DueOrder, type PaymentStore } from '../engine/payment-ports.ts'
import { createOrderChanger, type KeptOrder, type OrderKeeper } from '../engine/change-order.ts'
import type { Change, Order, PaymentEvent, PaymentState, Quote } from '../engine/records.ts'
import { purchaseIdIn } from './order-keys.ts'
import { keepNotice, openNotices, type ArrivedNotice, type NoticeKeeping } from './notice.store.ts'
import {
  attemptColumns,
  attemptOf,
  deliveryColumn,
  eventColumns,
  orderChanges,
  orderColumns,
  orderOf,
  refundColumns,
  refundOf,
  type AttemptRow,
  type OrderRow,
  type RefundRow,
} from './payment-rows.ts'
import { READ_ORDER, WRITE_CHANGE } from './payment-statements.ts'

/** What the portal keeps about an order besides what the engine needs. */
export type OrderExtras = {
  visitId: Buffer
  queryData: QueryData
  language: Language
  purchaseId: string
  /** The address of ours at which the payer began; null for orders of before it was kept. */
  origin: string | null
  /** HUB-4: what the next attempt asks for instead of the price. */
  quote: KeptQuote | null
}

/** A rate is held for as long as its quote is good. */
export type KeptQuote = Quote & { until: string }

export type PostgresPaymentStore = PaymentStore & {
  /** One order per client key: the second call answers the first one's id. */
  createOrder(
    order: Order,
    intent: { clientKey: string; requestHash: string },
    extras: Omit<OrderExtras, 'purchaseId'>,
  ): Promise<{ orderId: string; isNew: boolean; isSameRequest: boolean; isOfThisVisit: boolean }>
  keepNotice(arrived: ArrivedNotice): Promise<NoticeKeeping>
  readWithExtras(orderId: string): Promise<{ state: PaymentState; extras: OrderExtras } | null>
  /** The order that a visit has for a purchase, by the keys it may have. */
  findOrderOf(clientKeys: readonly string[], visitId: Buffer): Promise<string | null>
  /** All orders of a visit for purchases, by their keys. */
  findOrdersOf(clientKeys: readonly string[], visitId: Buffer): Promise<{ orderId: string; purchaseId: string }[]>
  /** Whether money came for the order of a purchase's own visit. */
  isPurchasePaid(purchaseId: string): Promise<boolean>
  /** The address typed last, for the receipt of whoever is paid next. */
  setEmail(orderId: string, email: string): Promise<void>
  /** The language of the SMS that are still to come. */
  changeLanguage(orderId: string, language: Language): Promise<void>
  /** CARD-4: the payer came back from the gateway's page. Nothing about money follows from it. */
  noteLeft(attemptId: string, by: LeftBy): Promise<void>
  /** How the payer left the page of an attempt that is still open; null while it may be in front of somebody. */
  readLeft(attemptId: string): Promise<LeftBy | null>
  /** The currency agreed to last. */
  setQuote(orderId: string, quote: KeptQuote | null): Promise<void>
}

type Place = { db: Database; clock: Clock }
type OnEvents = (events: readonly PaymentEvent[], state: PaymentState) => void

/** Payments in PostgreSQL. Of two changes decided at the same time one is written; the other is decided again. */
export function openPaymentStore({
  db,
  clock,
  onChange,
  onEvents,
}: Place & {
  onChange: (orderId: string, nextWorkAt: Date | null) => void
  /** Told of every line of the book that this process wrote, and how the payment stands after it. */
  onEvents?: OnEvents
}): PostgresPaymentStore {
  const place = { db, clock }
  const changeOrder = createOrderChanger({ read: (orderId) => readOrder(db, orderId), write: writingChanges(db, onEvents) }, () =>
    clock.now(),
  )
  return {
    async change(orderId, decide) {
      const outcome = await changeOrder(orderId, (state) => {
        isAboutPayment(state.order.reference)
        return decide(state)
      })
      if (outcome) onChange(orderId, outcome.next)
      return outcome?.result ?? null
    },
    createOrder: (order, intent, extras) => createOrder(db, order, intent, extras),
    read: async (orderId) => (await readOrder(db, orderId))?.state ?? null,
    readWithExtras: (orderId) => readOrder(db, orderId),
    findOrderOf: async (clientKeys, visitId) => (await findOrders(db, clientKeys, visitId))[0]?.orderId ?? null,
    findOrdersOf: (clientKeys, visitId) => findOrders(db, clientKeys, visitId),
    isPurchasePaid: (purchaseId) => isPurchasePaid(db, purchaseId),
    noteLeft: (attemptId, by) => noteLeft(db, attemptId, by),
    readLeft: (attemptId) => readLeft(db, attemptId),
    async setQuote(orderId, quote) {
      await db
        .updateTable('pay_order')
        .set({ quote: quote && JSON.stringify(quote) })
        .where('id', '=', orderId)
        .execute()
    },
    async changeLanguage(orderId, language) {
      await db.updateTable('pay_order').set({ language }).where('id', '=', orderId).execute()
    },
    async setEmail(orderId, email) {
      await sql`update pay_order set query_data = jsonb_set(query_data, '{emailId}', to_jsonb(${email}::text)) where id = ${orderId}`.execute(
        db,
      )
    },
    findOrder: (connector, attempt) => findOrder(db, connector, attempt),
    keepNotice: (arrived) => keepNotice(db, arrived, clock.now()),
    openNotices: (limit) => openNotices(place, limit),
    async closeNotice(id) {
      await db.updateTable('pay_notice').set({ done_at: clock.now() }).where('id', '=', Number(id)).execute()
    },
    async dueOrders(limit) {
      const { rows } = await sql<DueOrder>`
        select o.id as "orderId", t.item is not null as "hasFailed"
        from pay_order o left join work_trouble t on t.kind = 'order' and t.item = o.id
        where o.next_work_at <= ${clock.now()} and (t.item is null or t.until <= ${clock.now()})
        order by o.next_work_at limit ${limit}`.execute(db)
      return rows
    },
    noteFailure: ({ kind, id }, reason) => noteFailure({ db, clock }, { kind, item: id }, reason),
    clearFailures: ({ kind, id }) => clearFailures(db, { kind, item: id }),
  }
}

function writingChanges(db: Database, onEvents?: OnEvents): OrderKeeper['write'] {
  return async (before, change, times) => {
    const isWritten = await writeChange(db, before, change, times)
    if (isWritten) onEvents?.(change.events, change.state)
    return isWritten
  }
}

async function findOrders(db: Database, clientKeys: readonly string[], visitId: Buffer) {
  const rows = await db
    .selectFrom('pay_order')
    .select(['id', 'client_key'])
    .where('client_key', 'in', clientKeys)
    .where('visit_id', '=', visitId)
    .execute()
  return rows.map(({ id, client_key: clientKey }) => ({ orderId: id, purchaseId: purchaseIdIn(clientKey) }))
}

async function isPurchasePaid(db: Database, purchaseId: string): Promise<boolean> {
  const row = await db.selectFrom('pay_order').select('paid_at').where('client_key', '=', purchaseId).executeTakeFirst()
  return row !== undefined && row.paid_at !== null
}

/** The order of an attempt that a provider names. */
async function findOrder(db: Database, connector: AttemptRow['connector'], { by, value }: Notice['attempt']) {
  const row = await db
    .selectFrom('pay_attempt as a')
    .innerJoin('pay_order as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.order_id', 'o.reference'])
    .where('a.connector', '=', connector)
    .where(by === 'ref' ? 'a.ref' : 'a.provider_ref', '=', value)
    .executeTakeFirst()
  if (row) isAboutPayment(row.reference)
  return row ? { orderId: row.order_id, attemptId: row.id } : null
}

/** The unique client key decides: of two calls with the same one, both get the first one's order. */
async function createOrder(
  db: Database,
  order: Order,
  intent: { clientKey: string; requestHash: string },
  extras: Omit<OrderExtras, 'purchaseId'>,
) {
  const made = await db
    .insertInto('pay_order')
    .values({
      id: order.id,
      reference: order.reference,
      client_key: intent.clientKey,
      request_hash: intent.requestHash,
      visit_id: extras.visitId,
      query_data: JSON.stringify({ ...extras.queryData, amount: order.amount.minor }),
      delivery: deliveryColumn(order),
      language: extras.language,
      origin: extras.origin,
      amount_minor: order.amount.minor,
      currency: order.amount.currency,
      wanted_until: order.wantedUntil,
      created_at: order.createdAt,
      next_work_at: null,
      quote: extras.quote && JSON.stringify(extras.quote),
      ...orderColumns(order),
      troubles: JSON.stringify(order.troubles),
    })
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  isAboutPayment(order.reference)
  if (made) return { orderId: made.id, isNew: true, isSameRequest: true, isOfThisVisit: true }
  const stored = await db
    .selectFrom('pay_order')
    .select(['id', 'reference', 'request_hash', 'visit_id'])
    .where('client_key', '=', intent.clientKey)
    .executeTakeFirstOrThrow()
  isAboutPayment(stored.reference)
  return {
    orderId: stored.id,
    isNew: false,
    isSameRequest: stored.request_hash === intent.requestHash,
    isOfThisVisit: stored.visit_id.equals(extras.visitId),
  }
}

type ReadRow = OrderRow & {
  visit_id: Buffer
  query_data: QueryData
  language: string
  client_key: string
  origin: string | null
  quote: KeptQuote | null
  version: number
  attempts: AttemptRow[]
  refunds: RefundRow[]
}

async function readOrder(db: Database, orderId: string): Promise<(KeptOrder & { extras: OrderExtras }) | null> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(READ_ORDER, [orderId]))
  const row = rows[0] as ReadRow | undefined
  if (!row) return null
  const { visit_id: visitId, client_key: clientKey, origin, quote } = row
  const order = orderOf(row)
  isAboutPayment(order.reference)
  // Decision 0050: the amount that the purchase was stored with is a copy.
  const queryData: QueryData = { ...row.query_data, amount: order.amount.minor }
  return {
    state: { order, attempts: row.attempts.map((each) => attemptOf(each, order.amount)), refunds: row.refunds.map(refundOf) },
    extras: { visitId, queryData, purchaseId: purchaseIdIn(clientKey), origin, quote, language: row.language === 'en' ? 'en' : 'fr' },
    version: row.version,
  }
}

/** Writes what changed and nothing else; records are never changed in place, so identity tells. False when somebody was quicker. */
async function writeChange(
  db: Database,
  { state: before, version }: KeptOrder,
  { state: after, events }: Change,
  { now, next }: { now: Date; next: Date | null },
): Promise<boolean> {
  const attempts = after.attempts
    .map((attempt, position) => ({ attempt, position }))
    .filter(({ attempt }) => !before.attempts.includes(attempt))
  const refunds = after.refunds.filter((refund) => !before.refunds.includes(refund))
  const rows = [
    orderChanges(after.order, next),
    attempts.map(({ attempt, position }) => attemptColumns(attempt, position)),
    refunds.map((refund) => refundColumns(refund, now)),
    events.map((event) => eventColumns(event, now)),
  ]
  const statement = CompiledQuery.raw(WRITE_CHANGE, [before.order.id, version, ...rows.map((each) => JSON.stringify(each))])
  const written = await db.executeQuery(statement).catch((error: unknown) => {
    throw isReceiptUsed(error) ? new ReceiptUsed({ cause: error }) : error
  })
  return written.rows.length === 1
}

/** By the constraint of `migrations/0003-payment.sql`. */
function isReceiptUsed(error: unknown): boolean {
  return Object(error).constraint === 'pay_attempt_connector_provider_txn_id_key'
}
