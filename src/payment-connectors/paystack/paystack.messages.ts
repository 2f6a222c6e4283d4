import { type Static, Type } from 'typebox'
import { cancelAddress } from '../browser-return.ts'
import { gatewayPage } from '#shared/safe-addresses.ts'
import { stateIn, unknownToProvider } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  toWire,
  type AttemptRef,
  type ConnectorContext,
  type ConnectorInfo,
  type Observation,
  type PaymentOrder,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import { readJson, unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromWhole } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/paystack.md. */

export type PaystackChannel = 'card' | 'bank' | 'ussd' | 'qr' | 'mobile_money' | 'bank_transfer'

export type Wire = Pick<ConnectorInfo, 'wireExponent'>

/** `abandoned` is not an end: the page can be opened again. `failed` is, until a later success says otherwise. */
const TRANSACTION_STATES = {
  success: 'paid',
  failed: 'declined',
  reversed: 'refunded',
  abandoned: 'pending',
  ongoing: 'pending',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
} as const satisfies Record<string, Observation['state']>

const REFUND_STATES = {
  pending: 'refunding',
  processing: 'refunding',
  'needs-attention': 'refunding',
  processed: 'refunded',
  failed: 'declined',
} as const satisfies Record<string, Observation['state']>

const Refusal = Type.Object({
  // Optional in a refused initialize.
  status: Type.Optional(Type.Literal(false)),
  message: Type.String(),
  code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
type Refusal = { message: string; code: string | null }

/** What Paystack refuses it says by its own word, or by the status of HTTP. */
function readRefusal(answer: ProviderAnswer): Refusal | null {
  const read = readJson(answer.text, Refusal)
  if (!read || (read.status === undefined && answer.status < 400)) return null
  return { message: read.message, code: read.code ?? null }
}

const Initialized = Type.Object({
  status: Type.Literal(true),
  data: Type.Object({
    authorization_url: Type.String(),
    access_code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
    reference: Type.String(),
  }),
})

export const Identifier = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })])

export const Transaction = Type.Object({
  status: Type.String(),
  reference: Type.String(),
  id: Type.Optional(Identifier),
  amount: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
  gateway_response: Type.Optional(Type.Unknown()),
})
export type Transaction = Static<typeof Transaction>

const Verified = Type.Object({ status: Type.Literal(true), data: Transaction })

const Refund = Type.Object({
  status: Type.String(),
  amount: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
  merchant_note: Type.Optional(Type.Unknown()),
  transaction_reference: Type.Optional(Type.Unknown()),
})
type Refund = Static<typeof Refund>

const Refunded = Type.Object({ status: Type.Literal(true), data: Refund })
const RefundList = Type.Object({
  status: Type.Literal(true),
  data: Type.Array(Refund),
  meta: Type.Optional(Type.Object({ pageCount: Type.Optional(Type.Integer()) })),
})

export function initializeRequest(
  order: PaymentOrder,
  urls: ConnectorContext['urls'],
  channels: readonly PaystackChannel[],
  info: Wire,
): string {
  return JSON.stringify({
    email: order.payer.email,
    amount: toWire(order.amount, info),
    currency: order.amount.currency,
    reference: order.ref,
    channels,
    callback_url: urls.return,
    metadata: { cancel_action: cancelAddress(urls.return) },
  })
}

export function readInitialized(answer: ProviderAnswer, order: PaymentOrder, payPageOrigins: readonly string[]): StartResult {
  const refusal = readRefusal(answer)
  if (refusal) return readRefusedStart(answer, refusal)
  const initialized = answer.status === 200 ? readJson(answer.text, Initialized) : null
  if (!initialized || initialized.data.reference !== order.ref) throw unreadable(answer)
  const { access_code: accessCode, authorization_url: address, reference } = initialized.data
  const fallbackUrl = gatewayPage(address, payPageOrigins)
  if (!fallbackUrl) throw new ProviderUnavailable('paystack answered a pay page outside its own address', true)
  return { kind: 'accepted', providerRef: reference, action: { type: 'popup', sdk: 'paystack', accessCode, fallbackUrl } }
}

/** "Duplicate" says that our reference is known: a transaction may well exist, so it is no refusal and the reference is asked for. */
function readRefusedStart({ status }: ProviderAnswer, { message, code }: Refusal): StartResult {
  if (/duplicate/i.test(message) || code === 'duplicate_reference')
    throw new ProviderUnavailable('paystack knows this reference already', true)
  const isOurFault = status === 401 || status === 403
  return { kind: 'rejected', reason: isOurFault ? 'config' : 'provider', provider: said(code ?? status, message) }
}

export function readVerified(answer: ProviderAnswer, attempt: AttemptRef, now: Date, info: Wire): Observation {
  const refusal = readRefusal(answer)
  if (refusal) {
    const provider = said(refusal.code ?? answer.status, refusal.message)
    return isUnknownReference(answer, refusal) ? unknownToProvider(attempt, now, provider) : { state: 'unrecognised', provider }
  }
  return observeTransaction(verifiedTransaction(answer, attempt), info)
}

