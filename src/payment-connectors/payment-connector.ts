import { OutboundTrouble, type TroubleReason } from '#outbound/outbound-trouble.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { ConnectorFacts } from '#shared/connector-table.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'

/**
 * All that a provider's adapter has to know, beside its record in shared/connector-table.ts. Design: docs/decisions/0013-payment-core.md.
 * A connector speaks one provider's protocol and reports what it sees; it never decides what becomes of an order.
 */

/** An integer in the ISO 4217 minor unit of its currency. XOF has exponent 0: 1 500 F is `{ minor: 1500, currency: 'XOF' }`. */
export type Money = { minor: number; currency: string }

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

/** What the provider said, for our records and never for the visitor. No PIN, code, token or card field stands in it. */
export type ProviderSaid = { code: string; text: string }

/** What the payer must do next. */
export type PayerAction =
  | { type: 'redirect'; url: string }
  | { type: 'popup'; sdk: 'paystack'; accessCode: string; fallbackUrl: string }
  | { type: 'approve-on-phone'; until: Date }
  | { type: 'enter-pin'; digits: number; attemptsLeft: number; key: SecretKey }

/** The public key a browser encrypts a PIN to (RSA-OAEP-256). One per attempt: a PIN that was wrong is entered again under the same key. */
export type SecretKey = { kid: string; spki: string }
/** Opaque to the portal: ciphertext made in the browser. */
export type SealedSecret = { kid: string; ciphertext: string }

/** What asking a provider to begin a payment can yield. A thrown ProviderUnavailable means "I do not know". */
export type StartResult =
  | { kind: 'accepted'; providerRef: string | null; action: PayerAction }
  /** Synchronous methods: the outcome is known at once. */
  | { kind: 'settled'; providerRef: string | null; seen: Observation }
  /** The provider answered no: no payment exists. */
  | { kind: 'rejected'; reason: Reason; provider: ProviderSaid }
  /** We said no: nothing left the process. */
  | { kind: 'not-attempted'; reason: Reason; note: string }

/** What a provider says about one attempt, whoever asked. `final: false` on a decline means the payer may still succeed on the same attempt. */
export type Observation =
  | { state: 'paid'; amount: Money; providerTxnId: string; provider?: ProviderSaid }
  | { state: 'pending'; provider?: ProviderSaid }
  | { state: 'declined'; final: boolean; reason: Reason; attemptsLeft?: number; provider: ProviderSaid }
  | { state: 'cancelled'; provider: ProviderSaid }
  | { state: 'expired'; provider: ProviderSaid }
  | { state: 'refunding'; provider: ProviderSaid }
  | { state: 'refunded'; amount: Money; provider: ProviderSaid }
  /**
   * An answer we cannot map: never the end of anything. `needsPerson`: asking again will not help, somebody must look at the provider's books.
   * `saysPaid`: it says that it was paid, without an amount that we can read.
   */
  | { state: 'unrecognised'; provider: ProviderSaid; needsPerson?: true; saysPaid?: true }

/** The answer did not come, or could not be read. `mayHaveArrived` is false only when not a byte left the process. */
export class ProviderUnavailable extends OutboundTrouble {
  constructor(message: string, mayHaveArrived: boolean, { why = 'unusable', status = null }: WhyUnavailable = {}) {
    super(why, { mayHaveArrived, status })
    this.name = 'ProviderUnavailable'
    this.message = message
  }
}

type WhyUnavailable = { why?: TroubleReason; status?: number | null }

export type RawRequest = { method: string; path: string; query: URLSearchParams; headers: Headers; body: Buffer }
export type RawResponse = { status: number; contentType: string; body: string }

/** `signed` may move state by itself; `hint` may only make us ask. */
export type Notice = {
  trust: 'signed' | 'hint'
  /** The same for every delivery of one notice. Unsigned ones are told apart by what they say, not by this. */
  dedupeKey: string
  attempt: { by: 'ref' | 'providerRef'; value: string }
  seen: Observation
  /** What the provider calls the payment: for attempts whose start was never answered. Believed only on an address that holds our mark. */
  providerRef?: string
}

