import { type Static, Type } from 'typebox'
import {
  doubtful,
  doubtfulRefund,
  isDisagreement,
  isOurs,
  jsonAt,
  nameIn,
  readClaim,
  type AnswerTable,
  type AskedAbout,
  type Written,
} from '../answer-fields.ts'
import { internationalNumber, stateIn } from '../card-gateway.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { EncryptedSecret, Observation, PaymentOrder, Webhook } from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import type { RawRequest, RawResponse, SecretKey } from '../payment-connector.ts'
import { readJson, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal, toShortDecimalText } from '../wire-amounts.ts'
import { GsmaError, observeError } from './gsma-money-error.messages.ts'
import { standardWord, TRANSACTION_STATES, type StatusWords } from './status-words.ts'

/** Facts and sources: docs/protocols/gsma-money.md. */

/** Whole currency units, written as text. */
export const GSMA_WIRE = { wireExponent: CURRENCY_EXPONENT }

/** Any text, by the standard: it is encoded in paths, and dots alone would change the path. */
const IDENTIFIER = /^(?!\.{1,2}$)[ -~\u00a0-\uffff]{1,256}$/
const Identifier = Type.String({ pattern: IDENTIFIER.source })

const RequestState = Type.Object({
  serverCorrelationId: Identifier,
  status: Type.String(),
  objectReference: Type.Optional(Type.String()),
  expiryTime: Type.Optional(Type.String()),
  error: Type.Optional(GsmaError),
  errorReference: Type.Optional(GsmaError),
})
export type RequestState = Static<typeof RequestState>

