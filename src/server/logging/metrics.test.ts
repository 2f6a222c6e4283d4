import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import type { MetricSample } from './metric-sampler.ts'
import { FORMER_NAMES } from './metric-table.ts'

const valuesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => new RegExp(`^(?:# TYPE )?${name}[ {]`).test(line))
    .map((line) => line.replace(name, 'metric'))

test('a renamed metric is exported under its former name too, value by value', async () => {
  const metrics = createMetrics()
  metrics.countWebhook('dpo', 'kept')
  metrics.watch((): MetricSample[] => [
    { name: 'guichet_payments_in_review', labels: { reason: 'overpaid' }, value: 2 },
    { name: 'guichet_payments_in_review_oldest_seconds', value: 60 },
    { name: 'guichet_dead_letters', labels: { kind: 'notice' }, value: 3 },
    { name: 'guichet_webhooks_pending', labels: { connector: 'dpo', clock: 'late' }, value: 4 },
    { name: 'guichet_ledger_unhashed_seconds', value: 5 },
  ])
  const text = await metrics.text()
  for (const [name, former] of Object.entries(FORMER_NAMES)) {
    expect(valuesOf(text, name), name).toHaveLength(2)
    expect(valuesOf(text, former), former).toEqual(valuesOf(text, name))
  }
})
