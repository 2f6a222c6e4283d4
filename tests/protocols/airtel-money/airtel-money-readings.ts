import { reading, type Reading } from '../protocol-document.ts'

/** What our connector must make of the messages (airtel-money-document.ts). */

const TOKEN = { status: 200, message: 'token', given: {} }
const WITH_TOKEN = { others: { token: TOKEN } }

const status = (codes: object, success = false) => ({ status: { success, ...codes } })
const refused = (of: string, http: number, codes: object, means: string, others: object = {}) =>
  reading(of, http, 'refusal', status(codes), means, { others: { token: TOKEN, ...others } })

const transaction = (word: string, code = 'DP00800001001') => ({
  data: { transaction: { status: word } },
  ...status({ response_code: code }, true),
})
const messageOf = (word: string) => (word === 'TS' || word === 'TR' ? 'paid' : 'notPaid')
const queried = (word: string, means: string, code?: string) =>
  reading('query', 200, messageOf(word), transaction(word, code), means, WITH_TOKEN)

/** The codes of a failed transaction. */
const DECLINES = {
  DP00800001002: 'declined wrong_pin',
  DP00800001003: 'declined limit',
  DP00800001004: 'declined amount',
  DP00800001005: 'cancelled',
  DP00800001007: 'declined insufficient_funds',
  DP00800001008: 'declined provider',
  DP00800001009: 'declined provider',
  DP00800001010: 'declined other',
} as const

/** Refusals of a push; an ambiguous one may have reached the phone. */
const REFUSED_PUSHES: readonly (readonly [http: number, codes: object, means: string])[] = [
  [400, { response_code: 'DP00800001003' }, 'rejected limit'],
  [400, { response_code: 'DP00800001004' }, 'rejected amount'],
  [400, { response_code: 'DP00800001007' }, 'rejected insufficient_funds'],
  [400, { response_code: 'DP00800001010' }, 'rejected payer_unknown'],
  [403, { response_code: 'DP00800001026' }, 'rejected config'],
  [400, { result_code: 'ESB000033' }, 'rejected payer_unknown'],
  [400, { result_code: 'ESB000036' }, 'rejected payer_unknown'],
  [400, { result_code: 'ESB000034' }, 'rejected config'],
  [400, { result_code: 'ESB000039' }, 'rejected config'],
  [400, { result_code: 'ROUTER112' }, 'rejected config'],
  [400, { result_code: 'ESB000041' }, 'no answer'],
  [400, { result_code: 'ESB000008' }, 'no answer'],
  [400, { response_code: 'DP00800001005' }, 'no answer'],
  [401, {}, 'no answer'],
  [404, { result_code: 'ROUTER117' }, 'no answer'],
  [500, { result_code: 'ESB000001' }, 'no answer'],
]

const stillPaid = { query: { status: 200, message: 'paid', given: transaction('TS') } }
const reversed = { query: { status: 200, message: 'paid', given: transaction('TR') } }

export const AIRTEL_READINGS: readonly Reading[] = [
  reading('token', 200, 'token', {}, 'accepted', {
    others: { push: { status: 200, message: 'pushed', given: status({ response_code: 'DP00800001006' }, true) } },
  }),
  reading('token', 401, 'refusal', {}, 'no answer'),
  reading('key', 200, 'key', {}, 'no answer', WITH_TOKEN),
  reading('key', 401, 'refusal', {}, 'no answer', WITH_TOKEN),
  reading('push', 200, 'pushed', status({ response_code: 'DP00800001006' }, true), 'accepted', WITH_TOKEN),
  reading('push', 200, 'pushed', { data: { transaction: { id: false } }, ...status({}, true) }, 'accepted', WITH_TOKEN),
  reading('push', 200, 'pushed', { data: { transaction: { id: 'OTHER' } }, ...status({}, true) }, 'no answer', WITH_TOKEN),
  ...REFUSED_PUSHES.map(([http, codes, means]) => refused('push', http, codes, means)),
  queried('TS', 'paid'),
  // Copies disagree about the codes of a paid one: the word decides.
  queried('TS', 'paid', 'DP00800001006'),
  queried('TA', 'pending', 'DP00800001000'),
  queried('TIP', 'pending', 'DP00800001006'),
  queried('TE', 'expired', 'DP00800001029'),
  queried('TR', 'refunded'),
  ...Object.entries(DECLINES).map(([code, means]) => queried('TF', means, code)),
  queried('TF', 'declined provider', 'DP00800001024'),
  refused('query', 404, { result_code: 'ESB000045' }, 'unrecognised'),
  refused('query', 400, { response_code: 'DP00800001025' }, 'unrecognised'),
  refused('query', 401, {}, 'no answer'),
  refused('query', 403, { response_code: 'DP00800001026' }, 'no answer'),
  refused('query', 500, { result_code: 'ESB000014' }, 'no answer'),
  reading('refund', 200, 'refunded', {}, 'refunded', WITH_TOKEN),
  // A sample of the portal calls a refund that was done not successful.
  reading('refund', 200, 'refunded', { data: { transaction: { status: 'SUCCESS' } }, ...status({}) }, 'refunded', WITH_TOKEN),
  refused('refund', 400, { result_code: 'ESB000011' }, 'unrecognised', stillPaid),
  refused('refund', 400, { result_code: 'ESB000011' }, 'refunded', reversed),
  refused('refund', 401, {}, 'unrecognised', stillPaid),
  refused('refund', 403, { response_code: 'DP00800001026' }, 'unrecognised', stillPaid),
  refused('refund', 404, { result_code: 'ESB000045' }, 'unrecognised', stillPaid),
  refused('refund', 500, { result_code: 'ESB000001' }, 'no answer', stillPaid),
  reading('notice', 0, 'callback', { transaction: { status_code: 'TS' } }, 'unrecognised'),
  reading('notice', 0, 'callback', { transaction: { status_code: 'TF' } }, 'pending'),
]
