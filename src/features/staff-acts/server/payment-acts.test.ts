import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { openDatabase } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import type { Actor, DeskResult } from '../desk-ports.ts'
import { hasRefundCall, type PaymentActRequest } from '../payment-acts.ts'
import { aDeskWorld, APPROVER, CARE } from '#tests/support/desk-world.ts'

const db = openDatabase((await testDatabase()).pool)
let now = new Date('2026-11-19T10:00:00Z')
const clock = { now: () => now }
const { desk, aPayment, state, seen } = aDeskWorld(db, clock)
const key = () => randomUUID()
const PRICE = 500

type Found = Awaited<ReturnType<typeof aPayment>>

const refundOf = ({ attemptId }: Found, change: object = {}): PaymentActRequest => ({
  act: 'refund',
  attemptId,
  note: 'the customer no longer wants it',
  providerNumber: null,
  ...change,
})

async function propose(payment: Found, request: PaymentActRequest, staff: Actor = CARE): Promise<DeskResult> {
  return desk.propose({ staff, key: key(), reference: payment.reference, request, seen: await seen(payment.orderId) })
}

async function proposed(payment: Found, request: PaymentActRequest = refundOf(payment), staff: Actor = CARE): Promise<number> {
  const result = await propose(payment, request, staff)
  if (result.kind !== 'proposed') throw new Error(JSON.stringify(result))
  return result.proposal
}

const approval = async (payment: Found, proposal: number, change: object = {}) => ({
  staff: APPROVER,
  key: key(),
  proposal,
  seen: await seen(payment.orderId),
  typedAmount: PRICE,
  ...change,
})

const perform = async (payment: Found, request: PaymentActRequest, staff: Actor = CARE) =>
  desk.perform({ staff, key: key(), reference: payment.reference, request, seen: await seen(payment.orderId) })

const refused = (why: string) => ({ kind: 'refused', why })

test.for<[delivery: string, order: object, why: string]>([
  ['is in flight', { fulfilment: 'SENDING', sends: 1 }, 'delivery-in-doubt'],
  ['may have been received', { fulfilment: 'TRACKING', sends: 1 }, 'delivery-in-doubt'],
  ['was unknown to the operator for a short while', { fulfilment: 'QUEUED', sends: 1 }, 'delivery-in-doubt'],
  ['was made', { fulfilment: 'DONE', sends: 1 }, 'delivered'],
])('CON-3 no refund while the delivery %s', async ([, order, why]) => {
  const payment = await aPayment(order)
  expect(await propose(payment, refundOf(payment))).toEqual(refused(why))
})

const AGAIN: PaymentActRequest = { act: 'deliver-again', note: 'the line is open again' }

test('CON-3 a delivery that is followed is in doubt, however long the operator has not known our reference: its answer may be old', async () => {
  const payment = await aPayment({ fulfilment: 'TRACKING', sends: 1, absentSince: new Date(now.getTime() - 3_601_000) })
  expect(await propose(payment, refundOf(payment))).toEqual(refused('delivery-in-doubt'))
  expect(await propose(payment, AGAIN)).toEqual(refused('delivery-in-doubt'))
})

test('CON-3 where the provider has no refund call, its own number is required once the delivery has stopped', async () => {
  const payment = await aPayment({}, { connector: 'uba' })
  expect(hasRefundCall('uba')).toBe(false)
  // First the delivery is stopped: no money may go back while it can begin.
  expect(await desk.approve(await approval(payment, await proposed(payment)))).toEqual({ kind: 'done' })
  await aDeskWorld(db, clock).store.change(payment.orderId, (before) => ({
    state: {
      ...before,
      order: { ...before.order, review: 'refund-by-hand' },
      refunds: before.refunds.map((refund) => ({ ...refund, state: 'REVIEW' as const, nextWorkAt: null })),
    },
    events: [],
    result: null,
  }))
  expect(await propose(payment, refundOf(payment))).toEqual(refused('number-missing'))
  const made = refundOf(payment, { providerNumber: 'UBA-2231' })
  expect(await desk.approve(await approval(payment, await proposed(payment, made)))).toEqual({ kind: 'done' })
  const { order, attempts, refunds } = await state(payment.orderId)
  expect([order.review, attempts[0]?.state, refunds[0]?.state]).toEqual([null, 'REFUNDED', 'DONE'])
})

test('CON-3 a refused delivery is sent again under the same reference, and its refund is withdrawn', async () => {
  const payment = await aPayment({ fulfilment: 'REFUSED', refusal: 'line-barred', sends: 1 }, { connector: 'uba', state: 'REFUNDING' })
  const { id, ref } = { id: newPaymentIds.id(), ref: newPaymentIds.ref() }
  const refund = {
    id,
    ref,
    attemptId: payment.attemptId,
    amount: { minor: PRICE, currency: 'XOF' },
    cause: 'not-delivered' as const,
    state: 'REVIEW' as const,
    tries: 1,
    absentSince: null,
    nextWorkAt: null,
  }
  await aDeskWorld(db, clock).store.change(payment.orderId, (before) => ({
    state: { ...before, refunds: [refund] },
    events: [],
    result: null,
  }))
  expect(await desk.approve(await approval(payment, await proposed(payment, AGAIN), { typedAmount: null }))).toEqual({ kind: 'done' })
  const { order, attempts, refunds } = await state(payment.orderId)
  expect([order.reference, order.fulfilment, attempts[0]?.state, refunds[0]?.state]).toEqual([
    payment.reference,
    'QUEUED',
    'PAID',
    'REVIEW',
  ])
})

