import { OPERATOR } from '#operator-record'
import { type Static, Type } from 'typebox'
import {
  doubtful,
  doubtfulRefund,
  isDisagreement,
  isOurs,
  jsonAt,
  readClaim,
  type AnswerTable,
  type AskedAbout,
  type Written,
} from '../answer-fields.ts'
import { addressWith, cancelAddress } from '../browser-return.ts'
import { gatewayPage } from '#shared/safe-addresses.ts'
import { PAY_PAGE_MINUTES, stateIn, unknownToProvider } from '../card-gateway.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type Observation,
  type PaymentOrder,
  type ProviderMessage,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { readJson, unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/tingg.md. */

/** Tingg writes whole currency units; every currency keeps its own ISO exponent. */
export const CELLULANT_WIRE = { wireExponent: CURRENCY_EXPONENT }

/** 99, 101 and 102 leave the request open: the payer may try again. 180 is our own rejection, which Tingg answers by giving the money back. */
const REQUEST_STATES = {
  '130': 'pending',
  '177': 'pending',
  '99': 'declined',
  '101': 'declined',
  '102': 'declined',
  '176': 'paid',
  '178': 'paid',
  '183': 'paid',
  '188': 'paid',
  '129': 'expired',
  '179': 'expired',
  '180': 'refunded',
  '184': 'refunding',
  '185': 'refunding',
  '186': 'refunded',
  '187': 'refunded',
  '191': 'unrecognised',
  '422': 'unrecognised',
} as const satisfies Record<string, Observation['state']>

const DECLINE_REASONS: Readonly<Record<string, Reason>> = { '99': 'card_declined', '101': 'payer_declined', '102': 'insufficient_funds' }
const PARTLY_REFUNDED = '186'
const PARTLY_PAID = '176'

/** 1001 in response to a start has no meaning; the others name what is wrong with our request. */
const START_REFUSALS: Readonly<Record<string, Reason>> = {
  '1007': 'config',
  '1013': 'config',
  '1014': 'config',
  '1017': 'payer_unknown',
  '1027': 'amount',
}
const NO_SUCH_REQUEST = '1001'

const Code = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,6}$' })])

/** `{status:{status_code}}` by the documentation, `{status:1031,message}` as also seen. */
const Envelope = Type.Object({
  status: Type.Union([Type.Object({ status_code: Code, status_description: Type.Optional(Type.Unknown()) }), Code]),
  message: Type.Optional(Type.Unknown()),
})

const Links = Type.Object({ results: Type.Object({ short_url: Type.Optional(Type.String()), long_url: Type.Optional(Type.String()) }) })

/** Its state; the fields that identify its payment are read by the tables below. */
export const PaymentRequest = Type.Object({
  request_status_code: Code,
  request_status_description: Type.Optional(Type.Unknown()),
  checkout_request_id: Type.Optional(Type.Unknown()),
  merchant_transaction_id: Type.Optional(Type.Unknown()),
})
export type PaymentRequest = Static<typeof PaymentRequest>

const OURS: AnswerTable['fields'] = [
  { at: 'merchant_transaction_id', tells: 'reference', isPromised: true },
  { at: 'service_code', tells: 'merchant', isPromised: false },
]
const PAID: AnswerTable['fields'] = [
  ...OURS,
  { at: 'checkout_request_id', tells: 'receipt', isPromised: true },
  { at: 'amount_paid', tells: 'amount', isPromised: true },
  { at: 'currency_code', tells: 'currency', isPromised: true },
]
const WENT_BACK: AnswerTable['fields'] = [
  ...OURS,
  { at: 'amount_paid', tells: 'amount', isPromised: false },
  { at: 'currency_code', tells: 'currency', isPromised: false },
]
const PART_WENT_BACK: AnswerTable['fields'] = [
  ...OURS,
  { at: 'refund_amount', tells: 'amount', isPromised: false },
  { at: 'currency_code', tells: 'currency', isPromised: false },
]

/** I19. A query puts these fields in `results`; a callback has them at the top. */
export const CELLULANT_ANSWERS = {
  paid: { message: 'queriedPaid', says: 'paid', fields: PAID },
  refunded: { message: 'queriedOther', says: 'refunded', fields: WENT_BACK },
  partlyRefunded: { message: 'queriedOther', says: 'refunded', fields: PART_WENT_BACK },
} as const satisfies Record<string, AnswerTable>

/** The documentation does not show where a query puts its result: one of these. */
const Queried = [Type.Object({ results: PaymentRequest }), Type.Object({ data: PaymentRequest }), PaymentRequest] as const

export type CellulantService = { serviceCode: string }

export function expressRequest(
  order: PaymentOrder,
  urls: ConnectorContext['urls'],
  { serviceCode, msisdn, now }: CellulantService & { msisdn: string; now: Date },
): string {
  // Tingg adds no parameters to these URLs, so they contain the payment's reference themselves.
  const returnUrl = addressWith(urls.return, { reference: order.ref })
  const dueDate = new Date(now.getTime() + PAY_PAGE_MINUTES * 60_000)
  return JSON.stringify({
    merchant_transaction_id: order.ref,
    account_number: order.ref,
    msisdn,
    country_code: OPERATOR.country.code3,
    currency_code: order.amount.currency,
    request_amount: amountOf(order.amount),
    service_code: serviceCode,
    due_date: dueDate.toISOString().slice(0, 19).replace('T', ' '),
    request_description: order.description.slice(0, 100),
    language_code: order.language,
    callback_url: urls.notify,
    success_redirect_url: returnUrl,
    fail_redirect_url: returnUrl,
    pending_redirect_url: cancelAddress(returnUrl),
    customer_first_name: 'Client',
    customer_last_name: OPERATOR.brand.name,
    ...(order.payer.email ? { customer_email: order.payer.email } : {}),
  })
}

