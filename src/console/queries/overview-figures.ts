import { sql } from 'kysely'
import type { ClaimKind } from '#features/find-payment/claim-rules.ts'
import type { ReviewReason } from '#features/payment/engine/records.ts'
import type { Database } from '#server/database/database.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import { COUNTRY } from '#shared/operator.ts'
import type { Money } from '#shared/money.ts'
import { FACTS } from './payment-facts.ts'
import { readFilter, type PaymentFilter } from './payment-filter.ts'

const { ATTEMPTS, MONEY_OF_ORDER, conditions } = FACTS

/** Payments of one connector: its attempt pays them, or was their last. */
export type MethodFigures = {
  connector: ConnectorId
  asked: number
  /** Of which money was taken. */
  paid: number
  money: Money[]
  /** From the payment to the delivery, the median; null where none was delivered. */
  deliverySeconds: number | null
}

type MethodRow = { connector: ConnectorId; asked: number; paid: number; money: Money[]; delivery_seconds: number | null }

/** By the connector; `before`: of a part of the last day only, for the comparison with the same hour. */
export async function readMethodFigures(db: Database, filter: PaymentFilter, before?: Date): Promise<MethodFigures[]> {
  const { rows } = await sql<MethodRow>`
    with each_order as materialized (
      select o.id, o.paid_at, m.connector from pay_order o ${ATTEMPTS}
      where ${conditions(filter)} and ${before ? sql`o.created_at < ${before}::timestamptz` : sql`true`}
    ), taken as (
      select e.connector, e.id, money.currency, money.taken
      from each_order e join pay_order o on o.id = e.id cross join lateral (${MONEY_OF_ORDER}) money where money.taken > 0
    )
    select e.connector, count(*)::int as asked,
      (select count(distinct t.id)::int from taken t where t.connector = e.connector) as paid,
      coalesce((select json_agg(json_build_object('minor', minor, 'currency', currency) order by minor desc) from (
        select currency, sum(taken)::bigint as minor from taken t where t.connector = e.connector group by currency) sums), '[]') as money,
      percentile_cont(0.5) within group (order by extract(epoch from d.at - e.paid_at)) as delivery_seconds
    from each_order e
    left join lateral (
      select min(at) as at from pay_event v where v.order_id = e.id and v.kind = 'delivered' and e.paid_at is not null
    ) d on true
    group by e.connector order by asked desc, e.connector`.execute(db)
  return rows.map(({ delivery_seconds: deliverySeconds, ...row }) => ({ ...row, deliverySeconds }))
}

/** Payments asked in each hour of a day of the country, by its number. */
export async function readHours(db: Database, filter: PaymentFilter): Promise<number[]> {
  const { rows } = await sql<{ hour: number; asked: number }>`
    select extract(hour from o.created_at at time zone ${COUNTRY.timeZone})::int as hour, count(*)::int as asked
    from pay_order o ${ATTEMPTS} where ${conditions(filter)} group by 1`.execute(db)
  return Array.from({ length: 24 }, (_none, hour) => rows.find((row) => row.hour === hour)?.asked ?? 0)
}

export type ReviewFigures = { reason: ReviewReason; reviews: number; money: Money[]; oldest: Date }

/** Of all open reviews, the oldest reason first. */
export async function readReviewFigures(db: Database): Promise<ReviewFigures[]> {
  const { rows } = await sql<{ reason: ReviewReason; reviews: number; minor: number; currency: string; oldest: Date }>`
    select o.review as reason, count(*)::int as reviews, min(coalesce(o.review_since, o.paid_at, o.created_at)) as oldest,
      coalesce(m.paid_currency, m.asked_currency, o.currency) as currency,
      sum(case when o.review = 'overpaid' then m.paid_minor - coalesce(m.asked_minor, o.amount_minor)
        else coalesce(m.paid_minor, m.asked_minor, o.amount_minor) end)::bigint as minor
    from pay_order o
    left join lateral (select * from pay_attempt where order_id = o.id order by is_winner desc, position desc limit 1) m on true
    where o.review is not null group by o.review, 4`.execute(db)
  const figures = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    reviews: own.reduce((sum, { reviews }) => sum + reviews, 0),
    money: own.map(({ minor, currency }) => ({ minor: minor ?? 0, currency })),
    oldest: new Date(Math.min(...own.map(({ oldest }) => oldest.getTime()))),
  }))
  return figures.toSorted((one, other) => one.oldest.getTime() - other.oldest.getTime())
}

export type OpenClaim = { number: string; kind: ClaimKind; amount: Money; dueAt: Date }
export type ClaimFigures = { open: number; late: number; first: OpenClaim[] }

/** By their deadline, which may have passed. */
export async function readClaimFigures(db: Database, now: Date, shown = 4): Promise<ClaimFigures> {
  const [counts, rows] = await Promise.all([
    sql<{ open: number; late: number }>`
      select count(*)::int as open, (count(*) filter (where due_at <= ${now}::timestamptz))::int as late
      from pay_case where closed_at is null`.execute(db),
    db
      .selectFrom('pay_case as c')
      .innerJoin('pay_order as o', 'o.id', 'c.order_id')
      .select(['c.number', 'c.kind', 'c.due_at', 'o.amount_minor', 'o.currency'])
      .where('c.closed_at', 'is', null)
      .orderBy('c.due_at')
      .limit(shown)
      .execute(),
  ])
  const { open = 0, late = 0 } = counts.rows[0] ?? {}
  const first = rows.map(({ number, kind, due_at: dueAt, amount_minor: minor, currency }) => ({
    number,
    kind,
    dueAt,
    amount: { minor, currency },
  }))
  return { open, late, first }
}

export type LedgerFigures = { unsealed: number; sealedUntil: Date | null }

/** More are too many in any case. */
const MAX_UNSEALED = 1_001

/** How far the ledger is sealed. */
export async function readLedgerFigures(db: Database): Promise<LedgerFigures> {
  const { rows } = await sql<{ unsealed: number; sealed_until: Date | null }>`
    select (select count(*)::int from (select from pay_event where sequence is null limit ${MAX_UNSEALED}) as open_rows) as unsealed,
      (select at from pay_event where sequence is not null order by sequence desc limit 1) as sealed_until`.execute(db)
  return { unsealed: rows[0]?.unsealed ?? 0, sealedUntil: rows[0]?.sealed_until ?? null }
}

/** Connectors with payments that are open longer than their payers wait, in the last hours. */
export async function readUnanswered(db: Database, now: Date): Promise<{ connector: ConnectorId; payments: number; oldest: Date }[]> {
  const { rows } = await sql<{ connector: ConnectorId; payments: number; oldest: Date }>`
    select connector, count(distinct order_id)::int as payments, min(created_at) as oldest from pay_attempt
    where method is not null and state in ('CREATED', 'UNKNOWN', 'WAITING') and is_push
      and created_at < ${now}::timestamptz - interval '15 minutes' and created_at > ${now}::timestamptz - interval '2 days'
    group by connector order by payments desc`.execute(db)
  return rows
}

/** The whole of one day, unfiltered. */
export function wholeDays(from: string, until: string, now: Date): PaymentFilter {
  return readFilter(new URLSearchParams({ from, until }), now)
}
