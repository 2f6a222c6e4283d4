import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  doubtful,
  doubtfulRefund,
  isDisagreement,
  jsonAt,
  readClaim,
  type AnswerTable,
  type AskedAbout,
  type Written,
} from '../answer-fields.ts'
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
import { readJson, unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
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
  code: Type.Optional(Type.String()),
})
type Refusal = { message: string; code: string | null }

/** Paystack reports a refusal by its own code, or by the HTTP status. */
function readRefusal(answer: ProviderResponse): Refusal | null {
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

/** Its state; the fields that identify its payment are read by the tables below. */
export const Transaction = Type.Object({ status: Type.String(), gateway_response: Type.Optional(Type.Unknown()) })
export type Transaction = Static<typeof Transaction>

const BACK: AnswerTable['fields'] = [
  { at: 'amount', tells: 'amount', isPromised: true },
  { at: 'currency', tells: 'currency', isPromised: true },
]

/**
 * I19. The fields are in `data`. No message names the merchant: a response is bound to us by the key in our request, a webhook by its
 * signature. A listed refund may be partial: the core compares it with what was paid.
 */
export const PAYSTACK_ANSWERS = {
  /** Also of the webhook, whose page shows one example with all of them and marks none as optional. */
  verified: {
    message: 'verified',
    says: 'paid',
    fields: [
      { at: 'reference', tells: 'reference', isPromised: true },
      { at: 'id', tells: 'receipt', isPromised: true },
      { at: 'amount', tells: 'amount', isPromised: true },
      { at: 'currency', tells: 'currency', isPromised: true },
    ],
  },
  refunded: {
    message: 'refunded',
    says: 'refunded',
    fields: [{ at: 'transaction.reference', tells: 'reference', isPromised: true }, ...BACK],
  },
  refundList: {
    message: 'refundList',
    says: 'refunded',
    fields: [{ at: 'transaction_reference', tells: 'reference', isPromised: true }, ...BACK],
  },
  refundNotice: { message: 'refundNotice', says: 'refunded', fields: BACK },
} as const satisfies Record<string, AnswerTable>

const Verified = Type.Object({ status: Type.Literal(true), data: Transaction })

const Refund = Type.Object({ status: Type.String(), merchant_note: Type.Optional(Type.Unknown()) })
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

export function readInitialized(answer: ProviderResponse, order: PaymentOrder, payPageOrigins: readonly string[]): StartResult {
  const refusal = readRefusal(answer)
  if (refusal) return readRefusedStart(answer, refusal)
  const initialized = answer.status === 200 ? readJson(answer.text, Initialized) : null
  if (!initialized) throw unreadable(answer)
  // A page exists, but we cannot show it.
  if (initialized.data.reference !== order.ref) throw new ProviderUnavailable('paystack answered about another reference', true)
  const { access_code: accessCode, authorization_url: address, reference } = initialized.data
  const fallbackUrl = gatewayPage(address, payPageOrigins)
  if (!fallbackUrl) throw new ProviderUnavailable('paystack answered a pay page outside its own address', true)
  return { kind: 'accepted', providerRef: reference, action: { type: 'popup', accessCode, fallbackUrl } }
}

/** "Duplicate" means that our reference is known: a transaction may exist, so it is no refusal and the reference is queried. */
function readRefusedStart({ status }: ProviderResponse, { message, code }: Refusal): StartResult {
  if (/duplicate/i.test(message) || code === 'duplicate_reference')
    throw new ProviderUnavailable('paystack knows this reference already', true)
  const isOurFault = status === 401 || status === 403
  return { kind: 'rejected', reason: isOurFault ? 'config' : 'provider', provider: providerMessage(code ?? status, message) }
}

export function readVerified(answer: ProviderResponse, attempt: AttemptRef, now: Date, info: Wire): Observation {
  const refusal = readRefusal(answer)
  if (refusal) {
    const provider = providerMessage(refusal.code ?? answer.status, refusal.message)
    return isUnknownReference(answer, refusal) ? unknownToProvider(attempt, now, provider) : { state: 'unrecognised', provider }
  }
  return verified(answer, attempt, info)
}

/** A fully refunded transaction: no list is needed to know it. */
export function readReversed(answer: ProviderResponse, attempt: AttemptRef, info: Wire): Observation | null {
  if (readRefusal(answer)) return null
  const seen = verified(answer, attempt, info)
  return seen.state === 'refunded' ? seen : null
}

/** The state of another payment is no answer; if that payment is paid or refunded, the attempt is in doubt. */
function verified(answer: ProviderResponse, { ref, amount }: AttemptRef, info: Wire): Observation {
  const data = answer.status === 200 ? readJson(answer.text, Verified)?.data : undefined
  if (!data) throw unreadable(answer)
  const seen = observeTransaction(data, info, { ...ANYTHING, reference: ref, amount })
  const isAboutMoney = seen.state === 'paid' || seen.state === 'refunded' || seen.state === 'unrecognised'
  if (!isAboutMoney && jsonAt(data)('reference') !== ref) throw unreadable(answer)
  return seen
}

const ANYTHING: Omit<AskedAbout, 'reference'> = { transaction: null, merchant: null, kinds: [], amount: null }

function writtenAs(data: object, info: Wire): Written {
  return { valueAt: jsonAt(data), money: (amount, currency) => fromWhole(amount, currency, info) }
}

function isUnknownReference({ status }: ProviderResponse, { message, code }: Refusal): boolean {
  if (code === 'transaction_not_found') return true
  return (status === 404 || status === 400) && /^(?:transaction reference|entity) not found/i.test(message)
}

/** `reference` and `amount` are compared where they are known: a webhook is read before its payment is. */
export function observeTransaction(transaction: Transaction, info: Wire, asked: AskedAbout): Observation {
  const provider = providerMessage(transaction.status, transaction.gateway_response)
  const state = stateIn(TRANSACTION_STATES, transaction.status)
  if (state === 'declined') return { state, final: true, reason: declineReason(provider.text), provider }
  if (state !== 'paid' && state !== 'refunded') return { state, provider }
  const claim = readClaim(PAYSTACK_ANSWERS.verified, writtenAs(transaction, info), asked)
  if (isDisagreement(claim)) return state === 'paid' ? doubtful(provider, claim) : doubtfulRefund(provider, claim)
  const { amount, receipt } = claim
  if (!amount || receipt === null || !Value.Check(Identifier, jsonAt(transaction)('id')))
    return doubtful(provider, { tells: 'receipt', how: 'unreadable' })
  return state === 'paid' ? { state, amount, providerTxnId: receipt, provider } : { state, amount, provider }
}

/** It selects only the text for the visitor, never the state. */
function declineReason(gatewayResponse: string): Reason {
  return /insufficient/i.test(gatewayResponse) ? 'insufficient_funds' : 'card_declined'
}

/** Our refund reference begins the note: a refund whose response was lost is found again by it. */
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

export function readRefunded(answer: ProviderResponse, { ref, amount }: Pick<AttemptRef, 'ref' | 'amount'>, info: Wire): Observation {
  const refusal = readRefusal(answer)
  if (refusal) {
    const provider = providerMessage(refusal.code ?? answer.status, refusal.message)
    const mayBeDone = /revers|already|duplicate/i.test(refusal.message)
    return mayBeDone ? { state: 'unrecognised', provider } : { state: 'declined', final: true, reason: 'provider', provider }
  }
  const refunded = readJson(answer.text, Refunded)
  if (!refunded) throw unreadable(answer)
  return observeRefund(refunded.data, info, { table: PAYSTACK_ANSWERS.refunded, reference: ref, amount })
}

/** Paystack lists all refunds of the account, newest or oldest first: only dates and pages can be filtered. */
export function refundListQuery({ createdAt }: AttemptRef, page: number): string {
  const from = new Date(createdAt.getTime() - CLOCKS_DIFFER_MS).toISOString()
  return new URLSearchParams({ perPage: String(REFUNDS_PER_PAGE), page: String(page), from }).toString()
}

const REFUNDS_PER_PAGE = 100
const CLOCKS_DIFFER_MS = 60 * 60_000

/** Our refund on one page of the list, if it is there, and whether this is the last page. */
export function readRefundList(
  answer: ProviderResponse,
  { ref, refundRef, page }: { ref: string; refundRef: string; page: number },
  info: Wire,
): { seen: Observation | null; isLast: boolean } {
  const list = readJson(answer.text, RefundList)
  if (!list) throw unreadable(answer)
  const ours = list.data.find(({ merchant_note: note }) => typeof note === 'string' && note.split(' ')[0] === refundRef)
  const seen = ours ? observeRefund(ours, info, { table: PAYSTACK_ANSWERS.refundList, reference: ref }) : null
  return { seen, isLast: list.data.length === 0 || page >= (list.meta?.pageCount ?? Infinity) }
}

/** A refund that is not listed may still be on its way: that is not "failed". */
export const NOT_LISTED: Observation = {
  state: 'unrecognised',
  provider: providerMessage('no-such-refund', 'no refund with our reference is listed'),
}

/** Only a completed refund is compared with the table: any other state is polled until it ends. */
export function observeRefund(
  refund: Refund,
  info: Wire,
  { table, reference, amount = null }: { table: AnswerTable; reference: string; amount?: AskedAbout['amount'] },
): Observation {
  const provider = providerMessage(`refund-${refund.status}`, '')
  const state = stateIn(REFUND_STATES, refund.status)
  if (state === 'declined') return { state, final: true, reason: 'provider', provider }
  if (state !== 'refunded') return { state, provider }
  const claim = readClaim(table, writtenAs(refund, info), { ...ANYTHING, reference, amount })
  if (isDisagreement(claim)) return doubtfulRefund(provider, claim)
  return claim.amount ? { state, amount: claim.amount, provider } : { state: 'unrecognised', provider }
}
