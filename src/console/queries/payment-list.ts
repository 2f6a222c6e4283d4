import { sql, type RawBuilder } from 'kysely'
import type { ReviewReason } from '#features/payment/engine/records.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { Database } from '#server/database/database.ts'
import { CONNECTORS, type ConnectorId } from '#shared/connector-table.ts'
import type { Money } from '#shared/money.ts'
import { FACTS } from './payment-facts.ts'
import type { PaymentFilter, Standing } from './payment-filter.ts'

const { ATTEMPTS, STANDING, IS_LINK, IS_USSD, conditions } = FACTS

export type ListedPayment = {
  reference: string
  askedAt: Date
  queryData: QueryData
  /** The number it is for, full: a page masks it. */
  line: string | null
  /** Of the attempt that pays, else of the last; null for a card, whose owner no one knows. */
  payer: string | null
  connector: ConnectorId | null
  amount: Money
  standing: Standing
  review: ReviewReason | null
  /** State and reason of the attempt that pays, else of the last. */
  attemptState: string | null
  attemptReason: string | null
  refusal: string | null
  paidAt: Date | null
  deliveredAt: Date | null
  channel: 'web' | 'link' | 'ussd'
  /** Where the list goes on. */
  cursor: string
}

export type PaymentPage = {
  payments: ListedPayment[]
  /** Cursors of the pages beside this one; null where there is none. */
  newer: string | null
  older: string | null
}

export const PAGE_ROWS = 50

type Row = {
  reference: string
  created_at: Date
  micros: string
  query_data: QueryData
  line: string | null
  payer: string | null
  connector: ConnectorId | null
  amount_minor: number
  currency: string
  standing: Standing
  review: ReviewReason | null
  attempt_state: string | null
  attempt_reason: string | null
  refusal: string | null
  paid_at: Date | null
  delivered_at: Date | null
  channel: ListedPayment['channel']
}

const COLUMNS = sql`
  o.id, o.reference, o.created_at, (extract(epoch from o.created_at) * 1000000)::bigint::text as micros, o.query_data,
  o.delivery ->> 'msisdn' as line, m.payer ->> 'msisdn' as payer, m.connector, o.amount_minor, o.currency, ${STANDING} as standing, o.review,
  m.state as attempt_state, m.reason as attempt_reason, o.refusal, o.paid_at,
  case when ${IS_LINK} then 'link' when ${IS_USSD} then 'ussd' else 'web' end as channel`

/** When it was delivered is in the ledger only. It is read for the rows that are shown. */
const WITH_DELIVERY = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Row>`
  select listed.*, (select min(at) from pay_event e where e.order_id = listed.id and e.kind = 'delivered') as delivered_at
  from (${rows}) listed ${order}`

export type Cursor = { direction: 'older' | 'newer'; from: string }

/** Newest first, by keyset: a page deep in the list costs what the first one costs. */
export async function listPayments(db: Database, filter: PaymentFilter, cursor: Cursor | null, limit = PAGE_ROWS): Promise<PaymentPage> {
  const isBack = cursor?.direction === 'newer'
  const direction = isBack ? sql`asc` : sql`desc`
  const order = sql`order by created_at ${direction}, reference ${direction}`
  const { rows } = await WITH_DELIVERY(
    sql`select ${COLUMNS} from pay_order o ${ATTEMPTS}
      where ${conditions(filter)} ${after(cursor)}
      order by o.created_at ${direction}, o.reference ${direction} limit ${limit + 1}`,
    order,
  ).execute(db)
  const hasMore = rows.length > limit
  const shown = rows.slice(0, limit)
  const payments = (isBack ? shown.toReversed() : shown).map(paymentOf)
  return {
    payments,
    newer: (isBack ? hasMore : cursor !== null) ? (payments[0]?.cursor ?? null) : null,
    older: isBack || hasMore ? (payments.at(-1)?.cursor ?? null) : null,
  }
}

/** All of a filter, in pieces: for the export. */
export async function* eachPayment(db: Database, filter: PaymentFilter, atOnce = 500): AsyncGenerator<ListedPayment[]> {
  let cursor: Cursor | null = null
  do {
    const page: PaymentPage = await listPayments(db, filter, cursor, atOnce)
    if (page.payments.length > 0) yield page.payments
    cursor = page.older === null ? null : { direction: 'older', from: page.older }
  } while (cursor)
}

/** Payments of a search, newest first; the first rows only, because no number has more in a month. */
export async function readPayments(db: Database, orderIds: readonly string[]): Promise<ListedPayment[]> {
  const { rows } = await WITH_DELIVERY(
    sql`select ${COLUMNS} from pay_order o ${ATTEMPTS} where o.id = any(${orderIds})`,
    sql`order by created_at desc, reference desc`,
  ).execute(db)
  return rows.map(paymentOf)
}

export type StandingCounts = Readonly<Record<Standing, number>> & { all: number }

/** The tabs: counted by the same conditions as the lists they open. */
export async function countStandings(db: Database, filter: PaymentFilter): Promise<StandingCounts> {
  const { rows } = await sql<{ standing: Standing; payments: number }>`
    select ${STANDING} as standing, count(*)::int as payments from pay_order o ${ATTEMPTS}
    where ${conditions(filter, 'standing')} group by 1`.execute(db)
  const of = (standing: Standing) => rows.find((row) => row.standing === standing)?.payments ?? 0
  return {
    all: rows.reduce((sum, { payments }) => sum + payments, 0),
    delivered: of('delivered'),
    open: of('open'),
    delivering: of('delivering'),
    review: of('review'),
    'coming-back': of('coming-back'),
    'given-back': of('given-back'),
    'not-paid': of('not-paid'),
    kept: of('kept'),
  }
}

/** `1763461927000000.GABC...`: the time in microseconds, and the reference. */
function after(cursor: Cursor | null): RawBuilder<unknown> {
  const [, micros, reference] = /^(\d{1,17})\.([\w-]{1,20})$/.exec(cursor?.from ?? '') ?? []
  if (!cursor || micros === undefined || reference === undefined) return sql``
  const time = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
  return cursor.direction === 'older'
    ? sql`and (o.created_at, o.reference) < (${time}, ${reference})`
    : sql`and (o.created_at, o.reference) > (${time}, ${reference})`
}

function paymentOf(row: Row): ListedPayment {
  return {
    reference: row.reference,
    askedAt: row.created_at,
    queryData: row.query_data,
    line: row.line,
    payer: row.connector !== null && CONNECTORS[row.connector].paymentMode === 'PAYMENT_GATEWAY' ? null : row.payer,
    connector: row.connector,
    amount: { minor: row.amount_minor, currency: row.currency },
    standing: row.standing,
    review: row.review,
    attemptState: row.attempt_state,
    attemptReason: row.attempt_reason,
    refusal: row.refusal,
    paidAt: row.paid_at,
    deliveredAt: row.delivered_at,
    channel: row.channel,
    cursor: `${row.micros}.${row.reference}`,
  }
}
