import { expect, test, vi } from 'vitest'
import { aContext, anAttempt, anOrder, aScriptedProvider, type ScriptedAnswer } from './testing/connector-testing.ts'
import { guardConnector } from './guard-connector.ts'
import { moneyPinConnector } from './gsma-money/gsma-money.connector.ts'
import { ProviderUnavailable, type PaymentConnector } from './payment-connector.ts'
import { ubaConnector } from './uba/uba.connector.ts'

const BULKHEADS = {
  start: { maxConcurrent: 2, maxQueued: 1, queueTimeoutMs: 60_000, failureThreshold: 3, openMs: 30_000 },
  question: { maxConcurrent: 2, maxQueued: 1, queueTimeoutMs: 60_000, failureThreshold: 3, openMs: 30_000 },
}

async function aGuardedBank(answer: (path: string) => ScriptedAnswer) {
  const time = { ms: Date.parse('2026-11-15T12:00:00Z') }
  const provider = await aScriptedProvider(({ path }) => answer(path))
  const bank = ubaConnector({ baseUrl: provider.url, merchantId: 'GUICHETNE', serviceKey: 'key' })
  const guarded = guardConnector(bank, { now: () => new Date(time.ms), bulkheads: BULKHEADS })
  const start = (timeoutMs = 5_000) => guarded.connector.start(aContext({ timeoutMs }), anOrder())
  const ask = () => guarded.connector.query?.(aContext(), anAttempt({ providerRef: 'P1' }))
  return { time, provider, guarded, start, ask }
}

const outcome = (promise: Promise<unknown> | undefined) => Promise.resolve(promise).catch((error: unknown) => error)

test('F60 a call that finds the bulkhead full fails at once, reports that nothing was sent, and sends nothing', async () => {
  const { provider, guarded, start } = await aGuardedBank(() => 'says nothing')
  const inside = [start(700), start(700), start(700)].map(outcome)
  await vi.waitFor(() => expect(provider.requests).toHaveLength(2))
  expect(guarded.availability()).toBe('full')
  for (const told of await Promise.all(Array.from({ length: 147 }, () => outcome(start())))) {
    expect(told).toBeInstanceOf(ProviderUnavailable)
    expect(told).toMatchObject({ why: 'busy', mayHaveArrived: false })
  }
  expect(provider.requests).toHaveLength(2)
  // Admitted starts may have paid; the queued one got a place when the first one ended.
  for (const told of await Promise.all(inside)) expect(told).toMatchObject({ why: 'timeout', mayHaveArrived: true })
  expect(provider.requests).toHaveLength(3)
})

test('F60 queued starts delay no query, and queries no start', async () => {
  const { start, ask, provider } = await aGuardedBank((path) =>
    path.startsWith('/regptran') ? 'says nothing' : { body: 'Approved Transaction;P1;ABCDEFGH2345;1500;952' },
  )
  const waiting = [start(500), start(500), start(500)].map(outcome)
  await vi.waitFor(() => expect(provider.requests).toHaveLength(2))
  expect(await ask()).toMatchObject({ state: 'paid' })
  await Promise.all(waiting)

  const other = await aGuardedBank((path) => (path.startsWith('/regptran') ? { body: 'T-1' } : 'says nothing'))
  const questions = Array.from({ length: 5 }, () =>
    outcome(other.guarded.connector.query?.(aContext({ timeoutMs: 500 }), anAttempt({ providerRef: 'P1' }))),
  )
  await vi.waitFor(() => expect(other.provider.requests).toHaveLength(2))
  expect(await other.start()).toMatchObject({ kind: 'accepted' })
  await Promise.all(questions)
})

test('F32 a provider that times out three times gets no calls for a while, then one trial call, then all', async () => {
  let isWell = false
  const { time, provider, guarded, start } = await aGuardedBank(() => (isWell ? { body: 'T-1' } : { status: 502, body: 'no' }))
  for (let count = 0; count < 3; count += 1) expect(await outcome(start())).toMatchObject({ why: 'server-error', mayHaveArrived: true })
  expect(guarded.availability()).toBe('circuit-open')
  expect(await outcome(start())).toMatchObject({ name: 'ProviderUnavailable', why: 'breaker-open', mayHaveArrived: false })
  expect(provider.requests).toHaveLength(3)
  time.ms += 30_000
  isWell = true
  expect(guarded.availability()).toBe('accepting')
  expect(await start()).toMatchObject({ kind: 'accepted' })
  expect(guarded.circuit()).toBe('closed')
})

test('F32 queries without responses are paused too, without blocking new payments', async () => {
  const { time, provider, guarded, ask, start } = await aGuardedBank((path) =>
    path.startsWith('/regptran') ? { body: 'T-1' } : 'hangs up',
  )
  for (let count = 0; count < 3; count += 1) expect(await outcome(ask())).toMatchObject({ why: 'connection-lost' })
  expect(await outcome(ask())).toMatchObject({ why: 'breaker-open', mayHaveArrived: false })
  expect(provider.requests).toHaveLength(3)
  expect([guarded.availability(), await start()]).toMatchObject(['accepting', { kind: 'accepted' }])
  time.ms += 30_000
  expect(await outcome(ask())).toMatchObject({ why: 'connection-lost' })
})

test('an unusable answer to a query does not count as a timeout', async () => {
  const { guarded, ask, provider } = await aGuardedBank(() => ({ body: 'Approved Transaction;P1;SOMEBODYELSE;1500;952' }))
  for (let count = 0; count < 5; count += 1) await outcome(ask())
  expect(provider.requests).toHaveLength(5)
  const knows = { ...guarded.connector, reportDelivery: () => Promise.reject(new ProviderUnavailable('did not take note', true)) }
  const other = guardConnector(knows, { now: () => new Date(), bulkheads: BULKHEADS })
  for (let count = 0; count < 5; count += 1)
    expect(await outcome(other.connector.reportDelivery?.(aContext(), anAttempt(), true))).toMatchObject({ why: 'unusable' })
})

test('our own refusals say nothing about the provider', async () => {
  const { guarded, start } = await aGuardedBank(() => ({ status: 502, body: 'no' }))
  await outcome(start())
  await outcome(start())
  expect(await guarded.connector.start(aContext(), anOrder({ amount: { minor: 0, currency: 'XOF' } }))).toMatchObject({
    kind: 'not-attempted',
  })
  await outcome(start())
  expect(guarded.availability()).toBe('circuit-open')
})

test('a guarded connector has the same optional methods, and no others', async () => {
  const { guarded } = await aGuardedBank(() => ({ body: '' }))
  expect(Object.keys(guarded.connector).toSorted()).toEqual(['info', 'query', 'readReturn', 'returnsWithoutMark', 'start'])
  const wallet: PaymentConnector = moneyPinConnector({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', merchant: 'm' })
  expect(Object.keys(guardConnector(wallet, { now: () => new Date() }).connector).toSorted()).toEqual(Object.keys(wallet).toSorted())
})
