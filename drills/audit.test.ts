import { expect, test } from 'vitest'
import { auditRecords } from './audit.ts'
import type { AttemptRecord, OrderRecord, RefundRecord, PaymentRecords, LedgerLine } from './payment-records.ts'

const anOrder = (change: Partial<OrderRecord> = {}): OrderRecord => ({
  id: 'order',
  reference: 'GORDER',
  amount: 500,
  fulfilment: 'DONE',
  review: null,
  ...change,
})

const anAttempt = (change: Partial<AttemptRecord> = {}): AttemptRecord => ({
  id: 'attempt',
  orderId: 'order',
  ref: 'REF',
  connector: 'paystack',
  state: 'PAID',
  paid: 500,
  ...change,
})

const aRefund = (change: Partial<RefundRecord> = {}): RefundRecord => ({
  orderId: 'order',
  attemptId: 'attempt',
  ref: 'BACK',
  amount: 500,
  state: 'DONE',
  ...change,
})

const aLine = (kind: string, ourReference: string, amount = 500): LedgerLine => ({ face: 'a', kind, ourReference, amount, currency: 'XOF' })
const CAPTURE = aLine('capture', 'REF')
const CREDIT = aLine('credit', 'GORDER')
const REFUND = aLine('refund', 'REF')

const someRecords = (change: Partial<PaymentRecords> = {}): PaymentRecords => ({
  orders: [anOrder()],
  attempts: [anAttempt()],
  refunds: [],
  ...change,
})

function kindsOf(records: PaymentRecords, ledger: LedgerLine[], isSettled = true): string[] {
  return auditRecords(records, ledger, { isSettled }).differences.map(({ kind }) => kind)
}

const refunded = someRecords({
  orders: [anOrder({ fulfilment: 'REFUSED' })],
  attempts: [anAttempt({ state: 'REFUNDED' })],
  refunds: [aRefund()],
})

test('I10 a payment that was delivered once is right, and the sums say so', () => {
  const { differences, sums } = auditRecords(someRecords(), [CAPTURE, CREDIT], { isSettled: true })
  expect(differences).toEqual([])
  expect(sums).toEqual({ orders: 1, captures: 1, captured: 500, refunded: 0, delivered: 500, keptUnderReview: 0 })
})

test('a payment that was given back in full is right, whichever reference the refund carries', () => {
  expect(kindsOf(refunded, [CAPTURE, REFUND])).toEqual([])
  expect(kindsOf(refunded, [CAPTURE, aLine('refund', 'BACK')])).toEqual([])
})

test('a second capture that was given back is right', () => {
  const records = someRecords({
    attempts: [anAttempt(), anAttempt({ id: 'second', ref: 'REF2', state: 'REFUNDED' })],
    refunds: [aRefund({ attemptId: 'second' })],
  })
  expect(kindsOf(records, [CAPTURE, CREDIT, aLine('capture', 'REF2'), aLine('refund', 'REF2')])).toEqual([])
})

test('an unpaid order is no difference', () => {
  const records = someRecords({ orders: [anOrder({ fulfilment: 'NONE' })], attempts: [anAttempt({ state: 'DECLINED', paid: null })] })
  expect(kindsOf(records, [])).toEqual([])
})

const unpaid = someRecords({ orders: [anOrder({ fulfilment: 'NONE' })], attempts: [anAttempt({ state: 'DECLINED', paid: null })] })
const twoPaid = someRecords({ attempts: [anAttempt(), anAttempt({ id: 'second', ref: 'REF2' })] })

test.for([
  ['capture-without-a-payment', someRecords(), [CAPTURE, CREDIT, aLine('capture', 'GHOST')]],
  ['refund-without-a-payment', someRecords(), [CAPTURE, CREDIT, aLine('refund', 'GHOST')]],
  ['credit-without-a-payment', someRecords(), [CAPTURE, CREDIT, aLine('credit', 'GHOST')]],
  ['reversal-without-a-payment', someRecords(), [CAPTURE, CREDIT, aLine('reversal', 'GORDER')]],
  ['captured-twice', someRecords(), [CAPTURE, CAPTURE, CREDIT]],
  ['refunded-too-much', refunded, [CAPTURE, REFUND, REFUND]],
  ['charged-other-amount', someRecords(), [aLine('capture', 'REF', 50_000), CREDIT]],
  ['paid-without-capture', someRecords(), [CREDIT]],
  ['booked-other-amount', someRecords({ attempts: [anAttempt({ paid: 400 })] }), [CAPTURE, CREDIT]],
  ['delivered-twice', someRecords(), [CAPTURE, CREDIT, CREDIT]],
  ['delivered-other-amount', someRecords(), [CAPTURE, aLine('credit', 'GORDER', 5_000)]],
  ['delivered-unpaid', refunded, [CAPTURE, REFUND, CREDIT]],
  ['second-capture-kept', twoPaid, [CAPTURE, CREDIT, aLine('capture', 'REF2')]],
  ['paid-not-delivered', someRecords({ orders: [anOrder({ fulfilment: 'REFUSED' })] }), [CAPTURE]],
  ['partly-refunded', refunded, [CAPTURE, aLine('refund', 'REF', 200)]],
  ['capture-not-booked', unpaid, [CAPTURE]],
  ['refund-not-booked', someRecords({ orders: [anOrder({ fulfilment: 'REFUSED' })] }), [CAPTURE, REFUND]],
  ['refund-missing', refunded, [CAPTURE]],
  ['delivery-missing', someRecords(), [CAPTURE]],
  ['delivery-not-booked', someRecords({ orders: [anOrder({ fulfilment: 'REFUSED' })] }), [CAPTURE, CREDIT]],
  ['never-settled', someRecords({ orders: [anOrder({ fulfilment: 'TRACKING' })] }), [CAPTURE, CREDIT]],
  ['sums-differ', someRecords({ orders: [anOrder({ fulfilment: 'REFUSED' })] }), [CAPTURE]],
] as const)('the auditor finds %s', ([kind, records, ledger]) => {
  expect(kindsOf(records, [...ledger])).toContain(kind)
})

test('what is on its way is no difference before it is settled', () => {
  const records = someRecords({ orders: [anOrder({ fulfilment: 'SENDING' })] })
  const audit = auditRecords(records, [CAPTURE], { isSettled: false })
  expect(audit.differences).toEqual([])
  expect(audit.unsettled).toEqual(['GORDER'])
})

test('an order under review is listed with the money that rests there, and the sums hold', () => {
  const records = someRecords({
    orders: [anOrder({ fulfilment: 'REFUSED', review: 'refund-by-hand' })],
    attempts: [anAttempt({ state: 'REFUNDING', connector: 'mpesa' })],
    refunds: [aRefund({ state: 'REVIEW' })],
  })
  const { differences, underReview } = auditRecords(records, [CAPTURE], { isSettled: true })
  expect(differences).toEqual([])
  expect(underReview).toEqual([{ reference: 'GORDER', why: 'refund-by-hand', kept: 500 }])
})