export function readExpress(answer: ProviderResponse, payPageOrigins: readonly string[]): StartResult {
  const { code, provider } = readEnvelope(answer)
  const isRefusal = code !== '200' && (answer.status >= 400 || /^1[0-9]{3}$/.test(code))
  // Tingg knows the reference: a request may exist, so this is no refusal.
  if (isRefusal && /duplicate|already/i.test(provider.text)) throw new ProviderUnavailable('cellulant knows this reference already', true)
  if (isRefusal) return { kind: 'rejected', reason: START_REFUSALS[code] ?? (answer.status === 401 ? 'config' : 'provider'), provider }
  const links = code === '200' ? readJson(answer.text, Links)?.results : null
  if (!links?.long_url && !links?.short_url) throw unreadable(answer)
  const url = [links.long_url, links.short_url].map((link) => gatewayPage(link ?? '', payPageOrigins)).find((page) => page !== null)
  if (!url) throw new ProviderUnavailable('cellulant answered a pay page outside its own address', true)
  return { kind: 'accepted', providerRef: null, action: { type: 'redirect', url } }
}

export function readQueried(answer: ProviderResponse, attempt: AttemptRef, service: CellulantService, now: Date): Observation {
  const request = readRequest(answer)
  if (request) return observeRequest(request, askedAbout(attempt, service)) ?? notOurs(answer)
  const { code, provider } = readEnvelope(answer)
  return code === NO_SUCH_REQUEST ? unknownToProvider(attempt, now, provider) : { state: 'unrecognised', provider }
}

/** The state of our own request in Tingg's codes; null when the response contains none. */
export function readRequestCode(answer: ProviderResponse, attempt: AttemptRef, service: CellulantService): string | null {
  const request = readRequest(answer)
  if (request && !isOurs(CELLULANT_ANSWERS.refunded, writtenAs(request), askedAbout(attempt, service))) throw unreadable(answer)
  return request && String(request.request_status_code)
}

function readRequest(answer: ProviderResponse): PaymentRequest | null {
  if (answer.status !== 200) return null
  const [inResults, inData, bare] = Queried
  return readJson(answer.text, inResults)?.results ?? readJson(answer.text, inData)?.data ?? readJson(answer.text, bare)
}

function notOurs(answer: ProviderResponse): never {
  throw unreadable(answer)
}

export function askedAbout(
  { ref, amount }: Pick<AttemptRef, 'ref'> & { amount: Money | null },
  { serviceCode }: CellulantService,
): AskedAbout {
  return { reference: ref, transaction: null, merchant: serviceCode, kinds: [], amount }
}

function writtenAs(request: PaymentRequest): Written {
  return { valueAt: jsonAt(request), money: (amount, currency) => fromDecimal(amount, currency, CELLULANT_WIRE) }
}

/** What a response to our request says. Null for a refusal of another payment's request: that is no answer. */
export function observeRequest(request: PaymentRequest, asked: AskedAbout): Observation | null {
  const code = String(request.request_status_code)
  const provider = providerMessage(code, request.request_status_description)
  const state = stateIn(REQUEST_STATES, code)
  if (state === 'paid') return observePaid(request, asked, provider)
  if (state === 'refunded') return observeRefunded(request, asked, provider)
  if (!isOurs(CELLULANT_ANSWERS.refunded, writtenAs(request), asked)) return null
  if (state === 'declined') return { state, final: false, reason: DECLINE_REASONS[code] ?? 'other', provider }
  return { state, provider }
}

/** 176 is a request that was closed with a part of its money: only there may the amount differ. */
function observePaid(request: PaymentRequest, asked: AskedAbout, provider: ProviderMessage): Observation {
  const isPart = provider.code === PARTLY_PAID
  const claim = readClaim(CELLULANT_ANSWERS.paid, writtenAs(request), { ...asked, isOtherAmount: isPart })
  if (isDisagreement(claim)) return doubtful(provider, claim)
  const { amount, receipt } = claim
  if (!amount || receipt === null) return doubtful(provider, { tells: 'amount', how: 'missing' })
  return { state: 'paid', amount, providerTxnId: receipt, provider, ...(isPart && { isOtherAmount: true as const }) }
}

/** A full refund returns the requested amount even when the message names none; a partial one counts only with its amount. */
function observeRefunded(request: PaymentRequest, asked: AskedAbout, provider: ProviderMessage): Observation {
  const isPart = provider.code === PARTLY_REFUNDED
  const table = isPart ? CELLULANT_ANSWERS.partlyRefunded : CELLULANT_ANSWERS.refunded
  const claim = readClaim(table, writtenAs(request), { ...asked, isOtherAmount: isPart })
  if (isDisagreement(claim)) return doubtfulRefund(provider, claim)
  const amount = claim.amount ?? (isPart ? null : asked.amount)
  return amount ? { state: 'refunded', amount, provider } : { state: 'refunding', provider }
}

export function readEnvelope(answer: ProviderResponse): { code: string; provider: ProviderMessage } {
  const envelope = readJson(answer.text, Envelope)
  if (!envelope) throw unreadable(answer)
  const { status, message } = envelope
  const code = String(typeof status === 'object' ? status.status_code : status)
  if (code === '500') throw unreadable(answer)
  return { code, provider: providerMessage(code, typeof status === 'object' ? status.status_description : message) }
}

/** A JSON number. XOF has no decimals, so it is whole. */
export function amountOf(money: Money): number {
  return Number(toDecimalText(money, CELLULANT_WIRE))
}
