import { moneyLanguage } from '#shared/language-review.ts'
import { CompiledQuery, sql } from 'kysely'
import type { Language } from '#shared/language.ts'
import type { Clock } from '#server/clock.ts'
import { toMajor } from '#shared/money.ts'
import type { Database } from '#server/database/database.ts'
import { setPaymentReference } from '#outbound/request-context.ts'
import { clearFailures, recordFailure } from '#server/jobs/job-failures.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { noteLeft, readLeft, type LeftBy } from '../webhooks/left-pages.store.ts'
import { ReceiptUsed, SubjectTaken, type DueOrder, type PaymentStore } from '../../engine/payment-ports.ts'
import { createOrderChanger, type VersionedOrder, type OrderRepository } from '../../engine/change-order.ts'
import type { Change, Order, PaymentEvent, PaymentState, Quote } from '../../engine/records.ts'
import { purchaseIdIn, findOrder, findOrders, isPurchasePaid, openOrders } from './order-queries.ts'
import {
  isWebhookMarkSecret,
  saveWebhook,
  claimPendingWebhooks,
  type ReceivedWebhook,
  type WebhookSaveResult,
} from '../webhooks/webhook.store.ts'
import {
  attemptColumns,
  attemptOf,
  amountCopy,
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
import { readRivals } from './rivals.store.ts'

/** Data of an order that the engine does not need. */
export type OrderExtras = {
  visitId: Buffer
  queryData: QueryData
  language: Language
  purchaseId: string
  /** Our origin at which the payer began; null for orders older than this column. */
  origin: string | null
  /** HUB-4: the amount that the next attempt requests instead of the price. */
  quote: StoredQuote | null
}

/** A rate is held for as long as its quote is valid. */
/** `at`: when the rate was read; quotes of the previous version have none. */
export type StoredQuote = Quote & { until: string; at?: string }

export type PostgresPaymentStore = PaymentStore & {
  /** One order per client key: the second call returns the first one's id. */
  createOrder(
    order: Order,
    intent: { clientKey: string; requestHash: string },
    extras: Omit<OrderExtras, 'purchaseId'>,
  ): Promise<{ orderId: string; isNew: boolean; isSameRequest: boolean; isOfThisVisit: boolean }>
  saveWebhook(arrived: ReceivedWebhook): Promise<WebhookSaveResult>
  /** Abuse 89: whether only the provider can have read the webhook address of this attempt. */
  isWebhookMarkSecret(connector: AttemptRow['connector'], ref: string): Promise<boolean>
  /** F67: orders with an open attempt of the last hours, newest first. */
  openOrders(limit: number): Promise<string[]>
  readWithExtras(orderId: string): Promise<{ state: PaymentState; extras: OrderExtras } | null>
  /** The order of a visit for a purchase, by the keys it may have. */
  findOrderOf(clientKeys: readonly string[], visitId: Buffer): Promise<string | null>
  /** All orders of a visit for purchases, by their keys. */
  findOrdersOf(clientKeys: readonly string[], visitId: Buffer): Promise<{ orderId: string; purchaseId: string }[]>
  /** Whether money came for the order of a purchase's own visit. */
  isPurchasePaid(purchaseId: string): Promise<boolean>
  /** The address typed last, for the receipt of the next payment. */
  setEmail(orderId: string, email: string): Promise<void>
  /** The language of future SMS. */
  changeLanguage(orderId: string, language: Language): Promise<void>
  /** CARD-4: the payer came back from the gateway's page. It says nothing about money. */
  noteLeft(attemptId: string, by: LeftBy): Promise<void>
  /** How the payer left the page of an attempt that is still open; null while the page may be open. */
  readLeft(attemptId: string): Promise<LeftBy | null>
  /** The currency agreed to most recently. */
  setQuote(orderId: string, quote: StoredQuote | null): Promise<void>
}

type Place = { db: Database; clock: Clock }
export type OnEvents = (events: readonly PaymentEvent[], state: PaymentState) => void

/** Payments in PostgreSQL. Of two simultaneous changes one is written; the other is decided again. */
export function createPaymentStore({
  db,
  clock,
  onChange,
  onEvents,
}: Place & {
  onChange: (orderId: string, nextWorkAt: Date | null) => void
  /** Receives every ledger row that this process wrote, and the payment's state after it. */
  onEvents?: OnEvents
}): PostgresPaymentStore {
  const place = { db, clock }
  const changeOrder = createOrderChanger({ read: (orderId) => readOrder(db, orderId), write: writingChanges(db, onEvents) }, () =>
    clock.now(),
  )
  return {
    async change(orderId, decide) {
      const outcome = await changeOrder(orderId, (state) => {
        setPaymentReference(state.order.reference)
        return decide(state)
      })
      if (outcome) onChange(orderId, outcome.next)
      return outcome?.result ?? null
    },
    createOrder: (order, intent, extras) => createOrder(db, order, intent, extras),
    read: async (orderId) => (await readOrder(db, orderId))?.state ?? null,
    rivals: (order) => readRivals(db, order),
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
    saveWebhook: (arrived) => saveWebhook(db, arrived, clock.now()),
    isWebhookMarkSecret: (connector, ref) => isWebhookMarkSecret(db, connector, ref),
    claimPendingWebhooks: (limit) => claimPendingWebhooks(place, limit),
    async markWebhookDone(id) {
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
    openOrders: (limit) => openOrders(place, limit),
    recordFailure: ({ kind, id }, reason) => recordFailure({ db, clock }, { kind, item: id }, reason),
    clearFailures: ({ kind, id }) => clearFailures(db, { kind, item: id }),
  }
}

function writingChanges(db: Database, onEvents?: OnEvents): OrderRepository['write'] {
  return async (before, change, times) => {
    const isWritten = await writeChange(db, before, change, times)
    if (isWritten) onEvents?.(change.events, change.state)
    return isWritten
  }
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
      query_data: JSON.stringify({ ...queryDataOf(extras.queryData), ...amountCopy(order.amount) }),
      delivery: deliveryColumn(order),
      language: extras.language,
      origin: extras.origin,
      amount_minor: order.amount.minor,
      currency: order.amount.currency,
      wanted_until: order.wantedUntil,
      subject: order.subject?.key ?? null,
      subject_debt: order.subject?.debt ?? null,
      created_at: order.createdAt,
      next_work_at: null,
      quote: extras.quote && JSON.stringify(extras.quote),
      ...orderColumns(order),
      troubles: JSON.stringify(order.troubles),
    })
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  setPaymentReference(order.reference)
  if (made) return { orderId: made.id, isNew: true, isSameRequest: true, isOfThisVisit: true }
  const stored = await db
    .selectFrom('pay_order')
    .select(['id', 'reference', 'request_hash', 'visit_id'])
    .where('client_key', '=', intent.clientKey)
    .executeTakeFirstOrThrow()
  setPaymentReference(stored.reference)
  return {
    orderId: stored.id,
    isNew: false,
    isSameRequest: stored.request_hash === intent.requestHash,
    isOfThisVisit: stored.visit_id.equals(extras.visitId),
  }
}

