import { OPERATOR } from '#operator-record'
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { largest, expandSeries, type KnownLabels } from '#server/logging/metric-series.ts'
import type { MetricOf } from '#server/logging/metric-table.ts'
import type { Metrics } from '#server/logging/metrics.ts'
import type { MetricSample } from '#server/logging/metric-sampler.ts'
import type { Goods } from '../../delivery.ts'
import { ATTEMPT_OUTCOMES, REPORT_OUTCOMES } from './attempt-metrics.ts'
import { NOTICE_OUTCOMES } from '../webhooks/webhook-inbox.ts'
import { REVIEW_ADVICE } from '../reconciliation/review-advice.ts'

type Place = { db: Database; clock: Clock }

/** Sampling interval of each replica, however often metrics are collected. */
const EVERY_SECONDS = 15
const NOTICE_LATE_MINUTES = 5

const GOODS = { label: 'goods', values: ['airtime', 'bundle', 'bill'] satisfies Goods['kind'][] }
const STATES = { label: 'state', values: ['created', 'unknown', 'waiting'] }
const REFUND_CLOCKS = { label: 'clock', values: ['waiting', 'due', 'late', 'person'] }
const NOTICE_CLOCKS = { label: 'clock', values: ['fresh', 'late'] }
const REASONS = { label: 'reason', values: Object.keys(REVIEW_ADVICE) }
const RESTING_KINDS = {
  label: 'kind',
  values: ['order', 'notice', 'book-line', 'housekeeping', 'delivery', 'message', 'report', 'refund', 'question'],
}

/** Money and work of the whole portal, read from the database by the indexes that the work itself uses. */
export function collectPaymentMetrics(metrics: Metrics, place: Place & { connectors: readonly string[] }): void {
  const connectors = { label: 'connector', values: place.connectors }
  for (const connector of place.connectors) {
    for (const outcome of ATTEMPT_OUTCOMES) metrics.count('guichet_attempts_total', { connector, outcome }, 0)
    for (const outcome of REPORT_OUTCOMES) metrics.count('guichet_delivery_reports_total', { connector, outcome }, 0)
    for (const outcome of NOTICE_OUTCOMES) metrics.count('guichet_webhooks_total', { connector, outcome }, 0)
  }
  for (const kind of ['order', 'notice', 'housekeeping']) metrics.count('guichet_work_failures_total', { kind }, 0)
  metrics.count('guichet_sms_dropped_total', {}, 0)
  metrics.expectDeliveries(GOODS.values)
  metrics.sample({
    part: 'payments',
    everySeconds: EVERY_SECONDS,
    read: async () => [
      ...(await openAttempts(place, connectors)),
      ...(await undelivered(place)),
      ...(await refunds(place)),
      ...(await oldestUnsettled(place)),
    ],
  })
  metrics.sample({
    part: 'work',
    everySeconds: EVERY_SECONDS,
    read: async () => [
      ...(await reviews(place)),
      ...(await resting(place)),
      ...(await pendingWebhooks(place, connectors)),
      ...(await oldestDue(place)),
    ],
  })
}

type CountRow = { labels: Record<string, string>; count: number; oldestSeconds: number }

/** The same rows as two metrics: their count, and the age of the oldest. */
function countAndAge(
  names: { count: MetricOf<'gauge'>; oldest: MetricOf<'gauge'> },
  known: KnownLabels[],
  rows: CountRow[],
): MetricSample[] {
  const counts = expandSeries(
    known,
    rows.map(({ labels, count }) => ({ labels, value: count })),
  )
  const ages = expandSeries(
    known,
    rows.map(({ labels, oldestSeconds }) => ({ labels, value: Math.max(0, oldestSeconds) })),
    largest,
  )
  return [...counts.map((told) => ({ name: names.count, ...told })), ...ages.map((told) => ({ name: names.oldest, ...told }))]
}

