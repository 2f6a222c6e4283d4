import { type Static, Type } from 'typebox'
import { COUNTRY } from '#shared/operator.ts'
import { doubtful, doubtfulRefund, isDisagreement, isOurs, jsonAt, readClaim, type AnswerTable, type Written } from '../answer-fields.ts'
import { unknownToProvider } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  toWire,
  type AttemptRef,
  type ConnectorInfo,
  type Observation,
  type PaymentOrder,
  type ProviderMessage,
  type RawRequest,
  type RawResponse,
  type Reason,
  type StartResult,
  type Webhook,
} from '../payment-connector.ts'
import { readJson, unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'

/** Facts and sources: docs/protocols/airtel-money.md. */

const Text = Type.Optional(Type.Unknown())

const Status = Type.Object({ code: Text, message: Text, result_code: Text, response_code: Text, success: Text })

/** Every answer: what happened to the call, and the transaction it is about. */
const Answer = Type.Object({
  status: Type.Optional(Type.Union([Type.Null(), Status])),
  data: Type.Optional(Type.Union([Type.Null(), Type.Object({ transaction: Type.Optional(Type.Unknown()) })])),
})

const Transaction = Type.Object({ id: Text, airtel_money_id: Text, status: Text, message: Text })
const Queried = Type.Object({
  status: Answer.properties.status,
  data: Type.Object({ transaction: Type.Object({ ...Transaction.properties, status: Type.String() }) }),
})

const Callback = Type.Object({
  transaction: Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), status_code: Type.String(), message: Text }),
})

/** I19. No message names an amount or a merchant: a push takes exactly what it requested, from the account of the token. */
export const AIRTEL_ANSWERS = {
  paid: {
    message: 'paid',
    says: 'paid',
    fields: [
      { at: 'data.transaction.id', tells: 'reference', isPromised: true },
      { at: 'data.transaction.airtel_money_id', tells: 'transaction', isPromised: true },
    ],
  },
  reversed: { message: 'paid', says: 'refunded', fields: [{ at: 'data.transaction.id', tells: 'reference', isPromised: true }] },
  refunded: {
    message: 'refunded',
    says: 'refunded',
    fields: [{ at: 'data.transaction.airtel_money_id', tells: 'receipt', isPromised: true }],
  },
} as const satisfies Record<string, AnswerTable>

/** The only words for a state that the copies of the document agree about; codes explain them. */
const PAID = 'TS'
const FAILED = 'TF'
const EXPIRED = 'TE'
const REVERSED = 'TR'
const OPEN: ReadonlySet<string> = new Set(['TIP', 'TA'])

/** No PIN was typed: the payer closed the request. */
const NO_PIN_TYPED = 'DP00800001005'

const DECLINES: Readonly<Record<string, Reason>> = {
  DP00800001002: 'wrong_pin',
  DP00800001003: 'limit',
  DP00800001004: 'amount',
  DP00800001007: 'insufficient_funds',
  DP00800001008: 'provider',
  DP00800001009: 'provider',
  // The wallet is barred or does not exist.
  DP00800001010: 'other',
}

/** Refusals of a push after which no request was sent to a phone; any other code may follow a request that was sent. */
const REFUSALS: Readonly<Record<string, Reason>> = {
  DP00800001003: 'limit',
  DP00800001004: 'amount',
  DP00800001007: 'insufficient_funds',
  DP00800001010: 'payer_unknown',
  DP00800001026: 'config',
  ESB000033: 'payer_unknown',
  ESB000034: 'config',
  ESB000035: 'config',
  ESB000036: 'payer_unknown',
  ESB000039: 'config',
  ROUTER001: 'config',
  ROUTER003: 'config',
  ROUTER005: 'config',
  ROUTER006: 'config',
  ROUTER007: 'config',
  ROUTER112: 'config',
  ROUTER119: 'config',
}

const DUPLICATE = 'ESB000041'
const UNKNOWN: ReadonlySet<string> = new Set(['ESB000045', 'DP00800001025'])
const SENT_TO_PHONE = 'DP00800001006'
const DONE: ReadonlySet<string> = new Set(['SUCCESS', PAID, REVERSED])

export function accountHeaders(currency: string): Record<string, string> {
  return { 'x-country': COUNTRY.code, 'x-currency': currency }
}

/** `msisdn` without the country code. What the payer reads holds no sign that a USSD menu cannot show. */
export function pushRequest(order: PaymentOrder, msisdn: string, info: Pick<ConnectorInfo, 'wireExponent'>): string {
  const { currency } = order.amount
  const about = { country: COUNTRY.code, currency }
  return JSON.stringify({
    reference: plainText(order.description) || order.ref,
    subscriber: { ...about, msisdn },
    transaction: { amount: toWire(order.amount, info), ...about, id: order.ref },
  })
}

const MAX_DESCRIPTION = 60

function plainText(text: string): string {
  const unaccented = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return unaccented
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_DESCRIPTION)
}

export function refundRequest(airtelMoneyId: string): string {
  return JSON.stringify({ transaction: { airtel_money_id: airtelMoneyId } })
}

/** The token is refused by its status alone: no code for it is known. */
export function isTokenRefused({ status }: ProviderResponse): boolean {
  return status === 401
}

/** The code that explains an answer: that of the product, else that of the layer before it. */
function codeOf({ response_code: product, result_code: layer }: Static<typeof Status>): string {
  return ([product, layer].find((code) => typeof code === 'string' && code !== '') as string | undefined) ?? ''
}

