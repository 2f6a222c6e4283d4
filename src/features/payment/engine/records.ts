import type { ConnectorInfo, PayerAction, Reason } from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'
import type { Goods } from '../delivery.ts'

/** HUB-4: a price in another currency, with the conversion rate. */
export type Quote = { asked: Money; rate: string }

/** State of an attempt to pay. `UNKNOWN`: a call may have been received by the provider, and we have no response. */
export type AttemptState = 'CREATED' | 'UNKNOWN' | 'WAITING' | 'PAID' | 'DECLINED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDING' | 'REFUNDED'

/**
 * `said-paid`: an unsigned webhook on our own marked address reports the payment, and provider queries do not confirm it.
 * `amount-unreadable`: the provider reports it without a readable amount. `details-differ`: it reports another payment, amount, currency or
 * merchant, or omits a promised detail (I19). `receipt-used`: its receipt already pays for another order.
 */
export type Doubt = { why: 'said-paid' | 'amount-unreadable' | 'details-differ' | 'receipt-used'; since: Date }

export type Attempt = {
  id: string
  /** Our reference at the provider; new for each attempt. */
  ref: string
  correlationId: string
  payer: { msisdn: string | null; email: string | null }
  /** The amount requested from the payer: the order's price, or that price in the currency the payer chose. */
  asked: Money
  /** The conversion rate of the price; null when it was not converted. */
  rate: string | null
  connector: ConnectorInfo['id']
  /** True when the payer approves on a phone: the page then asks the visitor to look at it. */
  isPush: boolean
  state: AttemptState
  /** The one attempt that pays for the order. */
  isWinner: boolean
  reason: Reason | null
  providerRef: string | null
  providerTxnId: string | null
  paid: Money | null
  action: PayerAction | null
  /** The method whose one open attempt this is (I16). Null once a later attempt replaced it. */
  method: string | null
  /** I20: from then on the payer may use another method, though this attempt may still be paid; null: not while it is open. */
  otherWaysFrom: Date | null
  /** Until then its provider accepts no further start (`Retry-After`). */
  retryAt: Date | null
  /** An unverified source reports the payment, and nothing proves it yet: 'nothing was taken' must then not be shown (I14). */
  doubt: Doubt | null
  /** When the provider was last queried about it. */
  lastAskedAt: Date | null
  /** The amount paid beyond the price was refunded to the payer (I17). */
  isExcessReturned: boolean
  /** PINs sent for this attempt. */
  secretsSent: number
  /** A PIN was sent and the wallet has not reported its outcome: no other may follow. */
  isSecretPending: boolean
  queries: number
  nextQueryAt: Date | null
  /** The provider acknowledged the delivery. */
  isDeliveryReported: boolean
  /** Since when the delivery report is due at the provider, how often it was sent, and when it is sent next. */
  report: { since: Date; tries: number; nextAt: Date } | null
  createdAt: Date
}

/**
 * State of the delivery. `SENDING`: the call is in flight, or its process crashed; `TRACKING`: it may have been received, and the operator
 * is queried. A pending review is in `review` of the order.
 */
export type Fulfilment = 'NONE' | 'QUEUED' | 'SENDING' | 'TRACKING' | 'DONE' | 'REFUSED'

/**
 * `by-staff`: two people decided it, before any delivery. `reversed`, `goodwill`: after a delivery, which the operator reversed, or which
 * stays.
 */
export type RefundCause = 'duplicate' | 'late' | 'not-delivered' | 'by-staff' | 'reversed' | 'goodwill'
export type RefundState = 'QUEUED' | 'ASKING' | 'PENDING' | 'DONE' | 'REVIEW'

export type Refund = {
  id: string
  attemptId: string
  ref: string
  amount: Money
  cause: RefundCause
  state: RefundState
  tries: number
  /** Since when the provider reports that it does not know it. */
  absentSince: Date | null
  nextWorkAt: Date | null
}

