import type { Answer, Reading } from './protocol-document.ts'

/** What our connector must make of Tingg's messages (tingg-document.ts). */

const TOKEN: Answer = { status: 200, message: 'token', given: {} }
const ACCEPTED: Answer = { status: 200, message: 'queriedPaid', given: { results: { request_status_code: '183' } } }
const others = { token: TOKEN }
const afterPayment = { token: TOKEN, query: ACCEPTED }

const STATES = {
  queriedPaid: { '176': 'paid', '178': 'paid', '183': 'paid', '188': 'paid' },
  queriedOther: {
    '130': 'pending',
    '177': 'pending',
    '99': 'declined card_declined, not final',
    '101': 'declined payer_declined, not final',
    '102': 'declined insufficient_funds, not final',
    '129': 'expired',
    '179': 'expired',
    '180': 'refunded',
    '184': 'refunding',
    '185': 'refunding',
    '187': 'refunded',
    '191': 'unrecognised',
  },
} as const

const states = Object.entries(STATES).flatMap(([message, codes]) =>
  Object.entries(codes).map(([code, means]): Reading => ({
    of: 'query',
    status: 200,
    message,
    given: { results: { request_status_code: code } },
    others,
    means,
  })),
)

const refusal = (of: string, status: number, code: number, means: string, more: Reading['others'] = others): Reading => ({
  of,
  status,
  message: 'refusal',
  given: { status: { status_code: code } },
  others: more,
  means,
})

export const TINGG_READINGS: readonly Reading[] = [
  { of: 'token', ...TOKEN, others: { express: { status: 200, message: 'links', given: {} } }, means: 'accepted' },
  { of: 'token', status: 401, message: 'refusal', given: {}, means: 'no answer' },
  { of: 'token', status: 400, message: 'refusal', given: {}, means: 'no answer' },

  { of: 'express', status: 200, message: 'links', given: {}, others, means: 'accepted' },
  {
    of: 'express',
    status: 200,
    message: 'links',
    given: { results: { long_url: 'https://elsewhere.example/x', short_url: undefined } },
    others,
    means: 'no answer',
  },
  ...[1007, 1013, 1014].map((code) => refusal('express', 400, code, 'rejected config')),
  refusal('express', 400, 1017, 'rejected payer_unknown'),
  refusal('express', 400, 1027, 'rejected amount'),
  refusal('express', 404, 1001, 'rejected provider'),
  refusal('express', 401, 401, 'rejected config'),
  refusal('express', 500, 500, 'no answer'),
  { of: 'express', status: 200, message: 'flatRefusal', given: { status: 1031 }, others, means: 'rejected provider' },
  { of: 'express', status: 200, message: 'flatRefusal', given: { status: 1031, message: 'Duplicate request' }, others, means: 'no answer' },

  ...states,
  // A part that went back counts with its figure only.
  {
    of: 'query',
    status: 200,
    message: 'queriedOther',
    given: { results: { request_status_code: '186' } },
    others,
    size: 'smallest',
    means: 'refunding',
  },
  {
    of: 'query',
    status: 200,
    message: 'queriedOther',
    given: { results: { request_status_code: '186' } },
    others,
    size: 'largest',
    means: 'refunded',
  },
  refusal('query', 404, 1001, 'unrecognised'),
  refusal('query', 400, 422, 'unrecognised'),
  refusal('query', 401, 401, 'unrecognised'),
  refusal('query', 500, 500, 'no answer'),
  { of: 'query', status: 200, message: 'flatRefusal', given: { status: 1001 }, others, means: 'unrecognised' },

  { of: 'acknowledgement', status: 200, message: 'taken', given: {}, others: afterPayment, means: 'noted' },
  refusal('acknowledgement', 400, 422, 'noted', afterPayment),
  refusal('acknowledgement', 404, 1001, 'noted', afterPayment),
  refusal('acknowledgement', 401, 401, 'noted', afterPayment),
  refusal('acknowledgement', 500, 500, 'no answer', afterPayment),

  { of: 'refund', status: 200, message: 'taken', given: {}, others: afterPayment, means: 'refunding' },
  refusal('refund', 400, 1007, 'declined provider', afterPayment),
  // The state of the payment may change: no end.
  refusal('refund', 400, 422, 'unrecognised', afterPayment),
  refusal('refund', 404, 1001, 'declined provider', afterPayment),
  refusal('refund', 401, 401, 'declined provider', afterPayment),
  refusal('refund', 500, 500, 'no answer', afterPayment),
  { of: 'refund', status: 200, message: 'flatRefusal', given: { status: 1031 }, others: afterPayment, means: 'declined provider' },

  { of: 'notice', status: 0, message: 'callbackPaid', given: { request_status_code: '178' }, means: 'paid' },
  { of: 'notice', status: 0, message: 'callbackOther', given: { request_status_code: '99' }, means: 'declined card_declined, not final' },
  { of: 'notice', status: 0, message: 'callbackOther', given: { request_status_code: '129' }, means: 'expired' },
]
