import type { Answer, Reading } from './protocol-document.ts'

/** What our connector must make of the GSMA's messages (gsma-money-document.ts). */

const PAID: Answer = { status: 200, message: 'transaction', given: {} }
const TO_TRANSACTION: Answer = { status: 200, message: 'link', given: { link: '/transactions/MP1' } }
const PAYER_ASKED: Answer = { status: 200, message: 'requestState', given: { status: 'pending' } }
const NOT_FOUND = { errorCategory: 'identification', errorCode: 'identifierError' }
const PAID_PUSH = { response: TO_TRANSACTION, transaction: PAID }

export const GSMA_TROUBLES: readonly Pick<Reading, 'status' | 'message' | 'given' | 'means'>[] = [
  { status: 500, message: 'error', given: { errorCategory: 'internal', errorCode: 'genericError' }, means: 'no answer' },
  { status: 503, message: 'error', given: { errorCategory: 'serviceUnavailable', errorCode: 'genericError' }, means: 'no answer' },
]
const NOT_OURS = { status: 401, message: 'error', given: { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' } }
const BROKEN_RULE = { status: 400, message: 'error', given: { errorCategory: 'businessRule', errorCode: 'genericError' } }
const UNKNOWN_THERE = { status: 404, message: 'error', given: NOT_FOUND }

/** Of a question: an error says nothing about the payment, but for "not found". */
function troublesOf(of: string, notFound: string, others: Reading['others'] = {}): Reading[] {
  return [
    ...GSMA_TROUBLES.map((one) => ({ ...one, of, others })),
    { ...NOT_OURS, of, others, means: 'no answer' },
    { ...BROKEN_RULE, of, others, means: 'no answer' },
    { ...UNKNOWN_THERE, of, others, means: notFound },
  ]
}

export const GSMA_QUESTION_READINGS: readonly Reading[] = [
  { of: 'merchantpay', status: 201, message: 'createdTransaction', given: {}, means: 'settled paid' },
  { of: 'merchantpay', status: 201, message: 'createdTransaction', given: { transactionStatus: 'Completed' }, means: 'settled paid' },
  { of: 'merchantpay', status: 201, message: 'createdTransaction', given: { transactionReference: 'R 1/2 é' }, means: 'settled paid' },
  { of: 'merchantpay', status: 202, message: 'requestState', given: { status: 'pending' }, means: 'accepted' },
  {
    of: 'merchantpay',
    status: 202,
    message: 'requestState',
    given: { status: 'pending', notificationMethod: 'polling' },
    means: 'accepted',
  },
  { of: 'merchantpay', status: 202, message: 'requestState', given: { status: 'completed' }, others: PAID_PUSH, means: 'settled paid' },
  {
    of: 'merchantpay',
    status: 202,
    message: 'requestState',
    given: { status: 'failed', error: undefined },
    means: 'settled declined other',
  },

  { of: 'requestState', status: 200, message: 'requestState', given: { status: 'pending' }, means: 'pending' },
  { of: 'requestState', status: 200, message: 'requestState', given: { status: 'completed' }, others: PAID_PUSH, means: 'paid' },
  { of: 'requestState', status: 200, message: 'requestState', given: { status: 'failed', error: undefined }, means: 'declined other' },
  ...troublesOf('requestState', 'unrecognised'),

  { of: 'response', status: 200, message: 'link', given: { link: '/transactions/MP1' }, others: { transaction: PAID }, means: 'paid' },
  {
    of: 'response',
    status: 200,
    message: 'link',
    given: { link: '/1.2/mm/transactions/MP1' },
    others: { transaction: PAID },
    means: 'paid',
  },
  {
    of: 'response',
    status: 200,
    message: 'link',
    given: { link: 'https://wallet.test/1.2/mm/transactions/MP1' },
    others: { transaction: PAID },
    means: 'paid',
  },
  {
    of: 'response',
    status: 200,
    message: 'link',
    given: { link: '/transactions/R%201%2F2' },
    others: { transaction: { ...PAID, given: { transactionReference: 'R 1/2' } } },
    means: 'paid',
  },
  {
    of: 'response',
    status: 200,
    message: 'link',
    given: { link: 'https://wallet.test/1.2/mm/requeststates/5c5b7b1e-6b0a-4f0e-9a52-1f7f8f1c2d3e' },
    others: { requestState: PAYER_ASKED },
    means: 'pending',
  },
  ...troublesOf('response', 'unrecognised'),

  { of: 'transaction', status: 200, message: 'transaction', given: {}, others: { response: TO_TRANSACTION }, means: 'paid' },
  {
    of: 'transaction',
    status: 200,
    message: 'transaction',
    given: { transactionStatus: 'pending' },
    others: { response: TO_TRANSACTION },
    means: 'pending',
  },
  {
    of: 'transaction',
    status: 200,
    message: 'transaction',
    given: { transactionStatus: 'failed' },
    others: { response: TO_TRANSACTION },
    means: 'declined other',
  },
  {
    of: 'transaction',
    status: 200,
    message: 'transaction',
    given: { transactionStatus: 'reversed' },
    others: { response: TO_TRANSACTION },
    means: 'refunded',
  },
  {
    of: 'transaction',
    status: 200,
    message: 'transaction',
    given: { transactionStatus: 'delighted' },
    others: { response: TO_TRANSACTION },
    means: 'unrecognised',
  },
  ...troublesOf('transaction', 'no answer', { response: TO_TRANSACTION }),
  {
    of: 'transaction',
    when: 'refund',
    status: 200,
    message: 'reversal',
    given: {},
    others: { response: { status: 200, message: 'link', given: { link: '/transactions/RV1' } } },
    means: 'refunded',
  },

  { of: 'reversal', status: 201, message: 'reversal', given: {}, others: PAID_PUSH, means: 'refunded' },
  { of: 'reversal', status: 201, message: 'reversal', given: { type: 'adjustment' }, others: PAID_PUSH, means: 'refunded' },
  { of: 'reversal', status: 202, message: 'requestState', given: { status: 'pending' }, others: PAID_PUSH, means: 'refunding' },
  {
    of: 'reversal',
    status: 202,
    message: 'requestState',
    given: { status: 'failed', error: undefined },
    others: PAID_PUSH,
    means: 'declined provider',
  },
  ...GSMA_TROUBLES.map((one) => ({ ...one, of: 'reversal', others: PAID_PUSH })),
  { ...NOT_OURS, of: 'reversal', others: PAID_PUSH, means: 'declined provider' },
  { ...BROKEN_RULE, of: 'reversal', others: PAID_PUSH, means: 'declined provider' },
  { ...UNKNOWN_THERE, of: 'reversal', others: PAID_PUSH, means: 'declined provider' },

  { of: 'heartbeat', status: 200, message: 'heartbeat', given: { serviceStatus: 'available' }, means: 'up' },
  { of: 'heartbeat', status: 200, message: 'heartbeat', given: { serviceStatus: 'degraded' }, means: 'up' },
  { of: 'heartbeat', status: 200, message: 'heartbeat', given: { serviceStatus: 'unavailable' }, means: 'down' },
  ...[BROKEN_RULE, NOT_OURS, UNKNOWN_THERE, ...GSMA_TROUBLES].map((one) => ({ ...one, of: 'heartbeat', means: 'down' })),

  { of: 'key', status: 201, message: 'key', given: {}, means: 'accepted' },
  { ...UNKNOWN_THERE, of: 'key', means: 'rejected config' },
  { of: 'key', status: 400, message: 'keyError', given: NOT_FOUND, means: 'rejected payer_unknown' },
  {
    of: 'key',
    status: 400,
    message: 'keyError',
    given: { errorCategory: 'businessRule', errorCode: 'incorrectState' },
    means: 'rejected pin_locked',
  },
  { ...NOT_OURS, of: 'key', means: 'rejected config' },
  ...GSMA_TROUBLES.map((one) => ({ ...one, of: 'key' })),

  { of: 'notice', status: 0, message: 'transaction', given: {}, means: 'paid' },
  { of: 'notice', status: 0, message: 'reversal', given: { amount: undefined, currency: undefined }, means: 'refunding' },
  { of: 'notice', status: 0, message: 'reversal', given: { amount: '1500', currency: 'XOF' }, means: 'refunded' },
  { of: 'notice', status: 0, message: 'reversal', given: { type: 'adjustment', amount: '1500', currency: 'XOF' }, means: 'refunded' },
  {
    of: 'notice',
    status: 0,
    message: 'error',
    given: { errorCategory: 'businessRule', errorCode: 'insufficientFunds' },
    means: 'declined insufficient_funds',
  },
  {
    of: 'notice',
    status: 0,
    message: 'error',
    given: { errorCategory: 'authorisation', errorCode: 'requestDeclined' },
    means: 'cancelled',
  },
]
