import { expect, test } from 'vitest'
import { aPaymentState } from './payment-engine-testing.ts'
import { resolveReview } from './resolve-review.ts'

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
