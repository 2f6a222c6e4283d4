import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Sms, SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { CircuitState } from '#outbound/circuit-breaker.ts'
import { checkDatabase, openPool } from '#server/database/database.ts'
import { createMetrics } from '#server/logging/metrics.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { seriesValue } from '#tests/support/metric-text.ts'
import { watchCircuits, collectUpstreamMetrics } from './upstream-metrics.ts'

const TWO_SECONDS = 2_000
const NO_SMS: SmsSender = { send: () => Promise.reject(new Error('not part of this test')) }

/** A database that accepts connections and never answers. */
async function aHangingDatabase() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = openPool(`postgresql://guichet@127.0.0.1:${port}/guichet`, () => {})
  onTestFinished(async () => {
    server.close()
    await pool.end()
  })
  return pool
}

function anSms(): Sms {
  const to = '90000001'
  if (!isMobileNumber(to)) throw new Error('unreachable')
  return { reference: 'r', to, text: 'Votre code : 482913.', validForMinutes: 5 }
}

test('WATCH-1 F39 while the database hangs every scrape answers within two seconds, and soon shows the replica as not ready', async () => {
  const pool = await aHangingDatabase()
  const { metrics } = collectUpstreamMetrics({ sms: NO_SMS }, pool, () => checkDatabase(pool))
  const scrape = async () => {
    const began = performance.now()
    const text = await metrics.text()
    expect(performance.now() - began).toBeLessThan(TWO_SECONDS)
    return text
  }
  const first = await scrape()
  expect(seriesValue(first, 'guichet_ready')).toBeNull()
  expect(seriesValue(first, 'guichet_database_in_recovery')).toBeNull()
  await vi.waitFor(async () => expect(seriesValue(await scrape(), 'guichet_ready')).toBe(0), { timeout: 20_000 })
  expect(seriesValue(await scrape(), 'guichet_sample_age_seconds{part="replication"}')).toBeGreaterThan(1)
})

test('WATCH-3 the SMS centre’s responses are counted, and a sender that throws may have sent', async () => {
  const pool = await aHangingDatabase()
  const outcomes = ['accepted', 'accepted', 'unavailable', 'throws'] as const
  let sent = 0
  const send: SmsSender['send'] = async () => {
    const kind = outcomes[sent++] ?? 'throws'
    if (kind === 'throws') throw new Error('torn')
    return { kind }
  }
  const { metrics, sms } = collectUpstreamMetrics({ sms: { send } }, pool, async () => {})
  for (const _ of outcomes) await sms.send(anSms()).catch(() => {})
  const text = await metrics.text()
  const counted = ['accepted', 'refused', 'unavailable', 'unknown'].map((outcome) =>
    seriesValue(text, `guichet_sms_total{outcome="${outcome}"}`),
  )
  expect(counted).toEqual([2, 0, 1, 1])
  expect(text).not.toMatch(/90000001|482913/)
})

test('WATCH-3 each payment method is in one state, in each of its bulkheads', async () => {
  const metrics = createMetrics()
  let start: CircuitState = 'closed'
  watchCircuits(metrics, new Map([['dpo', { circuits: () => ({ start, question: 'closed' as const }) }]]))
  const states = async (room: string) => {
    const text = await metrics.text()
    return ['closed', 'open', 'half-open', 'probing'].map((state) =>
      seriesValue(text, `guichet_provider_circuit{connector="dpo",room="${room}",state="${state}"}`),
    )
  }
  expect(await states('start')).toEqual([1, 0, 0, 0])
  start = 'open'
  expect(await states('start')).toEqual([0, 1, 0, 0])
  expect(await states('question')).toEqual([1, 0, 0, 0])
})
