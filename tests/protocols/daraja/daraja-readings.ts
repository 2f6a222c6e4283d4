import { reading, type Reading } from '../protocol-document.ts'

/** What our connector must make of Daraja's messages (daraja-document.ts). */

const WITH_TOKEN = { others: { token: { status: 200, message: 'token', given: {} } } }

const MEANINGS = {
  '0': 'paid',
  '1': 'declined insufficient_funds',
  '11': 'declined other',
  '17': 'declined provider',
  '26': 'declined provider',
  '1001': 'declined payer_busy',
  '1019': 'expired',
  '1025': 'declined provider',
  '1031': 'cancelled',
  '1032': 'cancelled',
  '1037': 'declined payer_no_answer',
  '2001': 'declined wrong_pin',
  '2028': 'declined config',
  '4999': 'pending',
  '8006': 'declined pin_locked',
  '9999': 'declined provider',
} as const

const results = Object.entries(MEANINGS).map(([ResultCode, means]) =>
  reading('question', 200, 'queried', { ResultCode }, means, WITH_TOKEN),
)
const webhook = (stkCallback: object, means: string) => reading('notice', 0, 'callback', { Body: { stkCallback } }, means)
const callbacks = Object.entries(MEANINGS)
  .filter(([code]) => code !== '0')
  .map(([code, means]) => webhook({ ResultCode: Number(code) }, means))
const refused = (of: string, status: number, errorMessage: string, means: string) =>
  reading(of, status, 'refusal', { errorCode: `${status}.002.02`, errorMessage }, means, WITH_TOKEN)

export const DARAJA_READINGS: readonly Reading[] = [
  // With a token the push goes out; without one nothing was sent.
  reading('token', 200, 'token', {}, 'accepted', { others: { push: { status: 200, message: 'pushed', given: {} } } }),
  reading('token', 400, 'refusal', {}, 'no answer'),
  reading('push', 200, 'pushed', { ResponseCode: '0' }, 'accepted', WITH_TOKEN),
  refused('push', 400, 'Bad Request - Invalid PhoneNumber', 'rejected payer_unknown'),
  refused('push', 400, 'Bad Request - Invalid Amount', 'rejected amount'),
  refused('push', 400, 'Bad Request - Invalid CallBackURL', 'rejected config'),
  refused('push', 401, 'Unauthorized', 'rejected config'),
  refused('push', 404, 'Invalid Access Token', 'rejected config'),
  refused('push', 500, 'Unable to lock subscriber', 'rejected payer_busy'),
  ...results,
  ...[400, 401, 404, 500].map((status) => refused('question', status, 'The transaction is being processed', 'no answer')),
  webhook({ ResultCode: 0, CallbackMetadata: { Item: [{ Name: 'Amount', Value: 1500 }, { Name: 'Balance' }] } }, 'paid'),
  ...callbacks,
]
