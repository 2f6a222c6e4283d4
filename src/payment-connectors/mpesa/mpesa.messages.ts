import { type Static, Type } from 'typebox'
import { doubtful, isDisagreement, isOurs, jsonAt, readClaim, type AnswerTable, type AskedAbout, type Written } from '../answer-fields.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'
import {
  ProviderUnavailable,
  toWire,
  type Webhook,
  type Observation,
  type PaymentOrder,
  type RawRequest,
  type RawResponse,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import { readJson, unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/daraja.md. */

/** Whole units of the operator's prices only. */
export const MPESA_CURRENCY = MONEY.prices
export const MPESA_WIRE = { wireExponent: { [MPESA_CURRENCY]: 0 } }

/** Daraja's transaction type for a till that payers reach by an account number. */
const TRANSACTION_TYPE = 'CustomerPayBillOnline'
const MAX_DESCRIPTION = 13
const STILL_PROCESSING = '4999'

const DECLINES: Readonly<Record<string, Reason>> = {
  '1': 'insufficient_funds',
  // The payer's account may not pay because of its state, not because of the PIN.
  '11': 'other',
  '17': 'provider',
  '26': 'provider',
  '1001': 'payer_busy',
  '1025': 'provider',
  '1037': 'payer_no_answer',
  '2001': 'wrong_pin',
  // Our short code may not request this type of payment.
  '2028': 'config',
  '8006': 'pin_locked',
  '9999': 'provider',
}
const CANCELLED: ReadonlySet<string> = new Set(['1031', '1032'])
const EXPIRED = '1019'

/** Numbers in callbacks, texts in responses. */
const Code = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })])
const RequestId = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,128}$' })

const Pushed = Type.Object({ CheckoutRequestID: RequestId, ResponseCode: Code, ResponseDescription: Type.Optional(Type.Unknown()) })
const Refusal = Type.Object({ errorCode: Type.String({ maxLength: 40 }), errorMessage: Type.Optional(Type.Unknown()) })
const Queried = Type.Object({
  CheckoutRequestID: Type.Optional(Type.Unknown()),
  ResultCode: Code,
  ResultDesc: Type.Optional(Type.Unknown()),
})

const Callback = Type.Object({
  Body: Type.Object({
    stkCallback: Type.Object({
      CheckoutRequestID: RequestId,
      ResultCode: Code,
      ResultDesc: Type.Optional(Type.Unknown()),
      CallbackMetadata: Type.Optional(
        Type.Object({ Item: Type.Array(Type.Object({ Name: Type.String(), Value: Type.Optional(Type.Unknown()) }), { maxItems: 20 }) }),
      ),
    }),
  }),
})

/**
 * I19. Neither message names our short code or a reference of ours; a response names no amount, since a push takes exactly what it
 * requested.
 */
export const MPESA_ANSWERS = {
  queried: { message: 'queried', says: 'paid', fields: [{ at: 'CheckoutRequestID', tells: 'transaction', isPromised: true }] },
  callback: {
    message: 'callback',
    says: 'paid',
    fields: [
      { at: 'Body.stkCallback.CheckoutRequestID', tells: 'receipt', isPromised: true },
      { at: 'Body.stkCallback.CallbackMetadata.Item[Amount]', tells: 'amount', isPromised: false },
    ],
  },
} as const satisfies Record<string, AnswerTable>

export type Merchant = { shortCode: string; passkey: string }

/** Short code, passkey and time, which Daraja calls a password. Times are local time in Nairobi. */
export function signedAt({ shortCode, passkey }: Merchant, now: Date): { BusinessShortCode: string; Password: string; Timestamp: string } {
  const nairobi = new Date(now.getTime() + 3 * 3_600_000).toISOString()
  const Timestamp = nairobi.slice(0, 19).replace(/\D/g, '')
  return { BusinessShortCode: shortCode, Password: Buffer.from(`${shortCode}${passkey}${Timestamp}`).toString('base64'), Timestamp }
}

type Push = { merchant: Merchant; msisdn: string; notifyUrl: string; now: Date }

export function pushRequest(order: PaymentOrder, { merchant, msisdn, notifyUrl, now }: Push): string {
  return JSON.stringify({
    ...signedAt(merchant, now),
    TransactionType: TRANSACTION_TYPE,
    Amount: toWire(order.amount, MPESA_WIRE),
    PartyA: msisdn,
    PartyB: merchant.shortCode,
    PhoneNumber: msisdn,
    CallBackURL: notifyUrl,
    AccountReference: order.ref,
    TransactionDesc: order.description.slice(0, MAX_DESCRIPTION) || 'Paiement',
  })
}

export function queryRequest(merchant: Merchant, checkoutRequestId: string, now: Date): string {
  return JSON.stringify({ ...signedAt(merchant, now), CheckoutRequestID: checkoutRequestId })
}

/** Whether a refusal is about our access token: then nothing was done, and the call may be repeated with a new one. */
export function isTokenRefused(answer: ProviderResponse): boolean {
  return answer.status === 401 || readJson(answer.text, Refusal)?.errorCode === '404.001.03'
}

