import { expect, test } from 'vitest'
import { aPaymentState, aPaymentWorld } from '../../engine/payment-engine-testing.ts'
import type { PaymentEvent } from '../../engine/records.ts'
import { attemptSamples, deliverySamples } from './attempt-metrics.ts'

const world = aPaymentWorld({
  id: 'uba',
  start: async () => ({ kind: 'accepted', providerRef: null, action: { type: 'redirect', url: 'https://pay.example' } }),
})
await world.pay()
const attempt = world.attempt()
const state = { ...aPaymentState(), attempts: [attempt] }

const line = (change: Partial<PaymentEvent>): PaymentEvent => ({
  kind: 'seen-paid',
  source: 'notice',
  attemptId: attempt.id,
  from: 'WAITING',
  to: 'PAID',
  code: null,
  amount: null,
  ...change,
})

test.for<[string, Partial<PaymentEvent>, string | null]>([
  ['begun', { kind: 'attempt-begun', from: null, to: 'CREATED' }, 'begun'],
  ['paid', {}, 'paid'],
  ['paid after a refusal', { from: 'DECLINED' }, 'paid'],
  ['paid too late, and given back at once', { to: 'REFUNDING' }, 'paid'],
  ['given back because it was not delivered', { from: 'PAID', to: 'REFUNDING' }, null],
  ['back with its payer', { from: 'REFUNDING', to: 'REFUNDED' }, 'refunded'],
  ['refused', { kind: 'seen-declined', to: 'DECLINED' }, 'declined'],
  ['never sent', { kind: 'seen-declined', to: 'DECLINED', code: 'unreachable' }, 'unreachable'],
  ['cancelled', { to: 'CANCELLED' }, 'cancelled'],
  ['run out', { to: 'EXPIRED' }, 'expired'],
  ['without an answer', { kind: 'no-answer', from: 'CREATED', to: 'UNKNOWN' }, 'unknown'],
  ['a line that changed nothing', { from: 'PAID' }, null],
  ['an unknown word', { to: 'VANISHED' }, null],
  ['of an unknown attempt', { attemptId: 'another' }, null],
  ['about the order', { attemptId: null, kind: 'delivery-sent', from: 'QUEUED', to: 'SENDING' }, null],
])('WATCH-3 an attempt is counted by its method and outcome: %s', ([, change, outcome]) => {
  expect(attemptSamples([line(change)], state)).toEqual(outcome ? [{ connector: 'uba', outcome }] : [])
})

test('WATCH-3 the time from paid to delivered is counted once, by purchase kind, and not for orders that a person ended', () => {
  const paidAt = new Date('2026-11-15T12:00:00Z')
  const now = new Date('2026-11-15T12:00:07Z')
  const delivered = line({ kind: 'delivered', attemptId: null, from: 'SENDING', to: 'DONE' })
  const paid = { ...state, order: { ...state.order, paidAt } }
  expect(deliverySamples([delivered], paid, now)).toEqual([{ goods: 'airtime', seconds: 7 }])
  expect(deliverySamples([delivered], state, now)).toEqual([])
  expect(deliverySamples([line({ kind: 'resolved', attemptId: null, from: 'delivery-unclear', to: 'delivered' })], paid, now)).toEqual([])
})
