import { expect, test } from 'vitest'
import { ProviderUnavailable, type Observation, type PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aPaymentWorld, type PaymentWorld } from './payment-engine-testing.ts'

const PIN = { kid: 'k', ciphertext: 'sealed' }
const SAID = { code: '1004', text: '' }
const WRONG: Observation = { state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: 4, provider: SAID }
const LOCKED: Observation = { state: 'declined', final: true, reason: 'pin_locked', provider: { code: '1006', text: '' } }
const PAID: Observation = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: 'W1' }

async function aWaitingWallet(wallet: Partial<PaymentConnector>): Promise<PaymentWorld> {
  const world = aPaymentWorld({
    id: 'money-pin',
    start: async () => ({
      kind: 'accepted',
      providerRef: null,
      action: { type: 'enter-pin', digits: 4, attemptsLeft: 5, key: { kid: 'k', spki: 's' } },
    }),
    ...wallet,
  })
  await world.pay()
  return world
}

test('MM-1: a wrong PIN keeps the payment open, with the remaining tries of the wallet', async () => {
  const world = await aWaitingWallet({ submitSecret: async () => WRONG })
  expect(await world.engine.enterSecret('order', PIN)).toEqual({ kind: 'wrong', attemptsLeft: 4 })
  expect(world.attempt()).toMatchObject({ state: 'WAITING', isSecretPending: false, secretsSent: 1, action: { attemptsLeft: 4 } })
})

test('MM-1: a right PIN after a wrong one pays once, each under its own reference', async () => {
  const names: number[] = []
  const world = await aWaitingWallet({
    submitSecret: async (_context, { secretsSent }) => {
      names.push(secretsSent)
      return secretsSent === 1 ? WRONG : PAID
    },
  })
  await world.engine.enterSecret('order', PIN)
  expect(await world.engine.enterSecret('order', PIN)).toMatchObject({ kind: 'taken' })
  expect(await world.engine.enterSecret('order', PIN)).toEqual({ kind: 'not-awaited' })
  expect(names).toEqual([1, 2])
})

test('MM-1: a locked wallet ends the attempt', async () => {
  const world = await aWaitingWallet({ submitSecret: async () => LOCKED })
  expect(await world.engine.enterSecret('order', PIN)).toMatchObject({ kind: 'ended', attempt: { reason: 'pin_locked' } })
})

test('S4 a PIN whose response was lost is queried; no other PIN and no other method may follow', async () => {
  const world = await aWaitingWallet({
    submitSecret: async () => {
      throw new ProviderUnavailable('lost', true)
    },
    query: async () => PAID,
  })
  expect(await world.engine.enterSecret('order', PIN)).toEqual({ kind: 'being-confirmed' })
  expect(await world.engine.enterSecret('order', PIN)).toEqual({ kind: 'being-confirmed' })
  expect(world.attempt()).toMatchObject({ state: 'UNKNOWN', secretsSent: 1 })
  expect(await world.pay({ msisdn: '90000002' })).toEqual({ kind: 'being-confirmed' })
  await world.engine.queryNow('order', world.attempt().id)
  expect(world.attempt().state).toBe('PAID')
})

test('abuse 30 a PIN encrypted for another attempt is not sent', async () => {
  const world = await aWaitingWallet({ submitSecret: async () => PAID })
  expect(await world.engine.enterSecret('order', { ...PIN, kid: 'of another attempt' })).toEqual({ kind: 'not-awaited' })
  expect(world.attempt()).toMatchObject({ state: 'WAITING', secretsSent: 0 })
})

test('a PIN that was surely not sent may be entered again', async () => {
  const world = await aWaitingWallet({
    submitSecret: async (_context, { secretsSent }) => {
      if (secretsSent === 1) throw new ProviderUnavailable('refused', false)
      return PAID
    },
  })
  expect(await world.engine.enterSecret('order', PIN)).toEqual({ kind: 'not-sent' })
  expect(await world.engine.enterSecret('order', PIN)).toMatchObject({ kind: 'taken' })
})

test('a late response about an earlier PIN does not unlock the next one', async () => {
  const late = Promise.withResolvers<Observation>()
  const never = Promise.withResolvers<Observation>()
  const world = await aWaitingWallet({
    submitSecret: async (_context, { secretsSent }) => (secretsSent === 1 ? WRONG : never.promise),
    query: () => late.promise,
  })
  await world.engine.enterSecret('order', PIN)
  const question = world.engine.queryNow('order', world.attempt().id)
  await world.settle()
  void world.engine.enterSecret('order', PIN)
  await world.settle()
  late.resolve(WRONG)
  await question
  expect(world.attempt()).toMatchObject({ state: 'UNKNOWN', isSecretPending: true, secretsSent: 2 })
})

test.for(['cannot-be-asked', 'unknown-word'] as const)(
  'a payment that only a person can follow (%s) goes to review at once',
  async (why) => {
    const provider = { code: 'no-id', text: '' }
    const world = aPaymentWorld({
      id: 'mpesa',
      start: async () => {
        throw new ProviderUnavailable('lost', true)
      },
      query: async () => ({ state: 'unrecognised', provider, needsReview: why }),
    })
    await world.pay()
    await world.engine.queryNow('order', world.attempt().id)
    expect(world.review()).toBe(why)
    expect(world.attempt().state).toBe('UNKNOWN')
  },
)

test('a provider that left quick queries unanswered gets more time, but never while a visitor waits', async () => {
  const world = aPaymentWorld({
    id: 'money-push',
    start: () => Promise.reject(new ProviderUnavailable('slow', true)),
    query: () => Promise.reject(new ProviderUnavailable('slow', true)),
  })
  await world.pay()
  for (let question = 1; question <= 4; question += 1) {
    world.passMinutes(1)
    await world.engine.work('order')
  }
  world.passMinutes(1)
  await world.engine.queryNow('order', world.attempt().id)
  expect(world.timeoutClass).toEqual(['short', 'short', 'short', 'short', 'long', 'short'])
  expect(world.attempt().state).toBe('UNKNOWN')
})
