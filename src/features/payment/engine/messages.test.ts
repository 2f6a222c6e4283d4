import { expect, test } from 'vitest'
import { applyMessage } from './apply-work.ts'
import { isUnasked, mayRing, messageDue, promisesSms, withTold, type Message } from './messages.ts'
import { aPaymentState } from './payment-engine-testing.ts'
import { publicStatus } from './public-status.ts'
import type { Attempt, Order, PaymentState, Refund } from './records.ts'

const LINE = '90000001'
const PAYER = '90000002'
const SECOND = '90000003'

function anAttempt(id: string, changes: Partial<Attempt>): Attempt {
  const payer = { msisdn: PAYER, email: null }
  return { id, connector: 'money-push', payer, isPush: true, isWinner: false, secretsSent: 0, doubt: null, ...changes } as Attempt
}

const paidBy = (msisdn: string, changes: Partial<Attempt> = {}) =>
  anAttempt('first', { state: 'PAID', isWinner: true, payer: { msisdn, email: null }, ...changes })

function aState(attempts: Attempt[], order: Partial<Order> = {}, refunds: Refund[] = []): PaymentState {
  return { ...aPaymentState(order), attempts, refunds }
}

/** An order with two payments: one is used, the other is refunded. */
function paidTwice(refundState: Refund['state'], order: Partial<Order>): PaymentState {
  const second = anAttempt('second', {
    state: refundState === 'DONE' ? 'REFUNDED' : 'REFUNDING',
    payer: { msisdn: SECOND, email: null },
  })
  const refund = { id: 'r', attemptId: 'second', cause: 'duplicate', state: refundState } as Refund
  return aState([paidBy(PAYER), second], { fulfilment: 'DONE', ...order }, [refund])
}

/** All messages sent, in order, as number and kind. */
function storyOf(state: PaymentState): string[] {
  const told: string[] = []
  for (let left = state; ;) {
    const message = messageDue(left)
    if (!message || told.length > 9) return told
    told.push(`${message.attempt ? message.attempt.payer.msisdn : 'line'} ${message.kind}`)
    left = { ...left, order: withTold(left.order, message) }
  }
}

test('MSG-1 the payer gets an SMS that the payment was used, the line one with what it received', () => {
  expect(storyOf(aState([paidBy(PAYER)], { fulfilment: 'DONE' }))).toEqual([`${PAYER} paid`, 'line delivered'])
})

test('MSG-1 a line that pays for itself gets one SMS, not two', () => {
  expect(storyOf(aState([paidBy(LINE)], { fulfilment: 'DONE' }))).toEqual(['line delivered'])
})

test('MSG-1 for a bill without a line only its payer gets an SMS', () => {
  const delivery = { kind: 'bill', accountNo: '1', invoiceNo: null, msisdn: null } as const
  expect(storyOf(aState([paidBy(PAYER)], { fulfilment: 'DONE', delivery }))).toEqual([`${PAYER} paid`])
})

test('MSG-1 I6 a refund is announced to its payer, and the line gets an SMS only about what it received', () => {
  expect(storyOf(paidTwice('ASKING', {}))).toEqual([`${PAYER} paid`, 'line delivered', `${SECOND} paid-twice`])
  expect(storyOf(paidTwice('DONE', {}))).toEqual([`${PAYER} paid`, 'line delivered', `${SECOND} refunded`])
  expect(storyOf(paidTwice('ASKING', { fulfilment: 'TRACKING' }))).toEqual([`${SECOND} paid-twice`])
})

test('MSG-1 each of two refunded payers gets an SMS', () => {
  const attempts = [PAYER, SECOND].map((msisdn) => anAttempt(`of ${msisdn}`, { state: 'REFUNDING', payer: { msisdn, email: null } }))
  const refunds = attempts.map(({ id }) => ({ id: `r ${id}`, attemptId: id, cause: 'late', state: 'PENDING' }) as Refund)
  expect(storyOf(aState(attempts, {}, refunds))).toEqual([`${PAYER} refunding`, `${SECOND} refunding`])
})

test.for(['DECLINED', 'EXPIRED', 'REFUNDING', 'REFUNDED'] as const)(
  'abuse 88 a card that is %s sends no SMS: its owner is unknown, and the line did nothing',
  (state) => {
    const card = anAttempt('card', { connector: 'paystack', isPush: false, state, payer: { msisdn: LINE, email: null } })
    const refunds = state.startsWith('REFUND') ? [{ id: 'r', attemptId: 'card', cause: 'not-delivered', state: 'ASKING' } as Refund] : []
    expect(storyOf(aState([card], { fulfilment: 'REFUSED' }, refunds))).toEqual([])
  },
)

test('MSG-1 each refused payer of the order gets an SMS; not while another attempt is open, and not after pressing no', () => {
  const refused = anAttempt('a', { state: 'DECLINED' })
  const other = (state: Attempt['state'], changes = {}) => anAttempt('b', { state, payer: { msisdn: SECOND, email: null }, ...changes })
  expect(storyOf(aState([refused, other('EXPIRED')]))).toEqual([`${PAYER} failed`, `${SECOND} failed`])
  expect(storyOf(aState([refused, other('WAITING')]))).toEqual([])
  expect(storyOf(aState([refused, other('CANCELLED')]))).toEqual([`${PAYER} failed`])
  expect(storyOf(aState([refused, other('CANCELLED', { secretsSent: 1 })]))).toEqual([`${PAYER} failed`, `${SECOND} failed`])
  expect(storyOf(aState([refused, other('DECLINED', { doubt: { why: 'said-paid', since: new Date() } })]))).toEqual([])
})

