import { expect, test } from 'vitest'
import { messageDue } from './messages.ts'
import { aPaymentState } from './payment-engine-testing.ts'
import { publicStatus } from './public-status.ts'
import type { Attempt, Order, PaymentState, Refund } from './records.ts'

/** An order that two payments arrived for: one is kept, the other goes back. */
function paidTwice(refundState: Refund['state'], order: Partial<Order>): PaymentState {
  const attempt = (id: string, changes: Partial<Attempt>) => ({ id, isWinner: false, ...changes }) as Attempt
  const refund = { id: 'r', attemptId: 'second', cause: 'duplicate', state: refundState } as Refund
  return {
    ...aPaymentState({ fulfilment: 'DONE', ...order }),
    attempts: [
      attempt('first', { state: 'PAID', isWinner: true }),
      attempt('second', { state: refundState === 'DONE' ? 'REFUNDED' : 'REFUNDING' }),
    ],
    refunds: [refund],
  }
}

test('I6 whoever paid twice is told that it is delivered, then that the second payment comes back, then that it is back', () => {
  expect(messageDue(paidTwice('ASKING', {}))).toBe('delivered')
  expect(messageDue(paidTwice('ASKING', { messagesSent: ['delivered'] }))).toBe('paid-twice')
  expect(messageDue(paidTwice('ASKING', { messagesSent: ['delivered', 'paid-twice'] }))).toBeNull()
  expect(messageDue(paidTwice('DONE', { messagesSent: ['delivered', 'paid-twice'] }))).toBe('refunded')
  expect(messageDue(paidTwice('DONE', { messagesSent: ['delivered', 'paid-twice', 'refunded'] }))).toBeNull()
})

test('I6 a second payment that comes back while the first is being delivered is not told as a failed delivery', () => {
  expect(messageDue(paidTwice('ASKING', { fulfilment: 'TRACKING' }))).toBe('paid-twice')
})

test('STAT-1 the status of an order paid twice is a success that names the second payment', () => {
  expect(publicStatus(paidTwice('ASKING', {}))).toEqual({ status: 'SUCCESS', money: 'second-coming-back' })
  expect(publicStatus(paidTwice('DONE', {}))).toEqual({ status: 'SUCCESS', money: 'second-given-back' })
})
