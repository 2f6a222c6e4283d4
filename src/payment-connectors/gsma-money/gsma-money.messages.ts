import { type Static, Type } from 'typebox'
import { internationalNumber, stateIn } from '../card-gateway.ts'
import { fingerprint, noticeText } from '../notice-bytes.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { Money, Notice, Observation, PaymentOrder, RawRequest, RawResponse, SealedSecret, SecretKey } from '../payment-connector.ts'
import { readJson, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'
import { GsmaError, observeError } from './gsma-money-error.messages.ts'

/** Facts and sources: docs/protocols/gsma-money.md. */

/** Whole currency units, written as text. */
export const GSMA_WIRE = { wireExponent: CURRENCY_EXPONENT }

/** Any text, says the standard: it goes into addresses encoded, and dots alone would lead to another address. */
const IDENTIFIER = /^(?!\.{1,2}$)[ -~\u00a0-\uffff]{1,256}$/
const Identifier = Type.String({ pattern: IDENTIFIER.source })

const RequestState = Type.Object({
  serverCorrelationId: Identifier,
  status: Type.String(),
  objectReference: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  expiryTime: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  error: Type.Optional(GsmaError),
  errorReference: Type.Optional(GsmaError),
})
export type RequestState = Static<typeof RequestState>

const Transaction = Type.Object({
  transactionReference: Identifier,
  transactionStatus: Type.String(),
  // Optional in the standard; a reversal of the whole may name none.
  amount: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
  type: Type.Optional(Type.Unknown()),
  requestingOrganisationTransactionReference: Type.Optional(Type.Unknown()),
  originalTransactionReference: Type.Optional(Type.Unknown()),
})
export type Transaction = Static<typeof Transaction>

const Link = Type.Object({ link: Type.String({ maxLength: 2000 }) })

const Key = Type.Object({
  kid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  algorithm: Type.Literal('RSA-OAEP-256'),
  key: Type.String({ pattern: '^[A-Za-z0-9+/]{300,2000}={0,2}$' }),
  attemptsLeft: Type.Integer({ minimum: 0, maximum: 20 }),
})

const Heartbeat = Type.Object({ serviceStatus: Type.String() })

/** What an answer says: the document it holds, or the wallet's error. Null when it is neither. */
export const readRequestState = (answer: ProviderAnswer): RequestState | null => readJson(answer.text, RequestState)
export const readTransaction = (answer: ProviderAnswer): Transaction | null => readJson(answer.text, Transaction)
export const readError = (answer: ProviderAnswer): GsmaError | null => readJson(answer.text, GsmaError)

/** Where a submission led to. Only the name is taken from the link: it is asked for at the address that we know. */
export function readLink(answer: ProviderAnswer): { resource: 'requeststates' | 'transactions'; id: string } | null {
  const [resource, name = ''] = (readJson(answer.text, Link)?.link ?? '').split('/').slice(-2)
  const id = /[?#]/.test(name) ? null : decoded(name)
  if (id === null || !IDENTIFIER.test(id)) return null
  return resource === 'requeststates' || resource === 'transactions' ? { resource, id } : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

export function readKey(answer: ProviderAnswer): { key: SecretKey; attemptsLeft: number } | null {
  const read = readJson(answer.text, Key)
  return read && { key: { kid: read.kid, spki: read.key }, attemptsLeft: read.attemptsLeft }
}

export function isAvailable(answer: ProviderAnswer): boolean {
  return answer.status === 200 && /^(?:available|degraded)$/i.test(readJson(answer.text, Heartbeat)?.serviceStatus ?? '')
}

export function expiryOf({ expiryTime }: RequestState, now: Date, longestMs: number): Date {
  const told = Date.parse(expiryTime ?? '')
  const latest = now.getTime() + longestMs
  return new Date(told > now.getTime() && told < latest ? told : latest)
}

type Payment = Pick<PaymentOrder, 'ref' | 'amount' | 'payer'>

export function paymentRequest(
  { ref, amount, payer }: Payment,
  { merchant, description }: { merchant: string; description: string },
): string {
  return JSON.stringify({
    amount: toDecimalText(amount, GSMA_WIRE),
    currency: amount.currency,
    debitParty: payerParty(payer),
    creditParty: [{ key: 'organisationid', value: merchant }],
    requestingOrganisationTransactionReference: ref,
    descriptionText: description.slice(0, 100),
  })
}

export function keyRequest({ ref, payer }: Pick<PaymentOrder, 'ref' | 'payer'>): string {
  return JSON.stringify({ requestingOrganisationTransactionReference: ref, debitParty: payerParty(payer) })
}

/** The header that carries a PIN: `kid.ciphertext`. Null for anything else that a browser may send: it must not reach a header. */
export function credentialOf({ kid, ciphertext }: SealedSecret): string | null {
  return /^[A-Za-z0-9_-]{1,64}$/.test(kid) && /^[A-Za-z0-9+/]{64,1400}={0,2}$/.test(ciphertext) ? `${kid}.${ciphertext}` : null
}

export function reversalRequest(amount: Money, { ref, reason }: { ref: string; reason: string }): string {
  return JSON.stringify({
    type: 'reversal',
    amount: toDecimalText(amount, GSMA_WIRE),
    currency: amount.currency,
    requestingOrganisationTransactionReference: ref,
    descriptionText: reason.slice(0, 100),
  })
}

function payerParty(payer: PaymentOrder['payer']): object[] {
  return [{ key: 'msisdn', value: `+${internationalNumber(payer.msisdn) ?? ''}` }]
}

const TRANSACTION_STATES = {
  completed: 'paid',
  pending: 'pending',
  reversed: 'refunded',
} as const satisfies Record<string, Observation['state']>

/** A payment as its transaction shows it, with the amount that the wallet names. */
export function observeTransaction(transaction: Transaction): Observation {
  const { transactionReference, transactionStatus, amount: wireAmount, currency } = transaction
  const word = transactionStatus.toLowerCase()
  const provider = said(transactionStatus, '')
  if (word === 'failed') return { state: 'declined', final: true, reason: 'other', provider }
  const state = stateIn(TRANSACTION_STATES, word)
  if (state === 'pending' || state === 'unrecognised') return { state, provider }
  const amount = fromDecimal(wireAmount, currency, GSMA_WIRE)
  if (!amount && state === 'paid')
    return { state: 'unrecognised', saysPaid: true, provider: said(`${transactionStatus}-without-amount`, '') }
  if (!amount) return { state: 'unrecognised', provider: said(`${transactionStatus}-without-amount`, '') }
  return state === 'paid' ? { state, amount, providerTxnId: transactionReference, provider } : { state, amount, provider }
}

/** A reversal as its own transaction shows it. One that names no amount gave back the whole; where that is not known, it is asked about again. */
export function observeReversal(transaction: Transaction, whole: Money | null): Observation {
  const provider = said(transaction.transactionStatus, '')
  const isSilent = transaction.amount === undefined && transaction.currency === undefined
  if (isSilent && transaction.transactionStatus.toLowerCase() === 'completed')
    return whole ? { state: 'refunded', amount: whole, provider } : { state: 'refunding', provider }
  const seen = observeTransaction(transaction)
  if (seen.state === 'paid') return { state: 'refunded', amount: seen.amount, provider }
  return seen.state === 'pending' ? { state: 'refunding', provider } : seen
}

/** A state that has not led to a transaction. */
export function observeState({ status, error, errorReference }: RequestState): Observation {
  const word = status.toLowerCase()
  const problem = error ?? errorReference
  if (word === 'pending') return { state: 'pending', provider: said(status, '') }
  if (word === 'failed')
    return problem ? observeError(problem) : { state: 'declined', final: true, reason: 'other', provider: said(status, '') }
  return { state: 'unrecognised', provider: said(status, '') }
}

/** The transaction that a completed request led to, empty where the wallet does not name it; null while there is none. */
export function completedReference({ status, objectReference }: RequestState): string | null {
  return status.toLowerCase() === 'completed' ? (objectReference ?? '') : null
}

/**
 * A callback carries the finished transaction or an error, and no signature: it only makes us ask. Which payment it is about stands in the path
 * that we chose ourselves.
 */
export function readGsmaNotice({ path, body }: RawRequest): Notice | 'unauthentic' {
  const ref = /\/([A-HJ-NP-Z2-9]{12})\/[^/]{1,64}$/.exec(path)?.[1]
  const text = noticeText(body) ?? ''
  const transaction = readJson(text, Transaction)
  const error = transaction ? null : readJson(text, GsmaError)
  const seen = transaction ? observeNoticed(transaction) : error && observeError(error)
  if (ref === undefined || !seen) return 'unauthentic'
  const dedupeKey = `${transaction?.transactionReference ?? ''}:${fingerprint(body)}`
  return { trust: 'hint', dedupeKey, attempt: { by: 'ref', value: ref }, seen }
}

const REVERSALS: ReadonlySet<unknown> = new Set(['reversal', 'adjustment'])

/** A reversal of ours is told on the same address as its payment. */
function observeNoticed(transaction: Transaction): Observation {
  return REVERSALS.has(transaction.type) ? observeReversal(transaction, null) : observeTransaction(transaction)
}

export const RECEIVED: RawResponse = { status: 204, contentType: 'application/json; charset=utf-8', body: '' }
