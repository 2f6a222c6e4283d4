import { afterAll, expect, test, vi } from 'vitest'
import { ProviderUnavailable } from '#payment-connectors/payment-connector.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const LONG = { timeout: 90_000 }

const operator = fakeOperator()
const credits: string[] = []
operator.deliver = async (_order, { reference }) => {
  credits.push(reference)
  return { ok: true, value: { state: 'done', operatorReference: `O-${reference}` } }
}

/** A gateway with delivery reports, which acknowledges them on demand. */
const provider = scriptedProvider('signed')
const reports: string[] = []
let isTaking = true
provider.connector.reportDelivery = async (_context, { ref }) => {
  reports.push(ref)
  if (!isTaking) throw new ProviderUnavailable('answers 503', true, { status: 503 })
}
provider.connector.refund = async (_context, _attempt, { amount }) => ({
  state: 'refunded',
  amount,
  provider: { code: 'refunded', text: '' },
})

const world = await cardWorld(provider, { operator })
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

const paid = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const

async function attempts(transactionId: string) {
  return world.portal.db.selectFrom('pay_attempt').selectAll().where('order_id', '=', transactionId).orderBy('position').execute()
}

async function answerOf(transactionId: string) {
  const [first] = await attempts(transactionId)
  return { isTaken: first?.is_delivery_reported, tries: first?.report_tries }
}

test(
  'I20 F66 F26 a start answered 500 is paid late all the same: alone it is delivered, beside another payment it is refunded',
  LONG,
  async () => {
    for (const isPaidTwice of [false, true]) {
      provider.begin = async () => {
        throw new ProviderUnavailable('answers 500', true, { status: 500, answered: { status: 500, code: null, retryAfter: null } })
      }
      const first = await world.aPayment()
      expect(await world.details(first.transactionId)).toMatchObject({ money: 'other-way', status: 'REQUEST_REGISTERED' })
      provider.begin = async () => {}
      if (isPaidTwice) {
        expect(await world.process(first.visitor, first.transactionId)).toMatchObject({ code: 'STARTED' })
        const second = provider.starts.at(-1)
        if (!second || second.ref === first.ref) throw new Error('no second attempt was started')
        provider.answers.set(second.ref, paid(second.ref))
        await world.tell(second, paid(second.ref))
        await vi.waitFor(async () => expect(await world.details(first.transactionId)).toMatchObject({ status: 'SUCCESS' }), WAIT)
      }
      provider.answers.set(first.ref, paid(first.ref))
      await world.tell(first, paid(first.ref))
      const expected = { status: 'SUCCESS', money: isPaidTwice ? 'second-given-back' : 'delivered' }
      await vi.waitFor(async () => expect(await world.details(first.transactionId)).toMatchObject(expected), WAIT)
    }
    expect(new Set(credits).size).toBe(2)
    expect(credits).toHaveLength(2)
  },
)

test('F65 a report that gets a 503 is repeated until it is acknowledged, and counts as received only then', LONG, async () => {
  isTaking = false
  const payment = await world.aPayment()
  provider.answers.set(payment.ref, paid(payment.ref))
  await world.tell(payment, paid(payment.ref))
  await vi.waitFor(async () => expect(await answerOf(payment.transactionId)).toEqual({ isTaken: false, tries: 1 }), WAIT)
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS' })
  for (const tries of [2, 3]) {
    world.passMinutes(6)
    await vi.waitFor(async () => expect(await answerOf(payment.transactionId)).toEqual({ isTaken: false, tries }), WAIT)
  }
  isTaking = true
  world.passMinutes(61)
  await vi.waitFor(async () => expect(await answerOf(payment.transactionId)).toMatchObject({ isTaken: true }), WAIT)
  const told = reports.filter((ref) => ref === payment.ref).length
  world.passMinutes(600)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(reports.filter((ref) => ref === payment.ref)).toHaveLength(told)
  expect(await world.reviewOf(payment.transactionId)).toBeNull()
})

test('F65 a report unacknowledged for a day goes to review, which ends once it is acknowledged', LONG, async () => {
  isTaking = false
  const payment = await world.aPayment()
  provider.answers.set(payment.ref, paid(payment.ref))
  await world.tell(payment, paid(payment.ref))
  await vi.waitFor(async () => expect(await answerOf(payment.transactionId)).toEqual({ isTaken: false, tries: 1 }), WAIT)
  expect(await world.reviewOf(payment.transactionId)).toBeNull()
  world.passMinutes(24 * 60 + 1)
  await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBe('report-not-taken'), WAIT)
  isTaking = true
  world.passMinutes(61)
  await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBeNull(), WAIT)
})