/** By `one_open_attempt_per_method`, which holds only open attempts. One that a person wrote off has ended for us. */
async function openAttempts({ db, clock }: Place, connectors: KnownLabels): Promise<MetricSample[]> {
  const { rows } = await sql<CountRow>`
    select json_build_object('connector', a.connector, 'state', lower(a.state)) as labels, count(*) as count,
      extract(epoch from ${clock.now()}::timestamptz - min(a.created_at))::float as "oldestSeconds"
    from pay_attempt a join pay_order o on o.id = a.order_id
    where a.method is not null and a.state in ('CREATED', 'UNKNOWN', 'WAITING') and (o.next_work_at is not null or o.review is not null)
    group by a.connector, a.state`.execute(db)
  return countAndAge({ count: 'guichet_open_attempts', oldest: 'guichet_open_attempt_oldest_seconds' }, [connectors, STATES], rows)
}

/** By `pay_order_next_work_at`: a paid, undelivered order always has due work. */
async function undelivered({ db, clock }: Place): Promise<MetricSample[]> {
  const { rows } = await sql<CountRow>`
    select json_build_object('goods', delivery ->> 'kind') as labels, count(*) as count,
      extract(epoch from ${clock.now()}::timestamptz - min(paid_at))::float as "oldestSeconds"
    from pay_order
    where next_work_at is not null and paid_at is not null and fulfilment in ('QUEUED', 'SENDING', 'TRACKING') and review is null
    group by delivery ->> 'kind'`.execute(db)
  return countAndAge({ count: 'guichet_undelivered_payments', oldest: 'guichet_undelivered_oldest_seconds' }, [GOODS], rows)
}

/** By `pay_refund_open`. */
async function refunds({ db, clock }: Place): Promise<MetricSample[]> {
  const now = clock.now()
  const { rows } = await sql<{ clock: string; count: number; oldestSeconds: number }>`
    select case when r.state = 'REVIEW' then 'person' when r.created_at < ${now}::timestamptz - make_interval(hours => ${OPERATOR.law.refunds.overdueHours}) then 'late'
        when r.next_work_at <= ${now} then 'due' else 'waiting' end as clock,
      count(*) as count, extract(epoch from ${now}::timestamptz - min(r.created_at))::float as "oldestSeconds"
    from pay_refund r join pay_order o on o.id = r.order_id join pay_attempt a on a.id = r.attempt_id
    where r.state <> 'DONE' and a.state <> 'PAID' and (o.next_work_at is not null or o.review is not null)
    group by 1`.execute(db)
  const counts = expandSeries(
    [REFUND_CLOCKS],
    rows.map((row) => ({ labels: { clock: row.clock }, value: row.count })),
  )
  const ages = rows.filter((row) => row.clock !== 'person').map(({ oldestSeconds }) => oldestSeconds)
  return [
    ...counts.map((told): MetricSample => ({ name: 'guichet_refunds_open', ...told })),
    { name: 'guichet_refund_oldest_seconds', value: largest([0, ...ages]) },
  ]
}

/**
 * F65, F67: by `pay_attempt_report_open`, `pay_order_next_work_at` and `pay_refund_open`. A captured payment counts until it is delivered,
 * until its refund is accepted, or until it is in review.
 */
async function oldestUnsettled({ db, clock }: Place): Promise<MetricSample[]> {
  const { rows } = await sql<{ report: number; capture: number }>`
    select
      coalesce(extract(epoch from ${clock.now()}::timestamptz - (
        select min(a.report_since) from pay_attempt a where a.report_since is not null and not a.is_delivery_reported)), 0)::float as report,
      coalesce(extract(epoch from ${clock.now()}::timestamptz - least(
        (select min(o.paid_at) from pay_order o where o.next_work_at is not null and o.review is null
          and o.fulfilment in ('QUEUED', 'SENDING', 'TRACKING')),
        (select min(r.created_at) from pay_refund r join pay_order o on o.id = r.order_id
          where r.state in ('QUEUED', 'ASKING') and o.review is null))), 0)::float as capture`.execute(db)
  const { report = 0, capture = 0 } = rows[0] ?? {}
  return [
    { name: 'guichet_delivery_report_oldest_seconds', value: Math.max(0, report) },
    { name: 'guichet_unsettled_capture_oldest_seconds', value: Math.max(0, capture) },
  ]
}