/** What the table says of a connector (`factsOf`), and what only its own messages and settings know. */
export type ConnectorInfo = ConnectorFacts & {
  currencies: readonly string[]
  /** Decimals on the wire: Paystack { XOF: 2 }, all others { XOF: 0 }. The only place where a factor of 100 may come from. */
  wireExponent: Readonly<Record<string, number>>
  /** Seconds after the start at which the provider is asked, then the last one repeats; the core escalates after 48 h. */
  queryLadderSeconds: readonly number[]
}

/** What the calls of one operation may use: a context belongs to one start, one question, one refund. */
export type ConnectorContext = {
  fetch: typeof fetch
  now: () => Date
  urls: { return: string; notify: string }
  /** How long each answer is waited for; as long as for anybody when nothing is said. */
  timeoutMs?: number
  /** The id of the visitor's request, or of the work, that this belongs to. */
  correlationId?: string
  log?: OutboundLog
}

/** What a call that belongs to no payment may use. */
export type CallContext = Omit<ConnectorContext, 'urls'>

export type PaymentOrder = {
  /** Ours on the provider's side: 12 characters of [A-HJ-NP-Z2-9], fresh per attempt. */
  ref: string
  /** A UUID of the attempt, for protocols that want one. */
  correlationId: string
  amount: Money
  payer: { msisdn: string | null; email: string | null }
  description: string
  language: 'fr' | 'en'
}

export type AttemptRef = {
  ref: string
  correlationId: string
  providerRef: string | null
  amount: Money
  payer: PaymentOrder['payer']
  /** PINs sent so far, the one being sent included: each needs a name of its own on the wire, by which it can be asked about. */
  secretsSent: number
  createdAt: Date
}

export type PaymentConnector = {
  info: ConnectorInfo
  start(context: ConnectorContext, order: PaymentOrder): Promise<StartResult>
  /**
   * PIN entry: the portal relays ciphertext; a wrong PIN is an observation (`declined`, not final, with the wallet's own attemptsLeft), not an
   * exception. Sent once; when no answer comes, `query` finds out what became of it.
   */
  submitSecret?(context: ConnectorContext, attempt: AttemptRef, secret: SealedSecret): Promise<Observation>
  query?(context: ConnectorContext, attempt: AttemptRef): Promise<Observation>
  /** The provider takes no address per payment: its payers come back without our mark. */
  returnsWithoutMark?: true
  /** A browser coming back: at most a hint, always followed by query. */
  readReturn?(request: RawRequest): { attempt: Notice['attempt']; isCancelled: boolean } | null
  /** A server-to-server notice. No input or output inside: authenticate, parse, return. */
  readNotice?(request: RawRequest): Notice | 'unauthentic' | 'irrelevant'
  /** What to answer once the notice is stored for good. */
  acknowledge?(notice: Notice): RawResponse
  /** Tells the provider whether the goods were delivered. */
  reportDelivery?(context: ConnectorContext, attempt: AttemptRef, isDelivered: boolean): Promise<void>
  /** `ref` is ours and stored before the call: the same refund is never asked for twice under two names. */
  refund?(context: ConnectorContext, attempt: AttemptRef, refund: { ref: string; amount: Money; reason: string }): Promise<Observation>
  /** `absent` only when the provider says for certain that it knows no such refund. */
  queryRefund?(context: ConnectorContext, attempt: AttemptRef, refundRef: string): Promise<Observation | { state: 'absent' }>
  /** Whether the provider says that it is at work, where it can be asked. */
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

/** The other way round; null when the provider's figure is not a whole amount of ours. */
export function fromWire(value: number, currency: string, info: Pick<ConnectorInfo, 'wireExponent'>): Money | null {
  const wire = info.wireExponent[currency]
  const iso = CURRENCY_EXPONENT[currency]
  if (wire === undefined || iso === undefined || !Number.isFinite(value)) return null
  const minor = wire >= iso ? value / 10 ** (wire - iso) : value * 10 ** (iso - wire)
  return Number.isSafeInteger(minor) ? { minor, currency } : null
}
