import { afterAll, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { moneyPushConnector } from '#payment-connectors/gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from '#payment-connectors/mpesa/mpesa.connector.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'
import { buildSandbox } from '../../../../../sandbox/sandbox-app.ts'

/** Scenarios that take a quarter of an hour by the portal's own clock, against the real sandbox. */

const sandbox = await buildSandbox()
const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => sandbox.close())

const WALLETS: [ConnectorInfo['id'], PaymentConnector][] = [
  ['money-push', moneyPushConnector({ baseUrl: `${sandboxUrl}/sandbox/momo/1.2/mm`, apiKey: 'money-sandbox-key', merchant: 'GUICHET' })],
  [
    'mpesa',
    mpesaConnector({
      baseUrl: `${sandboxUrl}/sandbox/daraja`,
      consumerKey: 'daraja-sandbox-key',
      consumerSecret: 'daraja-sandbox-secret',
      shortCode: '600227',
      passkey: 'daraja-sandbox-passkey',
    }),
  ],
]
const world = await walletWorld(new Map(WALLETS))
const { begin, push, passMinutes } = world

type Details = { status: string; money: string; statusReason: string; purchaseToPay: string | null }

async function detailsOf(visitor: Visitor, txnId: string): Promise<Details> {
  const headers = { cookie: visitor.cookie(), lang: 'en' }
  return (await world.portal.call({ url: `${API_PREFIX}/transaction/fetch`, query: { txnId }, headers })).json().result
}

/** Advances the portal's clock, and runs what is then due. */
function afterMinutes(minutes: number, transactionId: string): void {
  passMinutes(minutes)
  world.portal.worker.wake(transactionId)
}

/** A slow machine may take longer. */
async function untilShown(visitor: Visitor, transactionId: string, details: Partial<Details>): Promise<void> {
  await vi.waitFor(async () => expect(await detailsOf(visitor, transactionId)).toMatchObject(details), { timeout: 15_000 })
}

async function capturedFrom(msisdn: string): Promise<number[]> {
  const ledger = (await sandbox.inject({ url: '/control/ledger' })).json<{ kind: string; msisdn?: string; amount: number }[]>()
  return ledger.filter((entry) => entry.kind === 'capture' && entry.msisdn === msisdn).map(({ amount }) => amount)
}

test('MM-2 payer 99000009: unknown for a quarter of an hour, then not taken, and free to pay by another method', async () => {
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  expect((await push(visitor, transactionId, '99000009')).result.code).toBe('NOT_STARTED')
  afterMinutes(14, transactionId)
  // Neither the same phone nor another one gets a request while the first may have paid.
  expect((await push(visitor, transactionId, '99000009')).result.code).toBe('ALREADY_PROCESSED')
  expect((await push(visitor, transactionId, '99000012')).result.code).toBe('ALREADY_PROCESSED')
  expect(await detailsOf(visitor, transactionId)).toMatchObject({ status: 'IN_PROCESS', money: 'being-confirmed', purchaseToPay: null })
  afterMinutes(6, transactionId)
  await untilShown(visitor, transactionId, { status: 'FAILED', money: 'not-taken' })
  expect(await detailsOf(visitor, transactionId)).toMatchObject({ statusReason: 'expired', purchaseToPay: expect.any(String) })
  expect((await push(visitor, transactionId, '99000012')).result.code).toBe('STARTED')
  expect(await capturedFrom('99000009')).toEqual([])
})

test('MP-1 payer 99000009: a lost M-PESA request cannot be queried, so it stays unknown and goes to review', async () => {
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'MPESA', paymentMobile: '99000009' })
  afterMinutes(11, transactionId)
  const review = () => world.portal.db.selectFrom('pay_order').select('review').where('id', '=', transactionId).executeTakeFirst()
  await vi.waitFor(async () => expect(await review()).toEqual({ review: 'cannot-be-asked' }), { timeout: 15_000 })
  expect(await detailsOf(visitor, transactionId)).toMatchObject({ status: 'IN_PROCESS', money: 'being-confirmed' })
  expect(await capturedFrom('99000009')).toEqual([])
})

const PUSHES = [
  ['MM-2', 'TENERE_MONEY_PUSH'],
  ['MP-1', 'MPESA'],
] as const

async function ask(visitor: Visitor, paymentMode: string, paymentMobile: string): Promise<string> {
  const transactionId = await begin(visitor)
  const answer = await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode, paymentMobile })
  expect(answer.json().result.code).toBe('STARTED')
  return transactionId
}

async function passTimeThere(advance: string): Promise<void> {
  await sandbox.inject({ method: 'POST', url: '/control/time', payload: { advance } })
}