test.for<[delivery: string, order: object, attempt: object, why: string]>([
  ['is under way', { fulfilment: 'TRACKING', sends: 1 }, {}, 'delivery-in-doubt'],
  ['waits for the operator', {}, {}, 'not-refused'],
  ['was made', { fulfilment: 'DONE' }, {}, 'delivered'],
  ['was refused and is refunded', { fulfilment: 'REFUSED' }, { state: 'REFUNDED' }, 'refunded'],
  ['is not owed any more', { fulfilment: 'REFUSED', refusal: 'not-owed' }, { state: 'REFUNDING' }, 'not-owed'],
])('CON-3 a delivery that %s is not sent again', async ([, order, attempt, why]) => {
  const payment = await aPayment(order, attempt)
  expect(await propose(payment, AGAIN)).toEqual(refused(why))
})

test('CON-3 I4 a delivered payment is refunded by an act of its own, with the operator’s reversal or as goodwill', async () => {
  for (const [reversal, code, cause] of [
    ['REV-77', 'reversal REV-77', 'reversed'],
    [null, 'goodwill', 'goodwill'],
  ] as const) {
    const payment = await aPayment({ fulfilment: 'DONE', sends: 1 })
    const request: PaymentActRequest = {
      act: 'refund-delivered',
      attemptId: payment.attemptId,
      note: 'complaint 12',
      providerNumber: null,
      reversal,
    }
    expect(await desk.approve(await approval(payment, await proposed(payment, request)))).toEqual({ kind: 'done' })
    const { order, refunds } = await state(payment.orderId)
    expect([order.fulfilment, refunds[0]?.cause]).toEqual(['DONE', cause])
    const rows = await db
      .selectFrom('pay_event')
      .select('code')
      .where('order_id', '=', payment.orderId)
      .where('kind', '=', 'delivery-waived')
      .execute()
    expect(rows).toEqual([{ code }])
  }
})

test('asking again is paced: every five seconds, for all staff together', async () => {
  const payment = await aPayment({ fulfilment: 'DONE' })
  const results = await Promise.all([perform(payment, { act: 'ask-again' }), perform(payment, { act: 'ask-again' }, APPROVER)])
  expect(results.map((each) => ('why' in each ? each.why : each.kind)).toSorted()).toEqual(['done', 'too-soon'])
  now = new Date(now.getTime() + 5_001)
  expect(await perform(payment, { act: 'ask-again' })).toEqual({ kind: 'done' })
})

test('a receipt goes out again three times a day, and not while one is on its way', async () => {
  const payment = await aPayment({ fulfilment: 'DONE', messagesSent: ['paid', 'delivered'] })
  expect(await perform(payment, { act: 'resend-receipt' })).toEqual({ kind: 'done' })
  expect(await perform(payment, { act: 'resend-receipt' })).toEqual(refused('receipt-under-way'))
  const sent = () =>
    aDeskWorld(db, clock).store.change(payment.orderId, (before) => ({
      state: { ...before, order: { ...before.order, messagesSent: ['paid', 'delivered'] } },
      events: [],
      result: null,
    }))
  for (const answer of [{ kind: 'done' }, { kind: 'done' }, refused('three-a-day')]) {
    await sent()
    expect(await perform(payment, { act: 'resend-receipt' })).toEqual(answer)
  }
})

test('CON-3 closing a review needs one person when it was delivered or not paid, two for the others', async () => {
  const close = (as: 'delivered' | 'refunded' | 'written-off' | 'not-paid'): PaymentActRequest => ({
    act: 'close-review',
    as,
    note: 'seen in the books',
  })
  const payment = await aPayment({ fulfilment: 'TRACKING', sends: 1, review: 'delivery-unclear' })
  for (const as of ['refunded', 'written-off'] as const) expect(await perform(payment, close(as))).toEqual(refused('needs-two'))
  expect(await perform(payment, close('not-paid'))).toEqual(refused('resolution-not-true'))
  expect(await perform(payment, close('delivered'))).toEqual({ kind: 'done' })
  expect((await state(payment.orderId)).order).toMatchObject({ review: null, fulfilment: 'DONE' })
  expect(await perform(payment, close('delivered'))).toEqual(refused('not-in-review'))
  const other = await aPayment({ fulfilment: 'TRACKING', sends: 1, review: 'delivery-unclear' })
  expect(await desk.approve(await approval(other, await proposed(other, close('written-off')), { typedAmount: null }))).toEqual({
    kind: 'done',
  })
})

test('closing a review does not hide what else waits for a person', async () => {
  const payment = await aPayment({ fulfilment: 'DONE', review: 'report-not-taken' }, { paid: { minor: PRICE + 100, currency: 'XOF' } })
  expect(await perform(payment, { act: 'close-review', as: 'delivered', note: 'marked there' })).toEqual({ kind: 'done' })
  expect((await state(payment.orderId)).order.review).toBe('overpaid')
})

test.for(['', '   ', 'call 90123456', 'the PIN is 4821', 'card 4111 1111 1111 1111', 'fati@example.ne', 'x'.repeat(301)])(
  'CON-10 the note %j is refused',
  async (note) => {
    const payment = await aPayment()
    expect((await propose(payment, refundOf(payment, { note }))).kind).toBe('refused')
    expect((await propose(payment, refundOf(payment, { providerNumber: `${note}<` }))).kind).toBe('refused')
  },
)