/** Its state; the fields that identify its payment are read by the tables below. */
const Transaction = Type.Object({
  transactionStatus: Type.String(),
  transactionReference: Type.Optional(Type.Unknown()),
  type: Type.Optional(Type.Unknown()),
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

/** The content of a response: its document, or the wallet's error. Null when it is neither. */
export const readRequestState = (answer: ProviderResponse): RequestState | null => readJson(answer.text, RequestState)
export const readTransaction = (answer: ProviderResponse): Transaction | null => readJson(answer.text, Transaction)
export const readError = (answer: ProviderResponse): GsmaError | null => readJson(answer.text, GsmaError)

/** The transaction of a submission. Only the id is taken from the link: it is requested at our configured URL. */
export function readLink(answer: ProviderResponse): { resource: 'requeststates' | 'transactions'; id: string } | null {
  // Some wallets write a slash at its end, or a query.
  const [path = ''] = (readJson(answer.text, Link)?.link ?? '').split(/[?#]/)
  const [resource, name = ''] = path.replace(/\/$/, '').split('/').slice(-2)
  const id = decoded(name)
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

export function readKey(answer: ProviderResponse): { key: SecretKey; attemptsLeft: number } | null {
  const read = readJson(answer.text, Key)
  return read && { key: { kid: read.kid, spki: read.key }, attemptsLeft: read.attemptsLeft }
}

export function isAvailable(answer: ProviderResponse): boolean {
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
    amount: toShortDecimalText(amount, GSMA_WIRE),
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

/** The header that carries a PIN: `kid.ciphertext`. Null for any other browser input: it must not reach a header. */
export function credentialOf({ kid, ciphertext }: EncryptedSecret): string | null {
  return /^[A-Za-z0-9_-]{1,64}$/.test(kid) && /^[A-Za-z0-9+/]{64,1400}={0,2}$/.test(ciphertext) ? `${kid}.${ciphertext}` : null
}

export function reversalRequest(amount: Money, { ref, reason }: { ref: string; reason: string }): string {
  return JSON.stringify({
    type: 'reversal',
    amount: toShortDecimalText(amount, GSMA_WIRE),
    currency: amount.currency,
    requestingOrganisationTransactionReference: ref,
    descriptionText: reason.slice(0, 100),
  })
}

function payerParty(payer: PaymentOrder['payer']): object[] {
  return [{ key: 'msisdn', value: `+${internationalNumber(payer.msisdn) ?? ''}` }]
}

const KIND_AND_MONEY: AnswerTable['fields'] = [
  { at: 'type', tells: 'kind', isPromised: true },
  { at: 'amount', tells: 'amount', isPromised: true },
  { at: 'currency', tells: 'currency', isPromised: true },
]
const OUR_REFERENCE = { at: 'requestingOrganisationTransactionReference', tells: 'reference', isPromised: false } as const

/** I19. The receiving party is the one with the key `organisationid`. A transaction that was just created need not name it. */
export const GSMA_ANSWERS = {
  transaction: {
    message: 'transaction',
    says: 'paid',
    fields: [
      OUR_REFERENCE,
      { at: 'transactionReference', tells: 'transaction', isPromised: true },
      { at: 'creditParty', tells: 'merchant', isPromised: true },
      ...KIND_AND_MONEY,
    ],
  },
  createdTransaction: {
    message: 'createdTransaction',
    says: 'paid',
    fields: [
      OUR_REFERENCE,
      { at: 'transactionReference', tells: 'receipt', isPromised: true },
      { at: 'creditParty', tells: 'merchant', isPromised: false },
      ...KIND_AND_MONEY,
    ],
  },
  /** The state of a request that led to a transaction: both are queried by our id. */
  requestState: {
    message: 'requestState',
    says: 'paid',
    fields: [{ at: 'serverCorrelationId', tells: 'transaction', isPromised: true }],
  },
  /** A reversal without an amount gave back the whole. The standard does not say whose reference it repeats, the payment's or its own. */
  reversal: {
    message: 'reversal',
    says: 'refunded',
    fields: [
      { at: 'originalTransactionReference', tells: 'transaction', isPromised: true },
      { at: 'transactionReference', tells: 'receipt', isPromised: true },
      { at: 'type', tells: 'kind', isPromised: true },
      { at: 'amount', tells: 'amount', isPromised: false },
      { at: 'currency', tells: 'currency', isPromised: false },
    ],
  },
} as const satisfies Record<string, AnswerTable>

const PAYMENTS = ['merchantpay']
const REVERSALS = ['reversal', 'adjustment']

/** The payment that a transaction must match or reverse. */
export type AskedPayment = Pick<AskedAbout, 'reference' | 'transaction' | 'merchant' | 'amount'> & { words?: StatusWords }

function writtenAs(transaction: Transaction): Written {
  const valueAt = jsonAt(transaction)
  return {
    valueAt: (at) =>
      at === 'creditParty' ? organisationIn(valueAt(at)) : at === 'transactionReference' ? named(valueAt(at)) : valueAt(at),
    money: (amount, currency) => fromDecimal(amount, currency, GSMA_WIRE),
  }
}

/** A text that could change the path is no id. */
function named(value: unknown): unknown {
  return typeof value === 'string' && value !== '' && !IDENTIFIER.test(value) ? {} : value
}

/** Our own key among the ids of a party. Absent parties stay absent; a party without that key, or with two, is unreadable. */
function organisationIn(party: unknown): unknown {
  if (party === undefined || party === null) return undefined
  const names: unknown[] = Array.isArray(party) ? party : [party]
  const ours = names.map(jsonAt).filter((at) => at('key') === 'organisationid')
  return ours.length === 1 ? (ours[0]?.('value') ?? {}) : {}
}

/** A payment as its transaction shows it. Null for the state of another payment: that is no answer. */
export function observeTransaction(
  transaction: Transaction,
  asked: AskedPayment,
  table: AnswerTable = GSMA_ANSWERS.transaction,
): Observation | null {
  const { transactionStatus } = transaction
  const provider = providerMessage(transactionStatus, '')
  const written = writtenAs(transaction)
  const about = { ...asked, kinds: PAYMENTS }
  const state = stateIn(TRANSACTION_STATES, standardWord(transactionStatus, asked.words))
  if (state === 'paid' || state === 'refunded') {
    const claim = readClaim(table, written, about)
    if (isDisagreement(claim)) return state === 'paid' ? doubtful(provider, claim) : doubtfulRefund(provider, claim)
    const { amount, receipt } = claim
    const providerTxnId = receipt ?? asked.transaction ?? String(transaction.transactionReference)
    if (!amount) return doubtful(provider, { tells: 'amount', how: 'missing' })
    return state === 'paid' ? { state, amount, providerTxnId, provider } : { state, amount, provider }
  }
  if (!isOurs(table, written, about)) return null
  if (state === 'unrecognised') return { state, provider, needsReview: 'unknown-word' }
  return state === 'declined' ? { state, final: true, reason: 'other', provider } : { state, provider }
}

/** A reversal as its own transaction shows it. Where it names no amount and the whole is not known, it is queried again. */
export function observeReversal(transaction: Transaction, asked: AskedPayment): Observation {
  const provider = providerMessage(transaction.transactionStatus, '')
  const claim = readClaim(GSMA_ANSWERS.reversal, writtenAs(transaction), { ...asked, kinds: REVERSALS })
  if (isDisagreement(claim)) return doubtfulRefund(provider, claim)
  const amount = claim.amount ?? asked.amount
  const word = standardWord(transaction.transactionStatus, asked.words)
  const state = stateIn({ completed: 'refunded', pending: 'refunding', failed: 'declined' }, word)
  if (state === 'declined') return { state, final: true, reason: 'other', provider }
  if (state === 'refunded') return amount ? { state, amount, provider } : { state: 'refunding', provider }
  return { state, provider }
}

/** A state that has not led to a transaction. */
export function observeState({ status, error, errorReference }: RequestState): Observation {
  const word = status.toLowerCase()
  const problem = error ?? errorReference
  if (word === 'pending') return { state: 'pending', provider: providerMessage(status, '') }
  if (word === 'failed')
    return problem ? observeError(problem) : { state: 'declined', final: true, reason: 'other', provider: providerMessage(status, '') }
  // Completed, but without a transaction that identifies it.
  if (word === 'completed') return doubtful(providerMessage(status, ''), { tells: 'transaction', how: 'missing' })
  return { state: 'unrecognised', provider: providerMessage(status, ''), needsReview: 'unknown-word' }
}

/** The transaction that a completed request led to, empty where the wallet does not name it; null while there is none. */
export function completedReference({ status, objectReference }: RequestState): string | null {
  return status.toLowerCase() === 'completed' ? (objectReference ?? '') : null
}

/**
 * A callback contains the finished transaction or an error, and no signature: it only triggers a query. The path, which we chose,
 * identifies its payment.
 */
export function parseGsmaWebhook({ path, body }: RawRequest, merchant: string, words: StatusWords = {}): Webhook | 'unauthentic' {
  const ref = /\/([A-HJ-NP-Z2-9]{12})\/[^/]{1,64}$/.exec(path)?.[1]
  const text = webhookText(body) ?? ''
  const transaction = readJson(text, Transaction)
  const error = transaction ? null : readJson(text, GsmaError)
  if (ref === undefined || (!transaction && !error)) return 'unauthentic'
  const seen = transaction ? observeWebhook(transaction, { reference: ref, transaction: null, merchant, amount: null, words }) : null
  return {
    trust: 'hint',
    dedupeKey: `${nameIn(transaction?.transactionReference) ?? ''}:${fingerprint(body)}`,
    attempt: { by: 'ref', value: ref },
    seen: seen ?? (error ? observeError(error) : { state: 'unrecognised', provider: providerMessage('another-payment', '') }),
  }
}

/** A reversal of ours is reported at the same URL as its payment. */
function observeWebhook(transaction: Transaction, asked: AskedPayment): Observation | null {
  return REVERSALS.some((kind) => kind === transaction.type) ? observeReversal(transaction, asked) : observeTransaction(transaction, asked)
}

export const RECEIVED: RawResponse = { status: 204, contentType: 'application/json; charset=utf-8', body: '' }
