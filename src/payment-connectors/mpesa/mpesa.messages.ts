import { type Static, Type } from 'typebox'
import { fingerprint, noticeText } from '../notice-bytes.ts'
import {
  toWire,
  type Money,
  type Notice,
  type Observation,
  type PaymentOrder,
  type RawRequest,
  type RawResponse,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import { readJson, unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromDecimal } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/daraja.md. */

/** Whole currency units only. */
export const MPESA_WIRE = { wireExponent: { XOF: 0 } }
export const MPESA_CURRENCY = 'XOF'

/** What Daraja calls a till that payers reach by an account number. */
const TRANSACTION_TYPE = 'CustomerPayBillOnline'
const LONGEST_DESCRIPTION = 13
const STILL_PROCESSING = '4999'

const DECLINES: Readonly<Record<string, Reason>> = {
  '1': 'insufficient_funds',
  // The payer's account may not pay: its state, not its PIN.
  '11': 'other',
  '17': 'provider',
  '26': 'provider',
  '1001': 'payer_busy',
  '1025': 'provider',
  '1037': 'payer_no_answer',
  '2001': 'wrong_pin',
  // Our short code may not ask for this kind of payment.
  '2028': 'config',
  '8006': 'pin_locked',
  '9999': 'provider',
}
const CANCELLED: ReadonlySet<string> = new Set(['1031', '1032'])
const EXPIRED = '1019'

/** Numbers in callbacks, texts in answers. */
const Code = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })])
const RequestId = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,128}$' })

const Pushed = Type.Object({ CheckoutRequestID: RequestId, ResponseCode: Code, ResponseDescription: Type.Optional(Type.Unknown()) })
const Refusal = Type.Object({ errorCode: Type.String({ maxLength: 40 }), errorMessage: Type.Optional(Type.Unknown()) })
const Queried = Type.Object({ CheckoutRequestID: RequestId, ResultCode: Code, ResultDesc: Type.Optional(Type.Unknown()) })

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

export type Merchant = { shortCode: string; passkey: string }

/** Short code, passkey and time, which Daraja calls a password. Times are those of clocks in Nairobi. */
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
    TransactionDesc: order.description.slice(0, LONGEST_DESCRIPTION) || 'Paiement',
  })
}

export function queryRequest(merchant: Merchant, checkoutRequestId: string, now: Date): string {
  return JSON.stringify({ ...signedAt(merchant, now), CheckoutRequestID: checkoutRequestId })
}

/** Whether a refusal is about our access token: then nothing was done, and the call may be made again with a new one. */
export function isTokenRefused(answer: ProviderAnswer): boolean {
  return answer.status === 401 || readJson(answer.text, Refusal)?.errorCode === '404.001.03'
}

export function readPushed(answer: ProviderAnswer, until: Date): StartResult {
  const pushed = answer.status === 200 ? readJson(answer.text, Pushed) : null
  if (pushed && Number(pushed.ResponseCode) === 0)
    return { kind: 'accepted', providerRef: pushed.CheckoutRequestID, action: { type: 'approve-on-phone', until } }
  const refusal = answer.status >= 400 ? readJson(answer.text, Refusal) : null
  if (!refusal) throw unreadable(answer)
  const message = typeof refusal.errorMessage === 'string' ? refusal.errorMessage : ''
  return { kind: 'rejected', reason: refusalReason(message), provider: said(recordable(refusal.errorCode), message) }
}

/** 400.002.02 with its dots would be taken for a phone number and masked in our records. */
function recordable(errorCode: string): string {
  return /^\d{3}\.\d{3}\.\d{2,4}$/.test(errorCode) ? errorCode.replaceAll('.', '_') : errorCode
}

function refusalReason(message: string): Reason {
  if (/PhoneNumber|PartyA/i.test(message)) return 'payer_unknown'
  return /Amount/i.test(message) ? 'amount' : 'config'
}

/**
 * An errorCode is no answer, not even 500.001.1001: it also stands for "not yet", for ids that nobody knows, and now and then for payments that
 * ended long ago. The answer names no amount: the push took exactly what we asked for.
 */
export function readQueried(answer: ProviderAnswer, checkoutRequestId: string, amount: Money): Observation {
  const queried = answer.status === 200 ? readJson(answer.text, Queried) : null
  if (queried?.CheckoutRequestID !== checkoutRequestId) throw unreadable(answer)
  return observeResult(queried, amount)
}

/** Only the number counts: its words differ by channel and day. */
function observeResult({ CheckoutRequestID, ResultCode, ResultDesc }: Static<typeof Queried>, amount: Money | null): Observation {
  const code = String(Number(ResultCode))
  const provider = said(code, ResultDesc)
  if (code === '0') {
    if (amount) return { state: 'paid', amount, providerTxnId: CheckoutRequestID, provider }
    return { state: 'unrecognised', saysPaid: true, provider: said('0-without-amount', ResultDesc) }
  }
  if (code === STILL_PROCESSING) return { state: 'pending', provider }
  if (code === EXPIRED) return { state: 'expired', provider }
  if (CANCELLED.has(code)) return { state: 'cancelled', provider }
  const reason = Object.hasOwn(DECLINES, code) ? DECLINES[code] : undefined
  return reason ? { state: 'declined', final: true, reason, provider } : { state: 'unrecognised', provider }
}

/** What a callback told: it names nothing that we chose, so the payment is the one of the path. */
export type CallbackRead = { notice: Notice; checkoutRequestId: string; amount: Money | null }

export function readCallback({ path, body }: RawRequest): CallbackRead | null {
  const ref = /\/([A-HJ-NP-Z2-9]{12})\/[^/]{1,64}$/.exec(path)?.[1]
  const callback = readJson(noticeText(body) ?? '', Callback)?.Body.stkCallback
  if (ref === undefined || !callback) return null
  const value = callback.CallbackMetadata?.Item.find(({ Name }) => Name === 'Amount')?.Value
  const amount = fromDecimal(value, MPESA_CURRENCY, MPESA_WIRE)
  const { CheckoutRequestID } = callback
  return {
    checkoutRequestId: CheckoutRequestID,
    amount,
    notice: {
      trust: 'hint',
      dedupeKey: `${CheckoutRequestID}:${fingerprint(body)}`,
      attempt: { by: 'ref', value: ref },
      seen: observeResult(callback, amount),
      providerRef: CheckoutRequestID,
    },
  }
}

export const ACCEPTED: RawResponse = {
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ ResultCode: 0, ResultDesc: 'Accepted' }),
}
