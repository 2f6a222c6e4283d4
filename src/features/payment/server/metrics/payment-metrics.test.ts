import { readFileSync, globSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createMetrics } from '#server/logging/metrics.ts'
import { seriesValue } from '#tests/support/metric-text.ts'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { collectPaymentMetrics } from './payment-metrics.ts'
import { REVIEW_ADVICE } from '../reconciliation/review-advice.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const provider = scriptedProvider('signed')
const world = await cardWorld(provider)
const { db } = world.portal

/** Metrics of a replica that has just started, at a given time. */
async function figuresAt(hoursAhead = 0): Promise<string> {
  const metrics = createMetrics()
  const clock = { now: () => new Date(Date.now() + hoursAhead * 3_600_000) }
  collectPaymentMetrics(metrics, { db, clock, connectors: ['dpo'] })
  const text = await metrics.text()
  expect(text).toContain('guichet_sample_failures_total{part="payments"} 0')
  expect(text).toContain('guichet_sample_failures_total{part="work"} 0')
  return text
}

const valueOf = (text: string, series: string) => seriesValue(text, series) ?? Number.NaN
const paid = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` })

test('WATCH-4 without a payment every metric exists, with the value 0', async () => {
  const text = await figuresAt()
  for (const series of [
    'guichet_attempts_total{connector="dpo",outcome="paid"}',
    'guichet_open_attempts{connector="dpo",state="unknown"}',
    'guichet_open_attempt_oldest_seconds{connector="dpo",state="waiting"}',
    'guichet_undelivered_payments{goods="bill"}',
    'guichet_undelivered_oldest_seconds{goods="airtime"}',
    'guichet_refunds_open{clock="late"}',
    'guichet_refund_oldest_seconds',
    'guichet_payments_in_review{reason="overpaid"}',
    'guichet_dead_letters{kind="notice"}',
    'guichet_webhooks_pending{connector="dpo",clock="late"}',
    'guichet_ledger_unhashed_seconds',
    'guichet_work_oldest_due_seconds',
  ])
    expect(valueOf(text, series), series).toBe(0)
})

test('WATCH-4 a payment is counted from its beginning to its delivery, with its age while it is open', async () => {
  const started = await world.aPayment()
  const text = await figuresAt(2)
  expect(valueOf(text, 'guichet_open_attempts{connector="dpo",state="waiting"}')).toBe(1)
  expect(Math.round(valueOf(text, 'guichet_open_attempt_oldest_seconds{connector="dpo",state="waiting"}') / 3600)).toBe(2)
  await world.tell(started, paid(started.ref))
  const own = () => world.portal.metrics.text()
  await vi.waitFor(async () => expect(valueOf(await own(), 'guichet_delivery_seconds_count{goods="airtime"}')).toBe(1), WAIT)
  expect(valueOf(await own(), 'guichet_attempts_total{connector="dpo",outcome="begun"}')).toBe(1)
  expect(valueOf(await own(), 'guichet_attempts_total{connector="dpo",outcome="paid"}')).toBe(1)
  expect(valueOf(await own(), 'guichet_attempts_total{connector="dpo",outcome="declined"}')).toBe(0)
  expect(valueOf(await figuresAt(), 'guichet_open_attempts{connector="dpo",state="waiting"}')).toBe(0)
})

test('WATCH-4 a paid, undelivered order is counted until it is in review', async () => {
  const { transactionId } = await world.aPayment()
  await sql`update pay_order set paid_at = now(), fulfilment = 'TRACKING', next_work_at = now() + interval '1 hour' where id = ${transactionId}`.execute(
    db,
  )
  const text = await figuresAt(1)
  expect(valueOf(text, 'guichet_undelivered_payments{goods="airtime"}')).toBe(1)
  expect(Math.round(valueOf(text, 'guichet_undelivered_oldest_seconds{goods="airtime"}') / 60)).toBe(60)
  await sql`update pay_order set review = 'delivery-unclear' where id = ${transactionId}`.execute(db)
  const reviewed = await figuresAt(1)
  expect(valueOf(reviewed, 'guichet_undelivered_payments{goods="airtime"}')).toBe(0)
  expect(valueOf(reviewed, 'guichet_payments_in_review{reason="delivery-unclear"}')).toBe(1)
  expect(Math.round(valueOf(reviewed, 'guichet_payments_in_review_oldest_seconds') / 60)).toBe(60)
})

test('WATCH-4 a refund is counted by its state: waiting, due, late, in review; one that a person wrote off has ended', async () => {
  const { transactionId } = await world.aPayment()
  await sql`update pay_order set next_work_at = now() + interval '1 hour' where id = ${transactionId}`.execute(db)
  await sql`insert into pay_refund (id, order_id, attempt_id, ref, amount_minor, currency, cause, state, tries, next_work_at, created_at)
    select gen_random_uuid(), order_id, id, 'R-' || ref, 500, 'XOF', 'late', 'PENDING', 1, now() + interval '30 minutes', now()
    from pay_attempt where order_id = ${transactionId}`.execute(db)
  const clocks = async (hours: number) => {
    const text = await figuresAt(hours)
    return ['waiting', 'due', 'late', 'person'].map((clock) => valueOf(text, `guichet_refunds_open{clock="${clock}"}`))
  }
  expect(await clocks(0)).toEqual([1, 0, 0, 0])
  expect(await clocks(1)).toEqual([0, 1, 0, 0])
  expect(await clocks(25)).toEqual([0, 0, 1, 0])
  await sql`update pay_refund set state = 'REVIEW', next_work_at = null where order_id = ${transactionId}`.execute(db)
  await sql`update pay_order set review = 'refund-refused' where id = ${transactionId}`.execute(db)
  expect(await clocks(25)).toEqual([0, 0, 0, 1])
  expect(valueOf(await figuresAt(25), 'guichet_refund_oldest_seconds')).toBe(0)
  await sql`update pay_order set review = null, next_work_at = null where id = ${transactionId}`.execute(db)
  expect(await clocks(25)).toEqual([0, 0, 0, 0])
})

test('WATCH-4 dead letters are counted by their kind, whatever their reason', async () => {
  const { transactionId } = await world.aPayment()
  const troubles = ['delivery', 'message', 'b7e8a1f0-0000-4000-8000-000000000000'].map((part) => ({
    part,
    failures: 5,
    reason: 'Error: "quoted"\\\n{injected="1"} 227',
    until: null,
  }))
  await sql`update pay_order set review = 'work-failed', troubles = ${JSON.stringify(troubles)} where id = ${transactionId}`.execute(db)
  await sql`insert into work_trouble values ('notice', '1', 5, 'x', now(), null), ('a kind of tomorrow', '1', 5, 'x', now(), null),
    ('book-line', '2', 1, 'x', now(), now())`.execute(db)
  const text = await figuresAt()
  const kinds = ['delivery', 'message', 'question', 'refund', 'notice', 'book-line', 'other']
  expect(kinds.map((kind) => valueOf(text, `guichet_dead_letters{kind="${kind}"}`))).toEqual([1, 1, 1, 0, 1, 0, 1])
  expect(text).not.toContain('injected')
  expect(text).not.toContain('tomorrow')
  await sql`delete from work_trouble`.execute(db)
})

test('WATCH-4 an unknown reason counts as other, and so does a disabled connector', async () => {
  const { transactionId } = await world.aPayment()
  await sql`update pay_order set review = 'reason-of-tomorrow' where id = ${transactionId}`.execute(db)
  await sql`insert into pay_notice (connector, dedupe_key, notice, body, received_at) values ('gone', 'k', '{}', '', now())`.execute(db)
  const text = await figuresAt(1)
  expect(valueOf(text, 'guichet_payments_in_review{reason="other"}')).toBe(1)
  expect(valueOf(text, 'guichet_webhooks_pending{connector="other",clock="late"}')).toBe(1)
  expect(valueOf(await figuresAt(), 'guichet_webhooks_pending{connector="other",clock="fresh"}')).toBe(1)
  await sql`delete from pay_notice where connector = 'gone'`.execute(db)
})

test('WATCH-4 a clock that was set back makes no negative ages', async () => {
  await world.aPayment()
  const ages = [...(await figuresAt(-5)).matchAll(/^guichet_\w+_seconds(?:\{.*\})? (\S+)$/gm)].map(([, value]) => Number(value))
  expect(ages.length).toBeGreaterThan(5)
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
})

test('WATCH-4 every review reason of the engine has its advice, and so its metric', () => {
  const sources = globSync('src/features/payment/engine/*.ts').filter((path) => !path.includes('test'))
  const words = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(REASONS_IN_CODE)].flatMap((found) => found.slice(1)))
  // Reasons from a statement after a restore (unmatched-payments.ts).
  const byStatements = ['payment-lost', 'found-by-statement']
  const byConnectors = ['cannot-be-asked', 'unknown-word']
  expect(new Set([...words.filter(Boolean), ...byStatements, ...byConnectors])).toEqual(new Set(Object.keys(REVIEW_ADVICE)))
})

/**
 * Patterns of the reasons in the engine's source: `review: … ?? 'why'`, `review(…, 'why')`, `why: 'why'` of a consequence, the table of
 * doubts, `isStuck`.
 */
const REASONS_IN_CODE =
  /review \?\? \(?(?:\w+ \? )?'([a-z-]+)'|review\(.*, '([a-z-]+)'\)|kind: 'review', why: '([a-z-]+)'|^ {2}'[a-z-]+': '([a-z-]+)',$|isOpen\(state\) \? '([a-z-]+)'/gm