/** A transaction that went back whole: no list is needed to know it. */
export function readReversed(answer: ProviderAnswer, attempt: AttemptRef, info: Wire): Observation | null {
  if (readRefusal(answer)) return null
  const seen = observeTransaction(verifiedTransaction(answer, attempt), info)
  return seen.state === 'refunded' ? seen : null
}

function verifiedTransaction(answer: ProviderAnswer, attempt: AttemptRef): Transaction {
  const verified = answer.status === 200 ? readJson(answer.text, Verified) : null
  if (!verified || verified.data.reference !== attempt.ref) throw unreadable(answer)
  return verified.data
}

function isUnknownReference({ status }: ProviderAnswer, { message, code }: Refusal): boolean {
  if (code === 'transaction_not_found') return true
  return (status === 404 || status === 400) && /^(?:transaction reference|entity) not found/i.test(message)
}

export function observeTransaction(transaction: Transaction, info: Wire): Observation {
  const provider = said(transaction.status, transaction.gateway_response)
  const state = stateIn(TRANSACTION_STATES, transaction.status)
  const amount = fromWhole(transaction.amount, transaction.currency, info)
  if (state === 'paid' && amount && transaction.id !== undefined) return { state, amount, providerTxnId: String(transaction.id), provider }
  if (state === 'refunded' && amount) return { state, amount, provider }
  if (state === 'declined') return { state, final: true, reason: declineReason(provider.text), provider }
  if (state === 'pending') return { state, provider }
  return { state: 'unrecognised', provider, ...(state === 'paid' && { saysPaid: true as const }) }
}

/** Only words for the visitor hang on this, never the state. */
function declineReason(gatewayResponse: string): Reason {
  return /insufficient/i.test(gatewayResponse) ? 'insufficient_funds' : 'card_declined'
}

/** Our refund reference leads the note: a refund whose answer was lost is found again by it. */
export function refundRequest(
  attempt: AttemptRef,
  refund: { ref: string; amount: AttemptRef['amount']; reason: string },
  info: Wire,
): string {
  return JSON.stringify({
    transaction: attempt.ref,
    amount: toWire(refund.amount, info),
    currency: refund.amount.currency,
    merchant_note: `${refund.ref} ${refund.reason}`.slice(0, 200),
  })
}

export function readRefunded(answer: ProviderAnswer, info: Wire): Observation {
  const refusal = readRefusal(answer)
  if (refusal) {
    const provider = said(refusal.code ?? answer.status, refusal.message)
    const mayBeDone = /revers|already|duplicate/i.test(refusal.message)
    return mayBeDone ? { state: 'unrecognised', provider } : { state: 'declined', final: true, reason: 'provider', provider }
  }
  const refunded = readJson(answer.text, Refunded)
  if (!refunded) throw unreadable(answer)
  return observeRefund(refunded.data, info)
}

/** Paystack lists all refunds of the account, newest or oldest first: only dates and pages can be chosen. */
export function refundListQuery({ createdAt }: AttemptRef, page: number): string {
  const from = new Date(createdAt.getTime() - CLOCKS_DIFFER_MS).toISOString()
  return new URLSearchParams({ perPage: String(REFUNDS_PER_PAGE), page: String(page), from }).toString()
}

const REFUNDS_PER_PAGE = 100
const CLOCKS_DIFFER_MS = 60 * 60_000

/** The refund of ours on one page of the list, if it stands there, and whether this is the last page. */
export function readRefundList(
  answer: ProviderAnswer,
  { ref, refundRef, page }: { ref: string; refundRef: string; page: number },
  info: Wire,
): { seen: Observation | null; isLast: boolean } {
  const list = readJson(answer.text, RefundList)
  if (!list) throw unreadable(answer)
  const ours = list.data.find(({ merchant_note: note, transaction_reference: of }) => {
    return (of === undefined || of === ref) && typeof note === 'string' && note.split(' ')[0] === refundRef
  })
  return { seen: ours ? observeRefund(ours, info) : null, isLast: list.data.length === 0 || page >= (list.meta?.pageCount ?? Infinity) }
}

/** A refund that is not listed may still be on its way: that is not "failed". */
export const NOT_LISTED: Observation = {
  state: 'unrecognised',
  provider: said('no-such-refund', 'no refund with our reference is listed'),
}

export function observeRefund(refund: Refund, info: Wire): Observation {
  const provider = said(`refund-${refund.status}`, '')
  const state = stateIn(REFUND_STATES, refund.status)
  const amount = fromWhole(refund.amount, refund.currency, info)
  if (state === 'refunding') return { state, provider }
  if (state === 'refunded' && amount) return { state, amount, provider }
  if (state === 'declined') return { state, final: true, reason: 'provider', provider }
  return { state: 'unrecognised', provider }
}