/** The layers use one notation each, and an answer may hold both: the first that this table knows counts. */
function inTable<Value>(table: Readonly<Record<string, Value>>, { response_code: product, result_code: layer }: Static<typeof Status>) {
  const known = [product, layer].find((code) => typeof code === 'string' && Object.hasOwn(table, code))
  return typeof known === 'string' ? table[known] : undefined
}

function messageOf(status: Static<typeof Status>): ProviderMessage {
  return providerMessage(codeOf(status) || 'no-code', status.message)
}

export function readPushed(answer: ProviderResponse, order: Pick<PaymentOrder, 'ref'>, until: Date): StartResult {
  const read = readJson(answer.text, Answer)
  if (!read) throw unreadable(answer)
  const status = read.status ?? {}
  if (status.result_code === DUPLICATE || status.response_code === DUPLICATE)
    throw new ProviderUnavailable('airtel-money knows this transaction already', true)
  const reason = inTable(REFUSALS, status)
  if (reason && !isTrue(status.success)) return { kind: 'rejected', reason, provider: messageOf(status) }
  const isSent = answer.status < 300 && (isTrue(status.success) || status.response_code === SENT_TO_PHONE)
  if (!isSent || namesAnother(read, order.ref)) throw unreadable(answer)
  return { kind: 'accepted', providerRef: null, action: { type: 'approve-on-phone', until } }
}

/** Some answers hold `false` in place of our id. */
function namesAnother({ data }: Static<typeof Answer>, ref: string): boolean {
  const id: unknown = Object(data?.transaction)['id']
  return typeof id === 'string' && id !== '' && id !== ref
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'

export function readQueried(answer: ProviderResponse, attempt: AttemptRef, now: Date): Observation {
  const envelope = readJson(answer.text, Answer)
  if (!envelope) throw unreadable(answer)
  const queried = answer.status === 200 ? readJson(answer.text, Queried) : null
  if (!queried) {
    const status = envelope.status ?? {}
    if ([codeOf(status), status.result_code].some((one) => typeof one === 'string' && UNKNOWN.has(one)))
      return unknownToProvider(attempt, now, messageOf(status))
    throw unreadable(answer)
  }
  const status = queried.status ?? {}
  const word = queried.data.transaction.status.toUpperCase()
  const provider = providerMessage(`${word}-${codeOf(status) || 'no-code'}`, queried.data.transaction.message ?? status.message)
  const asked = { reference: attempt.ref, transaction: attempt.providerTxnId ?? null, merchant: null, kinds: [], amount: attempt.amount }
  if (word === PAID) return observePaid(queried, attempt, { asked, provider })
  if (word === REVERSED) {
    const claim = readClaim(AIRTEL_ANSWERS.reversed, writtenIn(queried), asked)
    return isDisagreement(claim) ? doubtfulRefund(provider, claim) : { state: 'refunded', amount: attempt.amount, provider }
  }
  if (!isOurs(AIRTEL_ANSWERS.reversed, writtenIn(queried), asked)) throw unreadable(answer)
  return observeNotPaid(word, status, provider)
}

type Asked = Parameters<typeof readClaim>[2]

/** The answer names no amount: the push took exactly what was requested. */
function observePaid(
  queried: Static<typeof Queried>,
  { amount }: AttemptRef,
  { asked, provider }: { asked: Asked; provider: ProviderMessage },
): Observation {
  const claim = readClaim(AIRTEL_ANSWERS.paid, writtenIn(queried), asked)
  if (isDisagreement(claim)) return doubtful(provider, claim)
  return { state: 'paid', amount, namesNoAmount: true, providerTxnId: String(queried.data.transaction.airtel_money_id), provider }
}

function observeNotPaid(word: string, status: Static<typeof Status>, provider: ProviderMessage): Observation {
  if (OPEN.has(word)) return { state: 'pending', provider }
  if (word === EXPIRED) return { state: 'expired', provider }
  if (word !== FAILED) return { state: 'unrecognised', needsReview: 'unknown-word', provider }
  if (status.response_code === NO_PIN_TYPED) return { state: 'cancelled', provider }
  return { state: 'declined', final: true, reason: inTable(DECLINES, status) ?? 'provider', provider }
}

const writtenIn = (document: unknown): Written => ({ valueAt: jsonAt(document), money: () => null })

/** Only the whole of a payment can go back. Null: it may or may not have been refunded, so its state is asked. */
export function readRefunded(answer: ProviderResponse, attempt: AttemptRef): Observation | null {
  const read = answer.status < 300 ? readJson(answer.text, Queried) : null
  if (!read || !DONE.has(read.data.transaction.status.toUpperCase())) return null
  const asked = { reference: attempt.ref, transaction: null, merchant: null, kinds: [], amount: null }
  const claim = readClaim(AIRTEL_ANSWERS.refunded, writtenIn(read), asked)
  return isDisagreement(claim) ? null : { state: 'refunded', amount: attempt.amount, provider: messageOf(read.status ?? {}) }
}

/** One address for the account, and an optional hash that no document describes well enough: a callback only makes us ask. */
export function readCallback({ body }: RawRequest): Webhook | null {
  const read = readJson(webhookText(body) ?? '', Callback)?.transaction
  if (!read) return null
  const { id, status_code: word, message } = read
  const provider = providerMessage(word, message)
  return {
    trust: 'hint',
    dedupeKey: `${id}:${fingerprint(body)}`,
    attempt: { by: 'ref', value: id },
    seen: word === PAID ? { state: 'unrecognised', saysPaid: true, provider } : { state: 'pending', provider },
  }
}

export const RECEIVED: RawResponse = { status: 200, contentType: 'application/json; charset=utf-8', body: '{"status":"received"}' }
