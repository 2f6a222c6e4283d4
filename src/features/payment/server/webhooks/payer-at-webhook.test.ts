import { afterAll, expect, test, vi } from 'vitest'
import { readBrowserReturn } from '#payment-connectors/browser-return.ts'
import { cardWorld, scriptedProvider, type Started } from '#tests/support/scripted-provider.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const NO = { state: 'declined', final: true, reason: 'other', provider: { code: 'no', text: '' } } as const
const PAID = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const

/** Unsigned, as at DPO and Tingg. */
const gateway = scriptedProvider('hint')
gateway.connector.readReturn = ({ query }) => readBrowserReturn(query)
const world = await cardWorld(gateway)
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

/** The webhook address as a payer constructs it from the return address. */
const madeUp = ({ urls, ...started }: Started): Started => {
  const mark = new URL(urls.return).searchParams.get('mark') ?? ''
  return { ...started, urls: { ...urls, notify: urls.notify.replace(/[^/]+$/, mark) } }
}
const attemptOf = (orderId: string) =>
  world.portal.db
    .selectFrom('pay_attempt')
    .select(['state', 'reason', 'doubt_why', 'provider_ref', 'provider_txn_id', 'paid_minor'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
const hasAsked = (ref: string) => vi.waitFor(() => expect(gateway.questions).toContain(ref), WAIT)
/** As if the previous version had begun it: one mark for payer and provider, and null in the column. */
const begunBefore = (orderId: string) =>
  world.portal.db.updateTable('pay_attempt').set({ has_return_mark: null }).where('order_id', '=', orderId).execute()

test(
  'abuse 89 51 payers report paid at the webhook address: page, attempt and review queue stay unchanged',
  { timeout: 60_000 },
  async () => {
    const payments = await Promise.all(Array.from({ length: 51 }, () => world.aPayment()))
    // Each payment was begun once; its reference shows which start belongs to it.
    const started = gateway.starts.slice(-51)
    const before = await Promise.all(payments.map(({ transactionId }) => attemptOf(transactionId)))
    for (const each of started)
      for (const seen of [PAID(each.ref), PAID(`${each.ref}2`)]) expect(await world.tell(madeUp(each), seen)).toBe(200)
    await Promise.all(started.map(({ ref }) => hasAsked(ref)))
    world.passMinutes(61)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await Promise.all(payments.map(({ transactionId }) => attemptOf(transactionId)))).toEqual(before)
    const reviews = await Promise.all(payments.map(({ transactionId }) => world.reviewOf(transactionId)))
    expect(reviews.filter((review) => review !== null)).toEqual([])
    const [first] = payments
    expect(await world.details(first?.transactionId ?? '', first?.visitor)).toMatchObject({
      status: 'REQUEST_REGISTERED',
      money: 'waiting',
    })
  },
)

test('abuse 89 a payer who reports paid after a refusal still reads the refusal; the provider on its own address is believed', async () => {
  const payment = await world.aPayment()
  gateway.answers.set(payment.ref, NO)
  await world.tell(madeUp(payment), PAID(payment.ref))
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ money: 'not-taken' }), WAIT)
  await world.tell(madeUp(payment), PAID(`${payment.ref}2`))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'FAILED', money: 'not-taken' })
  await world.tell(payment, PAID(payment.ref))
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ money: 'being-checked' }), WAIT)
})

test('abuse 89 F43 webhooks of a previous version’s attempt are accepted at its address until it ends, and no longer', async () => {
  const [open, ended] = [await world.aPayment(), await world.aPayment()]
  await begunBefore(open.transactionId)
  await begunBefore(ended.transactionId)
  gateway.answers.set(ended.ref, NO)
  await world.tell(ended, { state: 'pending' })
  await vi.waitFor(async () => expect(await world.details(ended.transactionId)).toMatchObject({ money: 'not-taken' }), WAIT)
  await world.tell(ended, PAID(ended.ref))
  await world.tell(open, PAID(open.ref))
  await vi.waitFor(async () => expect((await attemptOf(open.transactionId)).doubt_why).toBe('said-paid'), WAIT)
  expect(await attemptOf(ended.transactionId)).toMatchObject({ state: 'DECLINED', doubt_why: null })
})

test('abuse 89 F43 a return address of the previous version opens its payment and queries, with the mark in the path', async () => {
  const payment = await world.aPayment()
  const { pathname } = new URL(payment.urls.notify.replace('/notice/', '/callback/'))
  const answer = await world.portal.call({ url: `${pathname}?CompanyRef=${payment.ref}`, headers: { origin: '' } })
  expect(answer.headers.location).toBe(`/payment/status?id=${payment.transactionId}`)
  expect(gateway.questions).toContain(payment.ref)
})

test('abuse 89 a gateway that adds its parameters with a second question mark still brings the payer back with the mark', async () => {
  const payment = await world.aPayment()
  const { pathname, search } = new URL(payment.urls.return)
  const answer = await world.portal.call({ url: `${pathname}${search}?TransID=${payment.ref}`, headers: { origin: '' } })
  expect(answer.headers.location).toBe(`/payment/status?id=${payment.transactionId}`)
  expect(gateway.questions).toContain(payment.ref)
})
