import { reading, type Answer, type Reading } from '../protocol-document.ts'

/** What our connector must make of the GSMA's messages (gsma-money-document.ts). */

const PAID: Answer = { status: 200, message: 'transaction', given: {} }
const TO_TRANSACTION: Answer = { status: 200, message: 'link', given: { link: '/transactions/MP1' } }
const PAID_PUSH = { response: TO_TRANSACTION, transaction: PAID }
const AT_MP1 = { others: { response: TO_TRANSACTION } }
const A_PAID_ONE = { others: { transaction: PAID } }

const ERRORS = {
  notFound: [404, 'identification', 'identifierError'],
  brokenRule: [400, 'businessRule', 'genericError'],
  notOurs: [401, 'authorisation', 'clientAuthorisationError'],
  internal: [500, 'internal', 'genericError'],
  away: [503, 'serviceUnavailable', 'genericError'],
} as const

/** What one call makes of an error, and of what else comes with any call. */
export function gsmaErrors(
  of: string,
  { internal = 'no answer', away = 'no answer', ...meanings }: Partial<Record<keyof typeof ERRORS, string>>,
  others: Reading['others'] = {},
): Reading[] {
  return Object.entries({ ...meanings, internal, away }).map(([name, means]) => {
    const [status, errorCategory, errorCode] = ERRORS[name as keyof typeof ERRORS]
    return reading(of, status, 'error', { errorCategory, errorCode }, means, { others })
  })
}

/** Readings of a query: an error proves nothing about the payment, except "not found". */
const troublesOf = (of: string, notFound: string, others?: Reading['others']) =>
  gsmaErrors(of, { notOurs: 'no answer', brokenRule: 'no answer', notFound }, others)

const state = (of: string, status: number, given: Answer['given'], means: string, more: Partial<Reading> = {}) =>
  reading(of, status, 'requestState', given, means, more)
const FAILED = { status: 'failed', error: undefined }
const linked = (link: string, means: string, more: Partial<Reading>) => reading('response', 200, 'link', { link }, means, more)
const ofMp1 = (transactionStatus: string, means: string) => reading('transaction', 200, 'transaction', { transactionStatus }, means, AT_MP1)
const created = (given: Answer['given']) => reading('merchantpay', 201, 'createdTransaction', given, 'settled paid')
const webhook = (message: string, given: Answer['given'], means: string) => reading('notice', 0, message, given, means)

export const GSMA_QUESTION_READINGS: readonly Reading[] = [
  created({}),
  created({ transactionStatus: 'Completed' }),
  created({ transactionReference: 'R 1/2 é' }),
  state('merchantpay', 202, { status: 'pending' }, 'accepted'),
  state('merchantpay', 202, { status: 'pending', notificationMethod: 'polling' }, 'accepted'),
  state('merchantpay', 202, { status: 'completed' }, 'settled paid', { others: PAID_PUSH }),
  state('merchantpay', 202, FAILED, 'settled declined other'),

  state('requestState', 200, { status: 'pending' }, 'pending'),
  state('requestState', 200, { status: 'completed' }, 'paid', { others: PAID_PUSH }),
  state('requestState', 200, FAILED, 'declined other'),
  ...troublesOf('requestState', 'unrecognised'),

  linked('/transactions/MP1', 'paid', A_PAID_ONE),
  linked('/1.2/mm/transactions/MP1', 'paid', A_PAID_ONE),
  linked('https://wallet.test/1.2/mm/transactions/MP1', 'paid', A_PAID_ONE),
  linked('/transactions/R%201%2F2', 'paid', { others: { transaction: { ...PAID, given: { transactionReference: 'R 1/2' } } } }),
  linked('https://wallet.test/1.2/mm/requeststates/5c5b7b1e-6b0a-4f0e-9a52-1f7f8f1c2d3e', 'pending', {
    others: { requestState: { status: 200, message: 'requestState', given: { status: 'pending' } } },
  }),
  ...troublesOf('response', 'unrecognised'),

  reading('transaction', 200, 'transaction', {}, 'paid', AT_MP1),
  ofMp1('pending', 'pending'),
  ofMp1('failed', 'declined other'),
  ofMp1('reversed', 'refunded'),
  ofMp1('delighted', 'unrecognised'),
  ...troublesOf('transaction', 'no answer', AT_MP1.others),
  reading('transaction', 200, 'reversal', {}, 'refunded', {
    when: 'refund',
    others: { response: { status: 200, message: 'link', given: { link: '/transactions/RV1' } } },
  }),

  reading('reversal', 201, 'reversal', {}, 'refunded', { others: PAID_PUSH }),
  reading('reversal', 201, 'reversal', { type: 'adjustment' }, 'refunded', { others: PAID_PUSH }),
  state('reversal', 202, { status: 'pending' }, 'refunding', { others: PAID_PUSH }),
  state('reversal', 202, FAILED, 'declined provider', { others: PAID_PUSH }),
  ...gsmaErrors('reversal', { notOurs: 'declined provider', brokenRule: 'declined provider', notFound: 'declined provider' }, PAID_PUSH),

  reading('heartbeat', 200, 'heartbeat', { serviceStatus: 'available' }, 'up'),
  reading('heartbeat', 200, 'heartbeat', { serviceStatus: 'degraded' }, 'up'),
  reading('heartbeat', 200, 'heartbeat', { serviceStatus: 'unavailable' }, 'down'),
  ...gsmaErrors('heartbeat', { brokenRule: 'down', notOurs: 'down', notFound: 'down', internal: 'down', away: 'down' }),

  reading('key', 201, 'key', {}, 'accepted'),
  reading('key', 400, 'keyError', { errorCategory: 'identification', errorCode: 'identifierError' }, 'rejected payer_unknown'),
  reading('key', 400, 'keyError', { errorCategory: 'businessRule', errorCode: 'incorrectState' }, 'rejected pin_locked'),
  ...gsmaErrors('key', { notFound: 'rejected config', notOurs: 'rejected config' }),

  webhook('transaction', {}, 'paid'),
  webhook('reversal', { amount: undefined, currency: undefined }, 'refunding'),
  webhook('reversal', { amount: '1500', currency: 'XOF' }, 'refunded'),
  webhook('reversal', { type: 'adjustment', amount: '1500', currency: 'XOF' }, 'refunded'),
  webhook('error', { errorCategory: 'businessRule', errorCode: 'insufficientFunds' }, 'declined insufficient_funds'),
  webhook('error', { errorCategory: 'authorisation', errorCode: 'requestDeclined' }, 'cancelled'),
]
