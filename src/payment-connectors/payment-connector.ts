import type { Language } from '#shared/language.ts'
import { UpstreamError, type UpstreamErrorCode } from '#outbound/upstream-error.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { ProviderAmounts } from '#shared/provider-amounts.ts'
import type { ConnectorFacts } from '#shared/connector-table.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { Money } from '#shared/money.ts'

/**
 * Everything that a provider's adapter has to know, beside its record in shared/connector-table.ts. Design:
 * docs/decisions/0013-payment-core.md. A connector speaks one provider's protocol and reports what it sees; it never decides the outcome of
 * an order.
 */

export type Reason =
  | 'insufficient_funds'
  | 'wrong_pin'
  | 'pin_locked'
  | 'limit'
  | 'payer_unknown'
  | 'payer_busy'
  | 'payer_declined'
  | 'payer_no_answer'
  | 'card_declined'
  | 'expired'
  | 'currency'
  | 'amount'
  | 'duplicate'
  | 'config'
  | 'provider'
  | 'other'

/** The provider's message, for our records and never for the visitor. It contains no PIN, code, token or card field. */
export type ProviderMessage = { code: string; text: string }

/** What the payer must do next. */
export type PayerAction =
  | { type: 'redirect'; url: string }
  | { type: 'popup'; accessCode: string; fallbackUrl: string }
  /** `by`: what starts the approval, where nothing appears on the phone by itself. */
  | { type: 'approve-on-phone'; until: Date; by?: ApprovalStep }
  | { type: 'enter-pin'; digits: number; attemptsLeft: number; key: SecretKey }

/** A code that the payer dials, or the content of a QR code that the wallet's app scans. */
export type ApprovalStep = { type: 'type-code'; code: string } | { type: 'scan-qr'; content: string }

/** The public key a browser encrypts a PIN to (RSA-OAEP-256). One per attempt: a PIN that was wrong is entered again under the same key. */
export type SecretKey = { kid: string; spki: string }
/** Opaque to the portal: ciphertext created in the browser. */
export type EncryptedSecret = { kid: string; ciphertext: string }

/** The results of starting a payment at a provider. A thrown ProviderUnavailable means "unknown". */
export type StartResult =
  | { kind: 'accepted'; providerRef: string | null; action: PayerAction }
  /** Synchronous methods: the outcome is known at once. */
  | { kind: 'settled'; providerRef: string | null; seen: Observation }
  /** The provider refused: no payment exists. */
  | { kind: 'rejected'; reason: Reason; provider: ProviderMessage }
  /** The portal refused: nothing was sent. */
  | { kind: 'not-attempted'; reason: Reason; note: string }

/**
 * What a provider says about one attempt, in a webhook or an answer. `final: false` on a decline means the payer may still succeed on the
 * same attempt.
 */
export type Observation =
  /**
   * `isOtherAmount`: the provider itself says that another amount was paid than requested (DPO 002, Tingg 176); any other difference puts
   * the attempt in doubt (I19). `namesNoAmount`: the response names none, and `amount` is the requested one.
   */
  | { state: 'paid'; amount: Money; providerTxnId: string; provider?: ProviderMessage; isOtherAmount?: true; namesNoAmount?: true }
  | { state: 'pending'; provider?: ProviderMessage }
  | { state: 'declined'; final: boolean; reason: Reason; attemptsLeft?: number; provider: ProviderMessage }
  | { state: 'cancelled'; provider: ProviderMessage }
  | { state: 'expired'; provider: ProviderMessage }
  | { state: 'refunding'; provider: ProviderMessage }
  | { state: 'refunded'; amount: Money; provider: ProviderMessage }
  /**
   * An answer we cannot map: never the end of anything. `needsReview`: another query will not help, a person must check the provider's
   * records: it cannot be asked, or its word for the state is in no table. `saysPaid`: it says that it was paid, without an amount that we can read; with `namesOther`, what it names is not what we
   * queried (I19).
   */
  | {
      state: 'unrecognised'
      provider: ProviderMessage
      needsReview?: 'cannot-be-asked' | 'unknown-word'
      saysPaid?: true
      namesOther?: true
    }

/** A complete response without a known code: neither a payment nor a refusal of one. */
export type PlainAnswer = { status: number; code: string | null; retryAfter: string | null }

/**
 * No response, or an unreadable one. `mayHaveArrived` is false only when not a byte was sent. `answered` is null when nothing came, when it
 * was truncated, and when the provider knows our reference already.
 */
export class ProviderUnavailable extends UpstreamError {
  readonly answered: PlainAnswer | null

  constructor(message: string, mayHaveArrived: boolean, { why = 'unusable', status = null, answered = null }: WhyUnavailable = {}) {
    super(why, { mayHaveArrived, status })
    this.name = 'ProviderUnavailable'
    this.message = message
    this.answered = answered
  }
}

type WhyUnavailable = { why?: UpstreamErrorCode; status?: number | null; answered?: PlainAnswer | null }

export type RawRequest = { method: string; path: string; query: URLSearchParams; headers: Headers; body: Buffer }
export type RawResponse = { status: number; contentType: string; body: string }

/** `signed` may change state by itself; `hint` only triggers a query. */
export type Webhook = {
  trust: 'signed' | 'hint'
  /** The same for every delivery of one webhook. Unsigned ones are distinguished by their content, not by this. */
  dedupeKey: string
  attempt: { by: 'ref' | 'providerRef'; value: string }
  seen: Observation
  /** The provider's id of the payment: for attempts whose start was never answered. Trusted only at a URL that contains our mark. */
  providerRef?: string
  /** What the same message says about further payments. */
  others?: readonly Webhook[]
}

