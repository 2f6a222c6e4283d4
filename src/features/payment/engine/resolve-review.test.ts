import { expect, test } from 'vitest'
import { aPaymentState } from './payment-engine-testing.ts'
import type { Attempt } from './records.ts'
import { resolveReview } from './resolve-review.ts'
import { retryFailedSteps } from './review-left.ts'

const DECISION = { by: 'Mariama', note: 'seen on the statement' }

test('work that runs by itself is not ended by hand', () => {
  expect(resolveReview(aPaymentState(), { as: 'delivered', ...DECISION })).toBeNull()
})

test('a delivery confirmed by a person is done, and the ledger says who decided and why', () => {
  const change = resolveReview(aPaymentState({ review: 'delivery-unclear', fulfilment: 'TRACKING' }), { as: 'delivered', ...DECISION })
  expect(change?.state.order).toMatchObject({ review: null, fulfilment: 'DONE', nextFulfilmentAt: null })
  expect(change?.events).toMatchObject([
    { kind: 'resolved', source: 'person', from: 'delivery-unclear', to: 'delivered', code: 'Mariama: seen on the statement' },
  ])
})

test('a refund made by hand ends the delivery, the attempts that hold money and the refunds', () => {
  const change = resolveReview(aPaymentState({ review: 'refund-refused', fulfilment: 'TRACKING' }), { as: 'refunded', ...DECISION })
  expect(change?.state.order).toMatchObject({ review: null, fulfilment: 'REFUSED' })
})

const DOUBT = { why: 'details-differ', since: new Date('2026-11-15T08:00:00Z') } as const

function anAttempt(id: string, changes: Partial<Attempt>): Attempt {
  return { id, connector: 'paystack', isWinner: false, doubt: null, queries: 9, nextQueryAt: null, ...changes } as Attempt
}

test('I3 a refund by hand is that of the attempt that took money; one in doubt beside it may still be found paid', () => {
  const doubted = anAttempt('second', { state: 'WAITING', doubt: DOUBT })
  const state = aPaymentState({ review: 'answer-differs', fulfilment: 'REFUSED' })
  const beside = { ...state, attempts: [anAttempt('first', { state: 'REFUNDED', isWinner: true }), doubted] }
  expect(resolveReview(beside, { as: 'refunded', ...DECISION })?.state.attempts).toMatchObject([
    { state: 'REFUNDED' },
    { state: 'DECLINED', doubt: null, queries: 0 },
  ])
  const alone = resolveReview({ ...state, attempts: [doubted] }, { as: 'refunded', ...DECISION })
  expect(alone?.state.attempts).toMatchObject([{ state: 'REFUNDED', doubt: null }])
})

test('I14 steps that are tried again leave in review what waits for a person besides', () => {
  const dead = { part: 'message', failures: 5, reason: 'Error', until: null }
  const state = aPaymentState({ review: 'work-failed', troubles: [dead] })
  expect(retryFailedSteps(state).order).toMatchObject({ review: null, troubles: [] })
  const doubted = { ...state, attempts: [anAttempt('first', { state: 'EXPIRED', doubt: DOUBT })] }
  expect(retryFailedSteps(doubted).order).toMatchObject({ review: 'answer-differs', troubles: [] })
})

test('I13 I5 what failed for good is tried again when its review is closed, unless it is written off', () => {
  const dead = { part: 'i10', failures: 5, reason: 'Error', until: null }
  const paused = { part: 'delivery', failures: 1, reason: 'Error', until: new Date('2026-11-15T08:00:30Z') }
  const state = aPaymentState({ review: 'work-failed', troubles: [dead, paused] })
  expect(resolveReview(state, { as: 'delivered', ...DECISION })?.state.order.troubles).toEqual([paused])
  expect(resolveReview(state, { as: 'written-off', ...DECISION })?.state.order.troubles).toEqual([dead, paused])
})

test('a write-off changes nothing except that the review ends', () => {
  const before = aPaymentState({ review: 'open-too-long' })
  expect(resolveReview(before, { as: 'written-off', ...DECISION })?.state).toEqual({ ...before, order: { ...before.order, review: null } })
})
