import { type Static, Type } from 'typebox'
import { BRAND } from '#shared/brand.ts'
import { addressWith, cancelAddress } from '../browser-return.ts'
import { gatewayPage } from '#shared/safe-addresses.ts'
import { PAY_PAGE_MINUTES, stateIn, unknownToProvider } from '../card-gateway.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type Money,
  type Observation,
  type PaymentOrder,
  type ProviderSaid,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import { readJson, unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/tingg.md. */

/** Tingg writes whole currency units; every currency keeps its own ISO exponent. */
export const CELLULANT_WIRE = { wireExponent: CURRENCY_EXPONENT }

const NIGER = 'NER'

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

/** 1001 to a start has no meaning; the others name what is wrong with our request. */
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

export const PaymentRequest = Type.Object({
  merchant_transaction_id: Type.Optional(Type.String()),
  request_status_code: Code,
  request_status_description: Type.Optional(Type.Unknown()),
  checkout_request_id: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })])),
  service_code: Type.Optional(Type.Unknown()),
  amount_paid: Type.Optional(Type.Unknown()),
  currency_code: Type.Optional(Type.Unknown()),
  request_currency_code: Type.Optional(Type.Unknown()),
  refund_amount: Type.Optional(Type.Unknown()),
})
export type PaymentRequest = Static<typeof PaymentRequest>

/** The documentation does not show where a query puts its result: one of these. */
const Queried = [Type.Object({ results: PaymentRequest }), Type.Object({ data: PaymentRequest }), PaymentRequest] as const

export type CellulantService = { serviceCode: string }

export function expressRequest(
  order: PaymentOrder,
  urls: ConnectorContext['urls'],
  { serviceCode, msisdn, now }: CellulantService & { msisdn: string; now: Date },
): string {
  // Tingg adds nothing to these addresses, so they name the payment themselves.
  const returnUrl = addressWith(urls.return, { reference: order.ref })
  const dueDate = new Date(now.getTime() + PAY_PAGE_MINUTES * 60_000)
  return JSON.stringify({
    merchant_transaction_id: order.ref,
    account_number: order.ref,
    msisdn,
    country_code: NIGER,
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
    customer_last_name: BRAND.name,
    ...(order.payer.email ? { customer_email: order.payer.email } : {}),
  })
}

export function readExpress(answer: ProviderAnswer, payPageOrigins: readonly string[]): StartResult {
  const { code, provider } = readEnvelope(answer)
  const isRefusal = code !== '200' && (answer.status >= 400 || /^1[0-9]{3}$/.test(code))
  // The reference is known to Tingg: a request may well exist, so this is no refusal.
  if (isRefusal && /duplicate|already/i.test(provider.text)) throw new ProviderUnavailable('cellulant knows this reference already', true)
  if (isRefusal) return { kind: 'rejected', reason: START_REFUSALS[code] ?? (answer.status === 401 ? 'config' : 'provider'), provider }
  const links = code === '200' ? readJson(answer.text, Links)?.results : null
  if (!links?.long_url && !links?.short_url) throw unreadable(answer)
  const url = [links.long_url, links.short_url].map((link) => gatewayPage(link ?? '', payPageOrigins)).find((page) => page !== null)
  if (!url) throw new ProviderUnavailable('cellulant answered a pay page outside its own address', true)
  return { kind: 'accepted', providerRef: null, action: { type: 'redirect', url } }
}

export function readQueried(answer: ProviderAnswer, attempt: AttemptRef, now: Date): Observation {
  const request = readRequest(answer, attempt)
  if (request) return observeRequest(request, attempt.amount)
  const { code, provider } = readEnvelope(answer)
  return code === NO_SUCH_REQUEST ? unknownToProvider(attempt, now, provider) : { state: 'unrecognised', provider }
}

/** The state of the request as Tingg codes it; null when the answer does not tell. */
export function readRequestCode(answer: ProviderAnswer, attempt: AttemptRef): string | null {
  const request = readRequest(answer, attempt)
  return request && String(request.request_status_code)
}

function readRequest(answer: ProviderAnswer, attempt: AttemptRef): PaymentRequest | null {
  if (answer.status !== 200) return null
  const [inResults, inData, bare] = Queried
  const request = readJson(answer.text, inResults)?.results ?? readJson(answer.text, inData)?.data ?? readJson(answer.text, bare)
  if (request?.merchant_transaction_id !== undefined && request.merchant_transaction_id !== attempt.ref) throw unreadable(answer)
  return request
}

/** `whole` is what was asked for, where we know it: a full refund gives that back even when the message names no figure. */
export function observeRequest(request: PaymentRequest, whole: Money | null): Observation {
  const code = String(request.request_status_code)
  const provider = said(code, request.request_status_description)
  const state = stateIn(REQUEST_STATES, code)
  if (state === 'paid') return observePaid(request, provider)
  if (state === 'declined') return { state, final: false, reason: DECLINE_REASONS[code] ?? 'other', provider }
  if (state !== 'refunded') return { state, provider }
  const isPart = code === PARTLY_REFUNDED
  const named = fromDecimal(isPart ? request.refund_amount : request.amount_paid, currencyOf(request), CELLULANT_WIRE)
  const amount = named ?? (isPart ? null : whole)
  return amount ? { state, amount, provider } : { state: 'refunding', provider }
}

function observePaid(request: PaymentRequest, provider: ProviderSaid): Observation {
  const amount = fromDecimal(request.amount_paid, currencyOf(request), CELLULANT_WIRE)
  const providerTxnId = request.checkout_request_id ?? request.merchant_transaction_id
  if (!amount || providerTxnId === undefined)
    return { state: 'unrecognised', saysPaid: true, provider: said(`${provider.code}-without-amount`, provider.text) }
  return { state: 'paid', amount, providerTxnId: String(providerTxnId), provider }
}

function currencyOf(request: PaymentRequest): unknown {
  return request.currency_code ?? request.request_currency_code
}

export function readEnvelope(answer: ProviderAnswer): { code: string; provider: ProviderSaid } {
  const envelope = readJson(answer.text, Envelope)
  if (!envelope) throw unreadable(answer)
  const { status, message } = envelope
  const code = String(typeof status === 'object' ? status.status_code : status)
  if (code === '500') throw new ProviderUnavailable('cellulant answered 500 in its body', true)
  return { code, provider: said(code, typeof status === 'object' ? status.status_description : message) }
}

/** A JSON number. XOF has no decimals, so it is whole. */
export function amountOf(money: Money): number {
  return Number(toDecimalText(money, CELLULANT_WIRE))
}
