import { expect, test, vi } from 'vitest'
import { guardConnector } from '#payment-connectors/guard-connector.ts'
import { ProviderUnavailable, type PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { ON_PHONE, walletWorld } from '#tests/support/wallet-world.ts'
import { createConnectorHealth } from './connector-health.ts'

const world = await walletWorld()
const { script, started, begin, push, passMinutes } = world

test('F32 HUB-1 a wallet silent three times gets no calls for a while: visitors are refused at once, and may go on later', async () => {
  script.start = 'silence'
  for (const msisdn of ['90710001', '90720002', '90730003']) {
    const visitor = aVisitor(world.portal)
    expect((await push(visitor, await begin(visitor), msisdn)).result.code).toBe('NOT_STARTED')
  }
  expect(started).toHaveLength(3)
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  const refused = await push(visitor, transactionId, '90740004')
  expect(refused).toMatchObject({
    status: 'failure',
    code: 'method-unavailable',
    message: expect.stringContaining('nothing was charged') as string,
  })
  expect(started).toHaveLength(3)
  passMinutes(1)
  script.start = ON_PHONE
  expect((await push(visitor, transactionId, '90740004')).result.code).toBe('STARTED')
})

test('a begun request is still shown to its visitor, although nothing new may begin', async () => {
  script.start = ON_PHONE
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  expect((await push(visitor, transactionId, '90750005')).result.code).toBe('STARTED')
  script.start = 'silence'
  for (const msisdn of ['90760006', '90770007', '90780008']) {
    const other = aVisitor(world.portal)
    await push(other, await begin(other), msisdn)
  }
  expect((await push(visitor, transactionId, '90750005')).result.code).toBe('ALREADY_PROCESSED')
})

function aHealth(isUp: () => Promise<boolean>) {
  const time = { ms: Date.parse('2026-11-15T12:00:00Z'), asked: 0 }
  const connector = {
    info: { id: 'smartcash' },
    start: () => Promise.reject(new ProviderUnavailable('silent', true)),
    isUp() {
      time.asked += 1
      return isUp()
    },
  } as unknown as PaymentConnector
  const now = () => new Date(time.ms)
  const guarded = guardConnector(connector, { now })
  return { time, guarded, health: createConnectorHealth({ connectors: new Map([['smartcash', guarded]]), context: { fetch, now } }) }
}

test('abuse 39 HUB-1 a hundred visitors cause one health check of a provider, and its result is cached for a while', async () => {
  const { time, health } = aHealth(() => Promise.resolve(false))
  for (let count = 0; count < 100; count += 1) health.isAvailable('smartcash')
  await vi.waitFor(() => expect(health.isAvailable('smartcash')).toBe(false))
  expect(time.asked).toBe(1)
  time.ms += 20_000
  health.isAvailable('smartcash')
  expect(time.asked).toBe(2)
})

test('HUB-1 a provider whose health check fails, for whatever reason, is not up', async () => {
  const { health } = aHealth(() => Promise.reject(new Error('thrown')))
  health.isAvailable('smartcash')
  await vi.waitFor(() => expect(health.isAvailable('smartcash')).toBe(false))
})

test('HUB-1 the shown state is the circuit breaker’s', async () => {
  const { time, guarded, health } = aHealth(() => Promise.resolve(true))
  for (let count = 0; count < 3; count += 1) {
    expect(health.isAvailable('smartcash')).toBe(true)
    await expect(guarded.connector.start({} as never, {} as never)).rejects.toMatchObject({ mayHaveArrived: true })
  }
  expect([guarded.circuit(), health.isAvailable('smartcash'), health.availability('smartcash')]).toEqual(['open', false, 'circuit-open'])
  time.ms += 30_000
  expect([guarded.circuit(), health.isAvailable('smartcash'), health.availability('smartcash')]).toEqual(['half-open', true, 'accepting'])
  expect(health.isAvailable('paystack')).toBe(false)
})

test('HUB-1 a half-open provider is slow, not unavailable; one that responds is neither', async () => {
  const { time, guarded, health } = aHealth(() => Promise.resolve(true))
  expect([health.isAvailable('smartcash'), health.isSlow('smartcash')]).toEqual([true, false])
  const start = () => guarded.connector.start({} as never, {} as never).catch(() => undefined)
  for (let tries = 0; tries < 3; tries += 1) await start()
  expect([health.isAvailable('smartcash'), health.isSlow('smartcash')]).toEqual([false, false])
  time.ms += 60_000
  expect([health.isAvailable('smartcash'), health.isSlow('smartcash')]).toEqual([true, true])
})
