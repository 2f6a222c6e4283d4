import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { seriesValue } from '#tests/support/metric-text.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { METRICS } from './metric-table.ts'
import { largest, expandSeries } from './metric-series.ts'
import type { MetricSample } from './metric-sampler.ts'

const TWO_SECONDS = 2_000

function aWatch() {
  let nowMs = 1_000_000
  return { steadyMs: () => nowMs, pass: (seconds: number) => (nowMs += seconds * 1000) }
}

const due = (value: number): MetricSample[] => [{ name: 'guichet_work_oldest_due_seconds', value }]

test('WATCH-1 a hanging database delays no scrape: it answers within two seconds with the values it has and their age', async () => {
  const watch = aWatch()
  const metrics = createMetrics(watch)
  let answers: (() => Promise<MetricSample[]>)[] = [async () => due(7), () => new Promise(() => {})]
  metrics.sample({ part: 'work', everySeconds: 15, read: () => (answers.shift() ?? (() => Promise.reject(new Error('asked again'))))() })
  expect(seriesValue(await metrics.text(), 'guichet_work_oldest_due_seconds')).toBe(7)
  watch.pass(300)
  const began = performance.now()
  const text = await metrics.text()
  expect(performance.now() - began).toBeLessThan(TWO_SECONDS)
  expect(seriesValue(text, 'guichet_work_oldest_due_seconds')).toBe(7)
  expect(seriesValue(text, 'guichet_sample_age_seconds{part="work"}')).toBe(300)
  // While the query hangs no other is sent.
  answers = []
  await metrics.text()
  expect(seriesValue(await metrics.text(), 'guichet_sample_failures_total{part="work"}')).toBe(0)
})

test('WATCH-1 metrics that were never read are absent, not 0, and their age grows from the start', async () => {
  const watch = aWatch()
  const metrics = createMetrics(watch)
  metrics.sample({ part: 'work', everySeconds: 15, read: () => Promise.reject(new Error('the database is away')) })
  watch.pass(40)
  const text = await metrics.text()
  expect(seriesValue(text, 'guichet_work_oldest_due_seconds')).toBeNull()
  expect(seriesValue(text, 'guichet_ready')).toBeNull()
  expect(seriesValue(text, 'guichet_sample_age_seconds{part="work"}')).toBe(40)
  expect(seriesValue(text, 'guichet_sample_failures_total{part="work"}')).toBe(1)
})

test('WATCH-1 a part that fails, or throws at once, affects no other part', async () => {
  const metrics = createMetrics()
  metrics.sample({
    part: 'replication',
    everySeconds: 15,
    read() {
      throw new Error('at once')
    },
  })
  metrics.sample({
    part: 'work',
    everySeconds: 15,
    read: async () => [...due(3), { name: 'guichet_refund_oldest_seconds', value: Number.NaN }],
  })
  metrics.watch(() => {
    throw new Error('no clock')
  })
  const text = await metrics.text()
  expect(seriesValue(text, 'guichet_work_oldest_due_seconds')).toBe(3)
  expect(seriesValue(text, 'guichet_refund_oldest_seconds')).toBeNull()
  expect(seriesValue(text, 'guichet_sample_failures_total{part="replication"}')).toBe(1)
})

test('WATCH-1 with any number of scrapes, the database is queried once in fifteen seconds', async () => {
  const watch = aWatch()
  const metrics = createMetrics(watch)
  let asked = 0
  metrics.sample({ part: 'work', everySeconds: 15, read: async () => due((asked += 1)) })
  await Promise.all(Array.from({ length: 100 }, () => metrics.text()))
  watch.pass(14)
  await metrics.text()
  expect(asked).toBe(1)
  watch.pass(1)
  expect(seriesValue(await metrics.text(), 'guichet_work_oldest_due_seconds')).toBe(2)
})

test('WATCH-1 a series that is no longer reported is gone', async () => {
  const metrics = createMetrics()
  const states = ['closed', 'open']
  metrics.watch(() => [
    { name: 'guichet_provider_circuit', labels: { connector: 'dpo', room: 'start', state: states.shift() ?? 'probing' }, value: 1 },
  ])
  expect(await metrics.text()).toContain('state="closed"')
  expect(await metrics.text()).not.toContain('state="closed"')
})

test('WATCH-1 a failure while metrics are written ends that response and not the portal', async () => {
  const server = await serveMetrics({ contentType: 'text/plain', text: () => Promise.reject(new Error('no figures')) }, 0)
  onTestFinished(() => void server.close())
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500)
})

test('WATCH-2 every known value of a label is exported from 0, and unknown ones are summed', () => {
  const known = [
    { label: 'connector', values: ['dpo', 'uba'] },
    { label: 'clock', values: ['late'] },
  ]
  expect(expandSeries(known, [])).toEqual([
    { labels: { connector: 'dpo', clock: 'late' }, value: 0 },
    { labels: { connector: 'uba', clock: 'late' }, value: 0 },
  ])
  const strange = Array.from({ length: 1000 }, (_, position) => ({ labels: { connector: `gone-${position}`, clock: 'late' }, value: 2 }))
  expect(expandSeries(known, [...strange, { labels: { connector: 'uba', clock: 'late' }, value: 5 }])).toEqual([
    { labels: { connector: 'dpo', clock: 'late' }, value: 0 },
    { labels: { connector: 'uba', clock: 'late' }, value: 5 },
    { labels: { connector: 'other', clock: 'late' }, value: 2000 },
  ])
  expect(expandSeries(known, strange, largest).at(-1)?.value).toBe(2)
})

test('WATCH-2 our metrics are named and labelled as collectors expect', () => {
  for (const [name, record] of Object.entries(METRICS)) {
    expect(name).toMatch(/^guichet_[a-z]+(_[a-z]+)*$/)
    expect(name.endsWith('_total')).toBe(record.type === 'counter')
    if (record.type === 'histogram') expect(name).toMatch(/_seconds$/)
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kb|count|sum|bucket)(_|$)/)
    expect('labels' in record ? record.labels : []).not.toContain('reference')
  }
})
