import type { ConnectorInfo, Money, PayerAction, Reason } from '#payment-connectors/payment-connector.ts'
import type { Goods } from '../delivery.ts'

/** HUB-4: a price in another currency, with the rate it was converted at. */
export type Quote = { asked: Money; rate: string }

/** Where an attempt to pay stands. `UNKNOWN`: a call may have reached the provider and we hold no answer. */
export type AttemptState = 'CREATED' | 'UNKNOWN' | 'WAITING' | 'PAID' | 'DECLINED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDING' | 'REFUNDED'

/**
 * `said-paid`: an unsigned notice on our own marked address says so, and the provider, asked, does not. `amount-unreadable`: the provider says
 * so without an amount we can read. `receipt-used`: its receipt pays for another order already.
 */
export type Doubt = { why: 'said-paid' | 'amount-unreadable' | 'receipt-used'; since: Date }

export type Attempt = {
  id: string
  /** Ours on the provider's side; fresh per attempt. */
  ref: string
  correlationId: string
  payer: { msisdn: string | null; email: string | null }
  /** What the payer is asked for: the order's price, or that price in the currency the payer chose. */
  asked: Money
  /** What the price was multiplied by; null where it was not converted. */
  rate: string | null
  connector: ConnectorInfo['id']
  /** True when the payer approves on a phone: the visitor is then told to look at it. */
  isPush: boolean
  state: AttemptState
  /** The one attempt that pays for the order. */
  isWinner: boolean
  reason: Reason | null
  providerRef: string | null
  providerTxnId: string | null
  paid: Money | null
  action: PayerAction | null
  /** While it is the one open attempt of its method (I16): which method that is. Null once a later one took its place. */
  method: string | null
  /** Somebody says that it was paid, and nothing proves it yet: 'nothing was taken' is then not ours to say (I14). */
  doubt: Doubt | null
  /** When the provider was last asked about it. */
  lastAskedAt: Date | null
  /** What was paid beyond the price went back to the payer (I17). */
  isExcessReturned: boolean
  /** PINs that left the house for this attempt. */
  secretsSent: number
  /** A PIN was sent and the wallet has not said what became of it: no other may follow. */
  isSecretPending: boolean
  queries: number
  nextQueryAt: Date | null
  isDeliveryReported: boolean
  createdAt: Date
}

/**
 * Where the handing over stands. `SENDING`: the call is being made, or its maker died; `TRACKING`: it may have happened, the operator
 * is asked. Whether a person must look stands in `review` of the order.
 */
export type Fulfilment = 'NONE' | 'QUEUED' | 'SENDING' | 'TRACKING' | 'DONE' | 'REFUSED'

export type RefundCause = 'duplicate' | 'late' | 'not-delivered'
export type RefundState = 'QUEUED' | 'ASKING' | 'PENDING' | 'DONE' | 'REVIEW'

export type Refund = {
  id: string
  attemptId: string
  ref: string
  amount: Money
  cause: RefundCause
  state: RefundState
  tries: number
  /** Since when the provider says that it knows nothing of it. */
  absentSince: Date | null
  nextWorkAt: Date | null
}

export type MessageKind = 'delivered' | 'failed' | 'refunding' | 'refunded' | 'paid-twice'

export type Order = {
  /** The public transaction id: 128 random bits, a capability. */
  id: string
  /** Ours on the operator's side, at most 20 characters. */
  reference: string
  delivery: Goods
  amount: Money
  /** A payment that arrives later than this is given back, not delivered. */
  wantedUntil: Date
  fulfilment: Fulfilment
  /** Delivery calls that left the house. */
  sends: number
  operatorReference: string | null
  refusal: string | null
  nextFulfilmentAt: Date | null
  paidAt: Date | null
  /** Since when the operator says that it knows nothing of our reference. */
  absentSince: Date | null
  /** Why a person must look; null while nobody needs to. */
  review: string | null
  messagesSent: MessageKind[]
  messageTries: number
  nextMessageAt: Date | null
  /** Parts of the work on this order that failed, each with its own count (I13). */
  troubles: readonly Trouble[]
  /** When it was found in a book restored from a backup (F44): what the book does not know of may have been done. Else null. */
  restoredAt: Date | null
  createdAt: Date
}

/**
 * A part of the work that failed: `delivery`, `message`, `report`, or a refund or question by its id. It is tried again after `until`; null: it
 * failed too often and rests until a person says so.
 */
export type Trouble = { part: string; failures: number; reason: string; until: Date | null }

/** All that is known about one order. It changes only through the functions of this folder. */
export type PaymentState = { order: Order; attempts: readonly Attempt[]; refunds: readonly Refund[] }

export type EventSource = 'portal' | 'person' | 'start' | 'return' | 'notice' | 'query' | 'operator' | 'refund'

/** One line of the book: what was seen or done, also when it changed nothing. */
export type PaymentEvent = {
  kind: string
  source: EventSource
  attemptId: string | null
  from: string | null
  to: string | null
  /** The provider's or operator's own code, for the record. */
  code: string | null
  amount: Money | null
}

export type Change = { state: PaymentState; events: PaymentEvent[] }