/** The facts about a connector in the table (`factsOf`), and those that only its own messages and settings define. */
export type ConnectorInfo = ConnectorFacts & {
  currencies: readonly string[]
  /** Decimals on the wire: Paystack { XOF: 2 }, all others { XOF: 0 }. The only place where a factor of 100 may come from. */
  wireExponent: Readonly<Record<string, number>>
  /** Amounts beyond them are neither offered nor sent. */
  amounts?: ProviderAmounts
  /** The poll schedule in seconds after the start; the last interval repeats. The core escalates after 48 h. */
  pollScheduleSeconds: readonly number[]
  /** How long a prompt stays on the payer's phone, for connectors that send one. */
  promptSeconds?: number
}

/** The context of one operation's calls: one start, one query or one refund. */
export type ConnectorContext = {
  fetch: typeof fetch
  now: () => Date
  urls: { return: string; notify: string }
  /** How long to wait for each response; the default for all calls when unset. */
  timeoutMs?: number
  /** The id of the visitor's request, or of the job, that this belongs to. */
  correlationId?: string
  log?: OutboundLog
  /** Receives the HTTP status of every response, for the ledger. */
  onAnswer?: (status: number) => void
}

/** The context of a call that belongs to no payment. */
export type CallContext = Omit<ConnectorContext, 'urls'>

export type PaymentOrder = {
  /** Our reference at the provider: 12 characters of [A-HJ-NP-Z2-9], fresh per attempt. */
  ref: string
  /** A UUID of the attempt, for protocols that require one. */
  correlationId: string
  amount: Money
  payer: { msisdn: string | null; email: string | null }
  description: string
  language: Language
}

export type AttemptRef = {
  ref: string
  correlationId: string
  providerRef: string | null
  /** The provider's id of the payment, where a response about its money contained one. */
  providerTxnId?: string | null
  amount: Money
  payer: PaymentOrder['payer']
  /** PINs sent so far, including the current one: each needs its own id on the wire, by which it can be queried. */
  secretsSent: number
  createdAt: Date
}

export type PaymentConnector = {
  info: ConnectorInfo
  start(context: ConnectorContext, order: PaymentOrder): Promise<StartResult>
  /**
   * PIN entry: the portal relays ciphertext; a wrong PIN is an observation (`declined`, not final, with the wallet's own attemptsLeft), not
   * an exception. Sent once; when no response comes, `query` finds the outcome.
   */
  submitSecret?(context: ConnectorContext, attempt: AttemptRef, secret: EncryptedSecret): Promise<Observation>
  query?(context: ConnectorContext, attempt: AttemptRef): Promise<Observation>
  /** The provider accepts no return URL per payment: its payers come back without our mark. */
  returnsWithoutMark?: true
  /** A browser return: at most a hint, always followed by query. */
  readReturn?(request: RawRequest): { attempt: Webhook['attempt']; isCancelled: boolean } | null
  /** A webhook. No I/O inside: authenticate, parse, return. */
  parseWebhook?(request: RawRequest): Webhook | 'unauthentic' | 'irrelevant'
  /** The provider tries the webhook address by GET before it posts: answered 200, without any effect. */
  triesWebhook?: true
  /** The response once the webhook is stored durably. */
  acknowledge?(webhook: Webhook): RawResponse
  /** Reports to the provider whether the goods were delivered. */
  reportDelivery?(context: ConnectorContext, attempt: AttemptRef, isDelivered: boolean): Promise<void>
  /** `ref` is ours and stored before the call: the same refund is never requested twice under two references. */
  refund?(context: ConnectorContext, attempt: AttemptRef, refund: { ref: string; amount: Money; reason: string }): Promise<Observation>
  /** `absent` only when the provider states for certain that it knows no such refund. */
  queryRefund?(context: ConnectorContext, attempt: AttemptRef, refundRef: string): Promise<Observation | { state: 'absent' }>
  /** Whether the provider reports that it is up, where it has such a call. */
  isUp?(context: CallContext): Promise<boolean>
}

/** The amount as a provider writes it: a whole number in the connector's own wire exponent. */
export function toWire(money: Money, info: Pick<ConnectorInfo, 'wireExponent'>): number {
  const wire = info.wireExponent[money.currency]
  const iso = CURRENCY_EXPONENT[money.currency]
  if (wire === undefined || iso === undefined) throw new RangeError(`currency ${money.currency} is not configured`)
  const value = wire >= iso ? money.minor * 10 ** (wire - iso) : money.minor / 10 ** (iso - wire)
  if (!Number.isSafeInteger(value)) throw new RangeError('the amount cannot be written exactly')
  return value
}

/** The reverse; null when the provider's number is not a whole amount of ours. */
export function fromWire(value: number, currency: string, info: Pick<ConnectorInfo, 'wireExponent'>): Money | null {
  const wire = info.wireExponent[currency]
  const iso = CURRENCY_EXPONENT[currency]
  if (wire === undefined || iso === undefined || !Number.isFinite(value)) return null
  const minor = wire >= iso ? value / 10 ** (wire - iso) : value * 10 ** (iso - wire)
  return Number.isSafeInteger(minor) ? { minor, currency } : null
}
