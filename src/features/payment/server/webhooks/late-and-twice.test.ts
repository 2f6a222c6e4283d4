import { afterAll, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { TRANSACTION } from '#tests/support/wallet-world.ts'

const WAIT = { timeout: 20_000, interval: 100 }
const LONG = { timeout: 90_000 }

type Answer = Awaited<ReturnType<ReturnType<typeof fakeOperator>['deliver']>>

/** An operator with its own ledger, which can be down or slow. */
const operator = fakeOperator()
const credits: string[] = []
let isAway = false
let slowAnswer: PromiseWithResolvers<void> | null = null
operator.deliver = async (_order, { reference }): Promise<Answer> => {
  if (isAway) return { ok: false, fault: { kind: 'unavailable' } }
  credits.push(reference)
  await slowAnswer?.promise
  return { ok: true, value: { state: 'done', operatorReference: `O-${reference}` } }
}
operator.track = async (_order, reference) =>
  credits.includes(reference)
    ? { ok: true, value: { state: 'done', operatorReference: `O-${reference}` } }
    : { ok: true, value: { state: 'absent' } }

const provider = scriptedProvider('signed')
const database = await testDatabase()
const world = await cardWorld(provider, { operator, database })
const replica = await cardWorld(provider, { operator, database })
for (const { portal } of [world, replica]) {
  portal.worker.start()
  afterAll(() => portal.worker.stop())
}

const paid = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const

const CANCELLED = { state: 'cancelled', provider: { code: 'CANCELLED', text: '' } } as const

type Payment = Awaited<ReturnType<typeof world.aPayment>>

async function pays(payment: Payment): Promise<void> {
  provider.answers.set(payment.ref, paid(payment.ref))
  await world.tell(payment, paid(payment.ref))
}

async function isShown({ transactionId }: Payment, details: object): Promise<void> {
  await vi.waitFor(async () => expect(await world.details(transactionId)).toMatchObject(details), WAIT)
}

async function creditsFor({ transactionId }: Payment): Promise<number> {
  const { reference } = await world.portal.db
    .selectFrom('pay_order')
    .select('reference')
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  return credits.filter((each) => each === reference).length
}

test('F15 cancelled at the gateway, then paid in another tab: the late payment is accepted, once', LONG, async () => {
  const payment = await world.aPayment()
  provider.answers.set(payment.ref, CANCELLED)
  const url = new URL(payment.urls.return)
  await world.portal.call({ url: `${url.pathname}${url.search}`, headers: { origin: '' } })
  await isShown(payment, { money: 'not-taken' })
  await pays(payment)
  await isShown(payment, { status: 'SUCCESS' })
  expect(await creditsFor(payment)).toBe(1)
})

test('abuse 48 I7 a cancel after the delivery refunds nothing, and the final state stays', LONG, async () => {
  const payment = await world.aPayment()
  await pays(payment)
  await isShown(payment, { status: 'SUCCESS' })
  provider.answers.set(payment.ref, CANCELLED)
  const url = new URL(payment.urls.return)
  for (const query of ['status=CANCELLED', 'status=cancelled&txref=x'])
    await world.portal.call({ url: `${url.pathname}${url.search ? `${url.search}&` : '?'}${query}`, headers: { origin: '' } })
  await world.tell(payment, CANCELLED)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS', isFinal: true })
  const refunds = await world.portal.db.selectFrom('pay_refund').selectAll().where('order_id', '=', payment.transactionId).execute()
  expect(refunds).toEqual([])
})

test('F20 two purchases of one visit for one number are paid and delivered apart, and every reader sees the same', LONG, async () => {
  const first = await world.aPayment()
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await first.visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await first.visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  await world.process(first.visitor, transactionId)
  const second: Payment = { ...first, ...provider.starts.at(-1), transactionId }
  expect(second.ref).not.toBe(first.ref)
  await pays(second)
  await isShown(second, { status: 'SUCCESS' })
  const looks = await Promise.all([world, replica, world].map((at) => at.details(first.transactionId, first.visitor)))
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set(['REQUEST_REGISTERED']))
  await pays(first)
  await isShown(first, { status: 'SUCCESS' })
  expect([await creditsFor(first), await creditsFor(second)]).toEqual([1, 1])
})

test(
  'F28 I3 an operator down for six hours: the visitor is informed, then refunded, and a late result is not delivered as well',
  LONG,
  async () => {
    isAway = true
    const payment = await world.aPayment()
    await pays(payment)
    await isShown(payment, { status: 'REQUEST_RAISED', money: 'taken' })
    for (let hour = 0; hour < 7; hour += 1) {
      for (const each of [world, replica]) each.passMinutes(60)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    // This gateway has no refund call: a person refunds the payment.
    await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBe('refund-by-hand'), WAIT)
    isAway = false
    for (const each of [world, replica]) each.passMinutes(60)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await creditsFor(payment)).toBe(0)
  },
)

test(
  'F41 F42 I2 a worker stalls past its lease while the operator credits: the other replica queries, and it is credited once',
  LONG,
  async () => {
    const payment = await world.aPayment()
    slowAnswer = Promise.withResolvers()
    await pays(payment)
    await vi.waitFor(async () => expect(await creditsFor(payment)).toBe(1), WAIT)
    for (const each of [world, replica]) each.passMinutes(2)
    await isShown(payment, { status: 'SUCCESS' })
    slowAnswer.resolve()
    slowAnswer = null
    for (const each of [world, replica]) each.passMinutes(30)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await creditsFor(payment)).toBe(1)
    expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS' })
  },
)

test('abuse 36 S7 guessed ids reveal nothing: short, sequential, UUID and well-formed ids are all unknown; ids have 128 bits', async () => {
  const { transactionId } = await world.aPayment()
  expect(transactionId).toMatch(/^[A-Za-z0-9_-]{22}$/)
  const wellFormed = ['A'.repeat(22), transactionId.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))]
  const bodies = []
  for (const id of wellFormed) {
    for (const url of [`${API_PREFIX}/transaction/v1/status?tid=${id}`, `${API_PREFIX}/transaction/fetch?txnId=${id}`]) {
      const answer = await world.portal.call({ url })
      expect(answer.statusCode).toBe(404)
      const { requestId: _, ...body } = answer.json()
      bodies.push(body)
    }
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  for (const id of ['1', '2', 'abc', '0188c2a4-9c1e-7b3a-9f60-0242ac120002', '%00', 'x'.repeat(300)])
    expect((await world.portal.call({ url: `${API_PREFIX}/transaction/v1/status?tid=${id}` })).statusCode).toBeOneOf([400, 404])
})

test('STAT-4 the result names the payment, the purchase, its recipient and the method', LONG, async () => {
  const payment = await world.aPayment()
  await pays(payment)
  await isShown(payment, { status: 'SUCCESS' })
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({
    transactionId: payment.transactionId,
    refTransactionId: expect.stringMatching(/^G[A-Z2-9]{12}$/),
    transactionType: 'PREPAID_RECHARGE',
    paymentMode: 'PAYMENT_GATEWAY',
    paymentGateway: 'dpo',
    currencyCode: 'XOF',
    amount: 500,
    msisdn: '90000001',
    mobileNumber: '90000001',
    accountId: '',
    invoiceNumber: '',
    bundleDescription: '',
    productCode: null,
    statusReason: '',
    metaInfo: { leadId: null },
  })
})