/** By `pay_order_review` and `pay_found_open`. */
async function reviews({ db, clock }: Place): Promise<MetricSample[]> {
  const { rows } = await sql<{ reason: string; count: number; oldestSeconds: number }>`
    select review as reason, count(*) as count, extract(epoch from ${clock.now()}::timestamptz - min(created_at))::float as "oldestSeconds"
    from pay_order where review is not null group by review
    union all
    select 'found-by-statement', count(*), extract(epoch from ${clock.now()}::timestamptz - min(found_at))::float
    from pay_found where ended_at is null having count(*) > 0`.execute(db)
  const counts = expandSeries(
    [REASONS],
    rows.map(({ reason, count }) => ({ labels: { reason }, value: count })),
  )
  return [
    ...counts.map((told): MetricSample => ({ name: 'guichet_payments_in_review', ...told })),
    { name: 'guichet_payments_in_review_oldest_seconds', value: largest([0, ...rows.map(({ oldestSeconds }) => oldestSeconds)]) },
  ]
}

/** I13: an order with a dead letter is in review, so the same index finds it; `work_trouble` has only a few rows. */
async function resting({ db }: Place): Promise<MetricSample[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from (
      select kind from work_trouble where until is null
      union all
      select case when part ->> 'part' in ('delivery', 'message', 'report') then part ->> 'part'
        when exists (select from pay_refund r where r.order_id = o.id and r.id::text = part ->> 'part') then 'refund' else 'question' end
      from pay_order o, jsonb_array_elements(o.troubles) part
      where o.review is not null and o.troubles <> '[]' and part ->> 'until' is null
    ) as resting group by kind`.execute(db)
  const counts = expandSeries(
    [RESTING_KINDS],
    rows.map(({ kind, count }) => ({ labels: { kind }, value: count })),
  )
  return counts.map((told) => ({ name: 'guichet_dead_letters', ...told }))
}

/** By `pay_notice_open`. */
async function pendingWebhooks({ db, clock }: Place, connectors: KnownLabels): Promise<MetricSample[]> {
  const { rows } = await sql<{ connector: string; clock: string; count: number }>`
    select connector, case when received_at < ${clock.now()}::timestamptz - make_interval(mins => ${NOTICE_LATE_MINUTES}) then 'late' else 'fresh' end
      as clock, count(*) as count
    from pay_notice where done_at is null group by 1, 2`.execute(db)
  const counts = expandSeries(
    [connectors, NOTICE_CLOCKS],
    rows.map((row) => ({ labels: { connector: row.connector, clock: row.clock }, value: row.count })),
  )
  return counts.map((told) => ({ name: 'guichet_webhooks_pending', ...told }))
}

/** I13: how long the oldest due work has waited, and the oldest ledger row without a hash. */
async function oldestDue({ db, clock }: Place): Promise<MetricSample[]> {
  const now = clock.now()
  const { rows } = await sql<{ due: number; unsealed: number }>`
    select
      coalesce(extract(epoch from ${now}::timestamptz - least(
        (select min(greatest(o.next_work_at, t.until)) from pay_order o left join work_trouble t on t.kind = 'order' and t.item = o.id
          where o.next_work_at <= ${now} and (t.item is null or t.until <= ${now})),
        (select min(coalesce(n.looked_at, n.received_at)) from pay_notice n left join work_trouble t on t.kind = 'notice' and t.item = n.id::text
          where n.done_at is null and (t.item is null or t.until <= ${now})))), 0)::float as due,
      coalesce(extract(epoch from ${now}::timestamptz
        - (select at from pay_event where sequence is null order by id limit 1)), 0)::float as unsealed`.execute(db)
  const { due = 0, unsealed = 0 } = rows[0] ?? {}
  return [
    { name: 'guichet_work_oldest_due_seconds', value: Math.max(0, due) },
    { name: 'guichet_ledger_unhashed_seconds', value: Math.max(0, unsealed) },
  ]
}