function queryDataOf({ amount: _copy, ...queryData }: QueryData): Omit<QueryData, 'amount'> {
  return queryData
}

type ReadRow = OrderRow & {
  visit_id: Buffer
  query_data: QueryData
  language: string
  client_key: string
  origin: string | null
  quote: StoredQuote | null
  version: number
  attempts: AttemptRow[]
  refunds: RefundRow[]
}

async function readOrder(db: Database, orderId: string): Promise<(VersionedOrder & { extras: OrderExtras }) | null> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(READ_ORDER, [orderId]))
  const row = rows[0] as ReadRow | undefined
  if (!row) return null
  const { visit_id: visitId, client_key: clientKey, origin, quote } = row
  const order = orderOf(row)
  setPaymentReference(order.reference)
  // Decision 0050: the amount stored with the purchase is a copy.
  const queryData: QueryData = { ...row.query_data, amount: toMajor(order.amount) }
  return {
    state: { order, attempts: row.attempts.map((each) => attemptOf(each, order.amount)), refunds: row.refunds.map(refundOf) },
    extras: { visitId, queryData, purchaseId: purchaseIdIn(clientKey), origin, quote, language: moneyLanguage(row.language) },
    version: row.version,
  }
}

/** Writes only what changed: records are never changed in place, so identity shows it. False when another writer was quicker. */
async function writeChange(
  db: Database,
  { state: before, version }: VersionedOrder,
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
    throw refusedByGuard(error)
  })
  return written.rows.length === 1
}

/** Constraints of `migrations/0003-payment.sql` and `0161-one-delivery-per-debt.sql`. */
function refusedByGuard(error: unknown): unknown {
  switch (Object(error).constraint) {
    case 'pay_attempt_connector_provider_txn_id_key':
      return new ReceiptUsed({ cause: error })
    case 'one_delivery_per_debt':
      return new SubjectTaken({ cause: error })
    default:
      return error
  }
}
