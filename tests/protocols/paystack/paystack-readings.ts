import { reading, record, type Answer, type Reading } from '../protocol-document.ts'
import { smallest } from '../samples.ts'
import { PAYSTACK_LISTED_REFUND } from './paystack-records.ts'

/** What our connector must make of Paystack's messages (paystack-document.ts). */

const AFTER_PAYMENT = { others: { verify: { status: 200, message: 'verified', given: { data: { status: 'success', amount: 150_000 } } } } }
const charge = (given: Answer['given'], means: string) => reading('notice', 0, 'charge', given, means)

const seen = (status: string, means: string, data: object = {}) => reading('verify', 200, 'verified', { data: { status, ...data } }, means)

/** An error has no required field: without its text it proves neither that a payment does not exist nor that it was refused. */
const refused = (of: string, status: number, message: string, means: string): Reading[] => {
  const name = of === 'initialize' && status === 400 ? 'refusedInitialize' : 'refusal'
  return [reading(of, status, name, { message }, means), reading(of, status, name, {}, 'no answer', { size: 'smallest' })]
}

const LISTED = Object(smallest(record(PAYSTACK_LISTED_REFUND)))

const REFUND_STATES = {
  processed: 'refunded',
  pending: 'refunding',
  processing: 'refunding',
  'needs-attention': 'refunding',
  failed: 'declined provider',
} as const

const refunds = Object.entries(REFUND_STATES).flatMap(([status, means]): Reading[] => [
  reading('refund', 200, 'refunded', { data: { status } }, means),
  reading('refunds', 200, 'refundList', { data: [{ ...LISTED, status }] }, means, AFTER_PAYMENT),
])

const NOTICES = {
  'refund.processed': 'refunded',
  'refund.pending': 'refunding',
  'refund.processing': 'refunding',
  'refund.failed': 'unrecognised',
  'refund.needs-attention': 'refunding',
} as const

const webhooks = Object.entries(NOTICES).flatMap(([event, means]): Reading[] => [
  reading('notice', 0, 'refundNotice', { event }, means),
  reading('notice', 0, 'refundNotice', { event, data: { refund_reference: null } }, means),
])

export const PAYSTACK_READINGS: readonly Reading[] = [
  reading('initialize', 200, 'initialized', {}, 'accepted'),
  ...refused('initialize', 400, 'Invalid Email Address Passed', 'rejected provider'),
  reading('initialize', 400, 'refusedInitialize', { message: 'Duplicate Transaction Reference' }, 'no answer'),
  ...refused('initialize', 401, 'Invalid key', 'rejected config'),

  seen('success', 'paid'),
  seen('failed', 'declined card_declined'),
  seen('failed', 'declined insufficient_funds', { gateway_response: 'Insufficient Funds' }),
  seen('abandoned', 'pending'),
  seen('ongoing', 'pending'),
  seen('pending', 'pending'),
  seen('processing', 'pending'),
  seen('queued', 'pending'),
  seen('reversed', 'refunded'),
  ...refused('verify', 404, 'Entity not found', 'unrecognised'),
  ...refused('verify', 401, 'Invalid key', 'unrecognised'),

  ...refunds,
  ...refused('refund', 400, 'Refund amount is too large', 'declined provider'),
  ...refused('refund', 401, 'Invalid key', 'declined provider'),
  reading('refunds', 200, 'refundList', { data: [] }, 'unrecognised', AFTER_PAYMENT),
  ...[401, 404].map((status) => reading('refunds', status, 'refusal', {}, 'no answer', AFTER_PAYMENT)),
  reading('verify', 200, 'verified', { data: { status: 'reversed' } }, 'refunded', {
    when: 'refund',
    others: { refunds: { status: 200, message: 'refundList', given: { data: [] } } },
  }),

  charge({ data: { id: 1, status: 'success', reference: 'ABCDEFGH2345', amount: 150_000, currency: 'XOF' } }, 'paid'),
  charge({ event: 'charge.success', data: { status: 'success', reference: 'ABCDEFGH2345', amount: undefined } }, 'unrecognised'),
  ...webhooks,
]