test.for(PUSHES)('F48 %s payer 99000006: an unanswered request by %s ends unpaid, also without a webhook', async ([, mode]) => {
  const visitor = aVisitor(world.portal)
  const transactionId = await ask(visitor, mode, '99000006')
  await passTimeThere('PT2M10S')
  afterMinutes(2, transactionId)
  await untilShown(visitor, transactionId, { status: 'FAILED', money: 'not-taken' })
  expect(await capturedFrom('99000006')).toEqual([])
})

test.for(PUSHES)(
  'F16 F48 %s payer 99000011: a late payment by %s is found by polling, also without a webhook, and delivered once',
  async ([, mode]) => {
    const before = await capturedFrom('99000011')
    const visitor = aVisitor(world.portal)
    const transactionId = await ask(visitor, mode, '99000011')
    await passTimeThere('PT2M10S')
    afterMinutes(2, transactionId)
    await untilShown(visitor, transactionId, { status: 'FAILED', money: 'not-taken' })
    await passTimeThere('PT3M')
    afterMinutes(6, transactionId)
    await untilShown(visitor, transactionId, { status: 'SUCCESS', money: 'delivered' })
    expect(await capturedFrom('99000011')).toEqual([...before, 500])
  },
)

/** Approves the request on the phone. */
async function answerThere(msisdn: string, pin: string): Promise<{ problem?: string }> {
  const prompts = (await sandbox.inject(`/control/prompts/${msisdn}`)).json<{ id: string; state: string }[]>()
  const waiting = prompts.find(({ state }) => state === 'waiting')
  return (
    await sandbox.inject({ method: 'POST', url: `/control/prompts/${msisdn}/${waiting?.id}`, payload: { answer: 'accept', pin } })
  ).json()
}

test('MM-2 payer 99000004, whose first PIN the phone refuses, enters it again and pays once', async () => {
  const before = await capturedFrom('99000004')
  const visitor = aVisitor(world.portal)
  const transactionId = await ask(visitor, 'TENERE_MONEY_PUSH', '99000004')
  expect((await answerThere('99000004', '1234')).problem).toBe('wrong-pin')
  passMinutes(1)
  await world.portal.worker.sweep()
  expect(await detailsOf(visitor, transactionId)).toMatchObject({ status: 'IN_PROCESS' })
  await answerThere('99000004', '1234')
  afterMinutes(1, transactionId)
  await untilShown(visitor, transactionId, { status: 'SUCCESS', money: 'delivered' })
  expect(await capturedFrom('99000004')).toEqual([...before, 500])
})

test('MM-2 payer 99000010, with responses after 45 s, is told to wait, and pays once', async () => {
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  await push(visitor, transactionId, '99000010')
  expect(await detailsOf(visitor, transactionId)).toMatchObject({ status: 'IN_PROCESS', purchaseToPay: null })
  await vi.waitFor(
    async () => {
      await passTimeThere('PT45S')
      afterMinutes(1, transactionId)
      expect(await detailsOf(visitor, transactionId)).toMatchObject({ status: 'SUCCESS', money: 'delivered' })
    },
    { timeout: 30_000, interval: 500 },
  )
  expect(await capturedFrom('99000010')).toEqual([500])
})

test('MM-2 payer 99000011, who meanwhile paid by another method, gets the late payment refunded', async () => {
  const before = await capturedFrom('99000011')
  const visitor = aVisitor(world.portal)
  const transactionId = await ask(visitor, 'TENERE_MONEY_PUSH', '99000011')
  await passTimeThere('PT2M10S')
  afterMinutes(2, transactionId)
  await untilShown(visitor, transactionId, { status: 'FAILED', money: 'not-taken' })
  await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'MPESA', paymentMobile: '90555001' })
  await answerThere('90555001', '1234')
  afterMinutes(2, transactionId)
  await untilShown(visitor, transactionId, { status: 'SUCCESS', money: 'delivered' })
  await passTimeThere('PT3M')
  await vi.waitFor(
    async () => {
      afterMinutes(6, transactionId)
      expect(await givenBackTo('99000011')).toEqual([500])
    },
    { timeout: 15_000, interval: 500 },
  )
  expect(await capturedFrom('99000011')).toEqual([...before, 500])
})

async function givenBackTo(msisdn: string): Promise<number[]> {
  const ledger = (await sandbox.inject({ url: '/control/ledger' })).json<{ kind: string; msisdn?: string; amount: number }[]>()
  return ledger.filter((entry) => /refund|reversal/.test(entry.kind) && entry.msisdn === msisdn).map(({ amount }) => amount)
}