export function readPushed(answer: ProviderResponse, until: Date): StartResult {
  const pushed = answer.status === 200 ? readJson(answer.text, Pushed) : null
  if (pushed && Number(pushed.ResponseCode) === 0)
    return { kind: 'accepted', providerRef: pushed.CheckoutRequestID, action: { type: 'approve-on-phone', until } }
  const refusal = answer.status >= 400 ? readJson(answer.text, Refusal) : null
  if (!refusal) throw unreadable(answer)
  const message = typeof refusal.errorMessage === 'string' ? refusal.errorMessage : ''
  // Daraja reports its own failure: the prompt may have been sent.
  if (answer.status >= 500 && (refusal.errorCode === '500.003.1001' || /internal|unreachable|time ?out/i.test(message)))
    throw unreadable(answer)
  if (/duplicate/i.test(message)) throw new ProviderUnavailable('mpesa knows this request already', true)
  return { kind: 'rejected', reason: refusalReason(message), provider: providerMessage(recordable(refusal.errorCode), message) }
}

/** The masking of our records would take 400.002.02 with its dots for a phone number. */
function recordable(errorCode: string): string {
  return /^\d{3}\.\d{3}\.\d{2,4}$/.test(errorCode) ? errorCode.replaceAll('.', '_') : errorCode
}

function refusalReason(message: string): Reason {
  if (/PhoneNumber|PartyA/i.test(message)) return 'payer_unknown'
  if (/lock subscriber/i.test(message)) return 'payer_busy'
  return /Amount/i.test(message) ? 'amount' : 'config'
}

/**
 * An errorCode is no answer, not even 500.001.1001: it also stands for "not yet", for unknown ids, and now and then for payments that ended
 * long ago. The response names no amount: the push took exactly what we asked for, unless its callback says otherwise (`namesNoAmount`).
 */
export function readQueried(answer: ProviderResponse, checkoutRequestId: string, amount: Money): Observation {
  const queried = answer.status === 200 ? readJson(answer.text, Queried) : null
  if (!queried) throw unreadable(answer)
  const asked: AskedAbout = { reference: '', transaction: checkoutRequestId, merchant: null, kinds: [], amount }
  const written: Written = { valueAt: jsonAt(queried), money: moneyIn }
  const code = codeOf(queried)
  if (code !== PAID && !isOurs(MPESA_ANSWERS.queried, written, asked)) throw unreadable(answer)
  if (code !== PAID) return observeNotPaid(queried)
  const provider = providerMessage(code, queried.ResultDesc)
  const claim = readClaim(MPESA_ANSWERS.queried, written, asked)
  if (isDisagreement(claim)) return doubtful(provider, claim)
  return { state: 'paid', amount, namesNoAmount: true, providerTxnId: checkoutRequestId, provider }
}

const PAID = '0'
const codeOf = ({ ResultCode }: Static<typeof Queried>): string => String(Number(ResultCode))
const moneyIn = (value: unknown): Money | null => fromDecimal(value, MPESA_CURRENCY, MPESA_WIRE)

/** Only the number counts: its text differs by channel and day. */
function observeNotPaid(result: Static<typeof Queried>): Observation {
  const code = codeOf(result)
  const provider = providerMessage(code, result.ResultDesc)
  if (code === STILL_PROCESSING) return { state: 'pending', provider }
  if (code === EXPIRED) return { state: 'expired', provider }
  if (CANCELLED.has(code)) return { state: 'cancelled', provider }
  const reason = Object.hasOwn(DECLINES, code) ? DECLINES[code] : undefined
  return reason ? { state: 'declined', final: true, reason, provider } : { state: 'unrecognised', provider }
}

/**
 * A callback contains no value that we chose, so the payment is the one of the path. It is the only message that names Daraja's id and an
 * amount.
 */
export function readCallback({ path, body }: RawRequest): Webhook | null {
  const ref = /\/([A-HJ-NP-Z2-9]{12})\/[^/]{1,64}$/.exec(path)?.[1]
  const callback = readJson(webhookText(body) ?? '', Callback)?.Body.stkCallback
  if (ref === undefined || !callback) return null
  const { CheckoutRequestID } = callback
  return {
    trust: 'hint',
    dedupeKey: `${CheckoutRequestID}:${fingerprint(body)}`,
    attempt: { by: 'ref', value: ref },
    seen: codeOf(callback) === PAID ? observePaidCallback(callback, ref) : observeNotPaid(callback),
    providerRef: CheckoutRequestID,
  }
}

type StkCallback = Static<typeof Callback>['Body']['stkCallback']

function amountIn({ CallbackMetadata }: StkCallback): unknown {
  return CallbackMetadata?.Item.find(({ Name }) => Name === 'Amount')?.Value
}

function observePaidCallback(callback: StkCallback, ref: string): Observation {
  const provider = providerMessage(PAID, callback.ResultDesc)
  const values: Readonly<Record<string, unknown>> = {
    'Body.stkCallback.CheckoutRequestID': callback.CheckoutRequestID,
    'Body.stkCallback.CallbackMetadata.Item[Amount]': amountIn(callback),
  }
  const written: Written = { valueAt: (at) => values[at], money: moneyIn }
  const claim = readClaim(MPESA_ANSWERS.callback, written, { reference: ref, transaction: null, merchant: null, kinds: [], amount: null })
  // No response names an amount, so a query could not prove that this one was right after all.
  if (isDisagreement(claim)) return { ...doubtful(provider, claim), namesOther: true }
  if (!claim.amount) return doubtful(provider, { tells: 'amount', how: 'missing' })
  return { state: 'paid', amount: claim.amount, providerTxnId: callback.CheckoutRequestID, provider }
}

export const ACCEPTED: RawResponse = {
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ ResultCode: 0, ResultDesc: 'Accepted' }),
}