/** `delivered` is about what the line received; all others inform a payer about the money. */
export type MessageKind = 'delivered' | 'paid' | 'failed' | 'refunding' | 'refunded' | 'paid-twice'

/**
 * I18: what can be owed only once: an invoice, a fetched bill, a payment link. `key` names it; `debt` is its state when it was chosen, so
 * the next bill of an account is another debt. Both are hashes: they name no account.
 */
export type Subject = { key: string; debt: string }

/** The reason for a review. Meaning and actions: review-advice.ts. */
export type ReviewReason =
  | 'open-too-long'
  | 'cannot-be-asked'
  | 'unknown-word'
  | 'delivery-unclear'
  | 'paid-another-amount'
  | 'refunded-by-provider'
  | 'partly-refunded'
  | 'refund-by-hand'
  | 'refund-refused'
  | 'overpaid'
  | 'sources-disagree'
  | 'paid-unreadable'
  | 'answer-differs'
  | 'receipt-used'
  | 'work-failed'
  | 'refund-after-restore'
  | 'found-by-statement'
  | 'payment-lost'
  | 'report-not-taken'
  | 'refund-unclear'

export type Order = {
  /** The public transaction id: 128 random bits, a capability. */
  id: string
  /** Our reference at the operator, at most 20 characters. */
  reference: string
  delivery: Goods
  amount: Money
  /** A payment later than this is refunded, not delivered. */
  wantedUntil: Date
  /** Null for purchases that can be repeated: airtime, bundles, freely typed amounts. */
  subject: Subject | null
  /** When the subject was last read as owed, before the first delivery call. */
  owedAt: Date | null
  fulfilment: Fulfilment
  /** Delivery calls sent. */
  sends: number
  operatorReference: string | null
  refusal: string | null
  nextFulfilmentAt: Date | null
  paidAt: Date | null
  /** Since when the operator reports that it does not know our reference. */
  absentSince: Date | null
  /** The reason for a review; null when none is needed. */
  review: ReviewReason | null
  /** Kinds of messages; for payers a kind with the id of the attempt: `messages.ts`. */
  messagesSent: string[]
  messageTries: number
  nextMessageAt: Date | null
  /** Failed steps of this order, each with its own count (I13). */
  troubles: readonly StepFailure[]
  /**
   * When the order was found in a ledger restored from a backup (F44): steps missing from the ledger may have been done. Otherwise null.
   */
  restoredAt: Date | null
  createdAt: Date
}

/**
 * A failed step: `delivery`, `message`, `report`, or a refund or query by its id. It is retried after `until`; null: it failed too often
 * and is a dead letter until a person retries it.
 */
export type StepFailure = { part: string; failures: number; reason: string; until: Date | null }

/** The whole state of one order. Only functions of this folder change it. */
export type PaymentState = { order: Order; attempts: readonly Attempt[]; refunds: readonly Refund[] }

/** The source of an event. Rows from before 2026-11-18 may also have `return`; they are read for the ledger only. */
export type EventSource = 'portal' | 'person' | 'start' | 'notice' | 'query' | 'operator' | 'refund'

/** One row of the ledger: an observation or an action, also when it changed nothing. */
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

/** An observation from outside, not stored yet. */
export type StateUpdate = (state: PaymentState) => Change

/** An order without attempts. */
export function freshOrder(
  wanted: Pick<Order, 'id' | 'reference' | 'delivery' | 'amount' | 'wantedUntil' | 'createdAt'> & Partial<Pick<Order, 'subject'>>,
): Order {
  return {
    subject: null,
    ...wanted,
    owedAt: null,
    fulfilment: 'NONE',
    sends: 0,
    operatorReference: null,
    refusal: null,
    nextFulfilmentAt: null,
    paidAt: null,
    absentSince: null,
    review: null,
    messagesSent: [],
    messageTries: 0,
    nextMessageAt: null,
    troubles: [],
    restoredAt: null,
  }
}
