import type { Answer, Reading } from './protocol-document.ts'

/** What our connector must make of Paystack's messages (paystack-document.ts). */

const PAID: Answer = { status: 200, message: 'verified', given: { data: { status: 'success', amount: 150_000 } } }
const NO_REFUNDS: Answer = { status: 200, message: 'refundList', given: { data: [] } }

const seen = (status: string, means: string, data: object = {}): Reading => ({
  of: 'verify',
  status: 200,
  message: 'verified',
  given: { data: { status, ...data } },
  means,
})

/** In an error nothing is required: without its words it says nothing, neither that a payment does not exist nor that it was refused. */
const refused = (of: string, status: number, message: string, means: string): Reading[] => {
  const name = of === 'initialize' && status === 400 ? 'refusedInitialize' : 'refusal'
  return [
    { of, status, message: name, given: { message }, means },
    { of, status, message: name, given: {}, size: 'smallest', means: 'no answer' },
  ]
}

const REFUND = {
  integration: 1,
  id: 2,
  domain: 'test',
  currency: 'XOF',
  amount: 150_000,
  refunded_by: 'x',
  customer_note: 'x',
  deducted_amount: 0,
  createdAt: 'x',
}
const LISTED = {
  ...REFUND,
  merchant_note: 'REFUND222222 not delivered',
  transaction: 1,
  dispute: null,
  settlement: null,
  refunded_at: null,
  fully_deducted: 0,
  bank_reference: null,
  transaction_reference: 'ABCDEFGH2345',
  reason: '',
  customer: {
    id: 1,
    first_name: null,
    last_name: null,
    email: 'x',
    customer_code: 'x',
    phone: null,
    metadata: null,
    risk_action: 'x',
    international_format_phone: null,
  },
  refund_type: 'full',
  transaction_amount: 150_000,
  initiated_by: 'api',
  refund_channel: 'migs',
  session_id: null,
  collect_account_number: false,
}

const REFUND_STATES = {
  processed: 'refunded',
  pending: 'refunding',
  processing: 'refunding',
  'needs-attention': 'refunding',
  failed: 'declined provider',
} as const

const refunds = Object.entries(REFUND_STATES).flatMap(([status, means]): Reading[] => [
  { of: 'refund', status: 200, message: 'refunded', given: { data: { status } }, means },
  { of: 'refunds', status: 200, message: 'refundList', given: { data: [{ ...LISTED, status }] }, others: { verify: PAID }, means },
])

const NOTICES = {
  'refund.processed': 'refunded',
  'refund.pending': 'refunding',
  'refund.processing': 'refunding',
  'refund.failed': 'unrecognised',
  'refund.needs-attention': 'refunding',
} as const

const notices = Object.entries(NOTICES).flatMap(([event, means]): Reading[] => [
  { of: 'notice', status: 0, message: 'refundNotice', given: { event }, means },
  { of: 'notice', status: 0, message: 'refundNotice', given: { event, data: { refund_reference: null } }, means },
])

export const PAYSTACK_READINGS: readonly Reading[] = [
  { of: 'initialize', status: 200, message: 'initialized', given: {}, means: 'accepted' },
  ...refused('initialize', 400, 'Invalid Email Address Passed', 'rejected provider'),
  {
    of: 'initialize',
    status: 400,
    message: 'refusedInitialize',
    given: { message: 'Duplicate Transaction Reference' },
    means: 'no answer',
  },
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
  { of: 'refunds', ...NO_REFUNDS, others: { verify: PAID }, means: 'unrecognised' },
  ...[401, 404].map((status): Reading => ({
    of: 'refunds',
    status,
    message: 'refusal',
    given: {},
    others: { verify: PAID },
    means: 'no answer',
  })),
  {
    of: 'verify',
    when: 'refund',
    status: 200,
    message: 'verified',
    given: { data: { status: 'reversed' } },
    others: { refunds: NO_REFUNDS },
    means: 'refunded',
  },

  {
    of: 'notice',
    status: 0,
    message: 'charge',
    given: { data: { id: 1, status: 'success', reference: 'ABCDEFGH2345', amount: 150_000, currency: 'XOF' } },
    means: 'paid',
  },
  {
    of: 'notice',
    status: 0,
    message: 'charge',
    given: { event: 'charge.success', data: { status: 'success', reference: 'ABCDEFGH2345', amount: undefined } },
    means: 'unrecognised',
  },
  ...notices,
]
