import { reading, type Answer, type Reading } from '../protocol-document.ts'

/** What our connector must make of Tingg's messages (tingg-document.ts). */

const TOKEN: Answer = { status: 200, message: 'token', given: {} }
const WITH_TOKEN = { others: { token: TOKEN } }
const AFTER_PAYMENT = {
  others: { token: TOKEN, query: { status: 200, message: 'queriedPaid', given: { results: { request_status_code: '183' } } } },
}

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

const state = (message: string, code: string, means: string, more: Partial<Reading> = {}) =>
  reading('query', 200, message, { results: { request_status_code: code } }, means, { ...WITH_TOKEN, ...more })
const states = Object.entries(STATES).flatMap(([message, codes]) =>
  Object.entries(codes).map(([code, means]) => state(message, code, means)),
)
const refusal = (of: string, status: number, code: number, means: string, more = WITH_TOKEN) =>
  reading(of, status, 'refusal', { status: { status_code: code } }, means, more)
const flat = (of: string, given: Answer['given'], means: string, more = WITH_TOKEN) => reading(of, 200, 'flatRefusal', given, means, more)

export const TINGG_READINGS: readonly Reading[] = [
  reading('token', 200, 'token', {}, 'accepted', { others: { express: { status: 200, message: 'links', given: {} } } }),
  reading('token', 401, 'refusal', {}, 'no answer'),
  reading('token', 400, 'refusal', {}, 'no answer'),

  reading('express', 200, 'links', {}, 'accepted', WITH_TOKEN),
  reading('express', 200, 'links', { results: { long_url: 'https://elsewhere.example/x', short_url: undefined } }, 'no answer', WITH_TOKEN),
  ...[1007, 1013, 1014].map((code) => refusal('express', 400, code, 'rejected config')),
  refusal('express', 400, 1017, 'rejected payer_unknown'),
  refusal('express', 400, 1027, 'rejected amount'),
  refusal('express', 404, 1001, 'rejected provider'),
  refusal('express', 401, 401, 'rejected config'),
  refusal('express', 500, 500, 'no answer'),
  flat('express', { status: 1031 }, 'rejected provider'),
  flat('express', { status: 1031, message: 'Duplicate request' }, 'no answer'),

  ...states,
  // A part that went back counts with its figure only.
  state('queriedOther', '186', 'refunding', { size: 'smallest' }),
  state('queriedOther', '186', 'refunded', { size: 'largest' }),
  refusal('query', 404, 1001, 'unrecognised'),
  refusal('query', 400, 422, 'unrecognised'),
  refusal('query', 401, 401, 'unrecognised'),
  refusal('query', 500, 500, 'no answer'),
  flat('query', { status: 1001 }, 'unrecognised'),

  reading('acknowledgement', 200, 'taken', {}, 'noted', AFTER_PAYMENT),
  refusal('acknowledgement', 400, 422, 'noted', AFTER_PAYMENT),
  refusal('acknowledgement', 404, 1001, 'noted', AFTER_PAYMENT),
  refusal('acknowledgement', 401, 401, 'noted', AFTER_PAYMENT),
  refusal('acknowledgement', 500, 500, 'no answer', AFTER_PAYMENT),

  reading('refund', 200, 'taken', {}, 'refunding', AFTER_PAYMENT),
  refusal('refund', 400, 1007, 'declined provider', AFTER_PAYMENT),
  // The state of the payment may change: no end.
  refusal('refund', 400, 422, 'unrecognised', AFTER_PAYMENT),
  refusal('refund', 404, 1001, 'declined provider', AFTER_PAYMENT),
  refusal('refund', 401, 401, 'declined provider', AFTER_PAYMENT),
  refusal('refund', 500, 500, 'no answer', AFTER_PAYMENT),
  flat('refund', { status: 1031 }, 'declined provider', AFTER_PAYMENT),

  reading('notice', 0, 'callbackPaid', { request_status_code: '178' }, 'paid'),
  reading('notice', 0, 'callbackOther', { request_status_code: '99' }, 'declined card_declined, not final'),
  reading('notice', 0, 'callbackOther', { request_status_code: '129' }, 'expired'),
]