test('MSG-1 a payer who was refused, and pressed no at another method later, still gets one SMS about the refusal', () => {
  const refused = anAttempt('a', { state: 'EXPIRED', secretsSent: 1 })
  const ownCancel = anAttempt('b', { state: 'CANCELLED' })
  expect(storyOf(aState([refused, ownCancel]))).toEqual([`${PAYER} failed`])
  expect(storyOf(aState([ownCancel]))).toEqual([])
  const told = withTold(aPaymentState().order, { kind: 'failed', attempt: refused })
  expect(storyOf(aState([refused, ownCancel], { messagesSent: told.messagesSent }))).toEqual([])
})

test.for([
  { told: ['delivered'], owed: [`${SECOND} paid-twice`] },
  { told: ['delivered', 'paid-twice'], owed: [] },
])('I21 an order of the previous version that sent $told owes $owed', ({ told, owed }) => {
  expect(storyOf(paidTwice('ASKING', { messagesSent: told }))).toEqual(owed)
})

test('I21 the previous version finds its own names for every message sent', () => {
  const second = anAttempt('b', {})
  const order = (['failed', 'refunding', 'refunded', 'paid-twice'] as const).reduce(
    (told, kind) => withTold(told, { kind, attempt: second }),
    withTold(aPaymentState().order, { kind: 'delivered', attempt: null }),
  )
  expect(order.messagesSent).toEqual(expect.arrayContaining(['delivered', 'failed', 'refunding', 'refunded', 'paid-twice']))
})

test.for<[string, Partial<Attempt>, boolean]>([
  ['a request that ran out', { state: 'EXPIRED' }, true],
  ['a request that was refused', { state: 'DECLINED' }, true],
  ['M-PESA that ran out', { connector: 'mpesa', state: 'EXPIRED' }, true],
  ['a request that was approved', { state: 'REFUNDING' }, false],
  ['a PIN that was entered', { connector: 'money-pin', state: 'DECLINED', secretsSent: 1 }, false],
  ['a code that was answered', { connector: 'airtime', state: 'DECLINED' }, false],
])('MSG-2 %s: the SMS is unsolicited %s', ([, changes, isCounted]) => {
  expect(isUnasked({ kind: 'failed', attempt: anAttempt('a', changes) })).toBe(isCounted)
})

test('MSG-2 SMS about a paid delivery are never counted', () => {
  expect(isUnasked({ kind: 'delivered', attempt: null })).toBe(false)
  expect(isUnasked({ kind: 'paid', attempt: paidBy(PAYER) })).toBe(false)
})

test('MSG-2 three in an hour, six in a day, in every hour and every day', () => {
  const most = { inHour: 3, inDay: 6 }
  const sent: Date[] = []
  for (let minute = 0; minute < 72 * 60; minute += 1) {
    const now = new Date(minute * 60_000)
    if (mayRing(sent, now, most)) sent.push(now)
  }
  const within = (from: number, minutes: number) =>
    sent.filter((at) => at.getTime() >= from && at.getTime() < from + minutes * 60_000).length
  expect(Math.max(...sent.map((at) => within(at.getTime(), 60)))).toBe(3)
  expect(Math.max(...sent.map((at) => within(at.getTime(), 24 * 60)))).toBe(6)
})

test('I21 a dropped message counts as sent, is recorded in the ledger, and is not retried', () => {
  const state = aState([anAttempt('a', { state: 'EXPIRED' })])
  const message = messageDue(state) as Message
  const { state: after, events } = applyMessage(state, message, 'dropped')
  expect(messageDue(after)).toBeNull()
  expect(events).toEqual([expect.objectContaining({ kind: 'message-dropped', attemptId: 'a', code: 'failed', from: null, to: null })])
})

test.for<[string, PaymentState, boolean]>([
  ['a wallet that paid', aState([paidBy(PAYER)], { fulfilment: 'QUEUED' }), true],
  ['a card that paid', aState([paidBy(LINE, { connector: 'paystack' })], { fulfilment: 'QUEUED' }), false],
  ['M-PESA, whose numbers need not be ours', aState([paidBy(PAYER, { connector: 'mpesa' })], { fulfilment: 'QUEUED' }), false],
  ['money that goes back to a wallet', paidTwice('ASKING', {}), true],
  ['a PIN without an answer', aState([anAttempt('a', { connector: 'money-pin', state: 'UNKNOWN', secretsSent: 1 })]), true],
  ['a request that may never have reached the phone', aState([anAttempt('a', { state: 'UNKNOWN' })]), false],
  ['a request that waits on the phone', aState([anAttempt('a', { state: 'WAITING' })]), false],
  ['what is delivered', aState([paidBy(PAYER)], { fulfilment: 'DONE' }), false],
])('MSG-1 %s: an SMS is promised %s', ([, state, isPromised]) => {
  expect(promisesSms(state, state.order.createdAt)).toBe(isPromised)
})

test('STAT-1 the status of an order paid twice is a success that mentions the second payment', () => {
  expect(publicStatus(paidTwice('ASKING', {}), new Date())).toEqual({ status: 'SUCCESS', money: 'second-coming-back' })
  expect(publicStatus(paidTwice('DONE', {}), new Date())).toEqual({ status: 'SUCCESS', money: 'second-given-back' })
})
