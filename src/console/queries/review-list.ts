import { sql } from 'kysely'
import { listAudit } from '#features/audit/server/audit-log.ts'
import type { ReviewReason } from '#features/payment/engine/records.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { Database } from '#server/database/database.ts'
import { CONNECTORS, type ConnectorId } from '#shared/connector-table.ts'
import type { Money } from '#shared/money.ts'
import { connectorsIn } from './payment-filter.ts'

export type Review = {
  orderId: string
  reference: string
  version: number
  reason: ReviewReason
  /** When the payment went to review. */
  since: Date
  queryData: QueryData
  line: string | null
  payer: string | null
  connector: ConnectorId | null
  /** What the decision is about. */
  amount: Money
  /** The last row of the ledger. */
  last: { at: Date; kind: string; source: string; toState: string | null; code: string | null } | null
}

export type ReviewGroup = { reason: ReviewReason; reviews: Review[]; total: number; money: Money[]; oldest: Date }

/** `since` and assignment live in the address, as all filters do. */
export type ReviewFilter = {
  reason: string | null
  method: string | null
  olderThanHours: number | null
  references: readonly string[] | null
}

/** Of one group; a queue that is longer is a fault of its own, and the page says how many there are. */
const MAX_OF_GROUP = 100

type Row = {
  id: string
  reference: string
  version: number
  review: ReviewReason
  since: Date
  query_data: QueryData
  line: string | null
  payer: string | null
  connector: ConnectorId | null
  minor: number
  currency: string
  total: number
  last_at: Date | null
  last_kind: string | null
  last_source: string | null
  last_to: string | null
  last_code: string | null
}

/** By the index of open reviews. One that was open before `review_since` was recorded counts from its payment. */
const REVIEWS = sql`
  select o.id, o.reference, o.version, o.review, o.query_data, o.delivery ->> 'msisdn' as line, m.payer ->> 'msisdn' as payer, m.connector,
    case when o.review = 'overpaid' then m.paid_minor - coalesce(m.asked_minor, o.amount_minor)
      else coalesce(m.paid_minor, m.asked_minor, o.amount_minor) end as minor,
    coalesce(m.paid_currency, m.asked_currency, o.currency) as currency,
    coalesce(o.review_since, o.paid_at, o.created_at) as since
  from pay_order o
  left join lateral (select * from pay_attempt where order_id = o.id order by is_winner desc, position desc limit 1) m on true
  where o.review is not null`

export async function listReviews(db: Database, filter: ReviewFilter, now: Date): Promise<ReviewGroup[]> {
  const { reason, method, olderThanHours, references } = filter
  const { rows } = await sql<Row>`
    select each.*, last.at as last_at, last.kind as last_kind, last.source as last_source, last.to_state as last_to, last.code as last_code
    from (
      select r.*, count(*) over (partition by r.review) :: int as total, row_number() over (partition by r.review order by r.since, r.reference) as place
      from (${REVIEWS}) r
      where ${reason === null ? sql`true` : sql`r.review = ${reason}`}
        and ${method === null ? sql`true` : sql`r.connector = any(${connectorsIn(method)})`}
        and ${olderThanHours === null ? sql`true` : sql`r.since <= ${now}::timestamptz - make_interval(hours => ${olderThanHours}::int)`}
        and ${references === null ? sql`true` : sql`r.reference = any(${references})`}
    ) each
    left join lateral (select * from pay_event where order_id = each.id order by pay_event.id desc limit 1) last on true
    where each.place <= ${MAX_OF_GROUP}
    order by each.since, each.reference`.execute(db)
  const groups = [...Map.groupBy(rows, ({ review }) => review)].map(([reason, own]): ReviewGroup => ({
    reason,
    reviews: own.map(reviewOf),
    total: own[0]?.total ?? 0,
    money: sumsOf(own),
    oldest: own[0]?.since ?? now,
  }))
  return groups.toSorted((one, other) => one.oldest.getTime() - other.oldest.getTime() || one.reason.localeCompare(other.reason))
}

/** `before`: those that are older than that. */
export async function countReviews(db: Database, before?: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pay_order
    where review is not null and ${before ? sql`coalesce(review_since, paid_at, created_at) < ${before}::timestamptz` : sql`true`}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** When a person last closed one. */
export async function lastReviewClosed(db: Database): Promise<Date | null> {
  const entries = await listAudit(db, { act: 'close-review', limit: 20 })
  const closed = entries.find(({ outcome }) => outcome === 'done' || outcome === 'approved')
  return closed?.at ?? null
}

/** The oldest review after that of this order, else the oldest of all others; null without another. */
export async function nextReviewAfter(db: Database, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ reference: string }>`
    with own as (select coalesce(review_since, paid_at, created_at) as since from pay_order where id = ${orderId})
    select o.reference from pay_order o left join own on true
    where o.review is not null and o.id <> ${orderId}
    order by coalesce(o.review_since, o.paid_at, o.created_at) < own.since, coalesce(o.review_since, o.paid_at, o.created_at), o.reference
    limit 1`.execute(db)
  return rows[0]?.reference ?? null
}

function reviewOf(row: Row): Review {
  const isCard = row.connector !== null && CONNECTORS[row.connector].paymentMode === 'PAYMENT_GATEWAY'
  return {
    orderId: row.id,
    reference: row.reference,
    version: row.version,
    reason: row.review,
    since: row.since,
    queryData: row.query_data,
    line: row.line,
    payer: isCard ? null : row.payer,
    connector: row.connector,
    amount: { minor: row.minor, currency: row.currency },
    last:
      row.last_at === null
        ? null
        : { at: row.last_at, kind: row.last_kind ?? '', source: row.last_source ?? '', toState: row.last_to, code: row.last_code },
  }
}

function sumsOf(rows: readonly Row[]): Money[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    minor: own.reduce((sum, { minor }) => sum + minor, 0),
    currency,
  }))
}
