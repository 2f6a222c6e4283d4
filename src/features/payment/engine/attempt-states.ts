import type { AttemptState, RefundCause, ReviewReason } from './records.ts'
import type { Observation, Reason } from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'

/** Every allowed transition of an attempt; no other can happen. DECLINED is not final, because late success is possible. */
export const ATTEMPT_MOVES = {
  CREATED: ['UNKNOWN', 'WAITING', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED'],
  UNKNOWN: ['WAITING', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED'],
  // A PIN is sent to the wallet: until it responds, money may have moved.
  WAITING: ['UNKNOWN', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED'],
  DECLINED: ['PAID', 'REFUNDING', 'REFUNDED'],
  CANCELLED: ['PAID', 'REFUNDING', 'REFUNDED'],
  EXPIRED: ['PAID', 'REFUNDING', 'REFUNDED'],
  PAID: ['REFUNDING', 'REFUNDED'],
  // Two people let a refund that has not begun be withdrawn, and the delivery be sent again.
  REFUNDING: ['REFUNDED', 'PAID'],
  REFUNDED: [],
} as const satisfies Record<AttemptState, readonly AttemptState[]>

export function canMove(from: AttemptState, to: AttemptState): boolean {
  const allowed: readonly AttemptState[] = ATTEMPT_MOVES[from]
  return allowed.includes(to)
}

/** Not settled: the provider is queried until it is. */
export function isOpen(state: AttemptState): boolean {
  return state === 'CREATED' || state === 'UNKNOWN' || state === 'WAITING'
}

/** Ended unpaid, as far as known; late proof of payment is still accepted. */
export function isClosedUnpaid(state: AttemptState): boolean {
  return state === 'DECLINED' || state === 'CANCELLED' || state === 'EXPIRED'
}

/** Context of an observation of an attempt. */
export type Around = {
  isOrderPaidByAnother: boolean
  isOrderStillWanted: boolean
  expected: Money
  /** An unverified source reports it as paid: a refusal is then not final (I14). */
  isDoubted: boolean
}

/** What a transition of an attempt means for its order. */
export type Consequence =
  | { kind: 'none' }
  | { kind: 'fulfil' }
  /** More than the price was paid: the order is delivered, and a person refunds the rest (I17). */
  | { kind: 'fulfil-overpaid' }
  | { kind: 'refund'; cause: RefundCause }
  /** Money moved without our request: it goes to review. */
  | { kind: 'review'; why: ReviewReason }

export type Move = { to: AttemptState; reason: Reason | null; consequence: Consequence }

/**
 * The only reducer of attempts: results of starts, returns, webhooks, queries and the reconciler all end here. Returns null when nothing
 * changes. Only `paid` is believed at once, also when it is late. Nothing else ends an attempt by our own clock, nor while two sources
 * disagree.
 */
export function reduceAttempt(from: AttemptState, seen: Observation, around: Around): Move | null {
  switch (seen.state) {
    case 'paid':
      return isSettled(from) ? null : paid(seen.amount, around)
    case 'pending':
      return stillWaiting(from)
    case 'declined':
      if (!seen.final) return stillWaiting(from)
      return unpaid(from, around, { to: 'DECLINED', reason: seen.reason })
    case 'cancelled':
      return unpaid(from, around, { to: 'CANCELLED', reason: 'payer_declined' })
    case 'expired':
      return unpaid(from, around, { to: 'EXPIRED', reason: 'expired' })
    case 'refunded':
      return refunded(from)
    case 'refunding':
    case 'unrecognised':
      return null
  }
}

/** The provider knows the payment, and it is not settled: a refused card or PIN may be followed by a better one. */
function stillWaiting(from: AttemptState): Move | null {
  return from === 'CREATED' || from === 'UNKNOWN' ? { to: 'WAITING', reason: null, consequence: { kind: 'none' } } : null
}

function unpaid(from: AttemptState, { isDoubted }: Around, end: Pick<Move, 'to' | 'reason'>): Move | null {
  return isOpen(from) && !isDoubted ? { ...end, consequence: { kind: 'none' } } : null
}

/** Money was seen: from here on, results about the attempt concern its refund. */
export function isSettled(state: AttemptState): boolean {
  return state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED'
}

function paid(amount: Money, { isOrderPaidByAnother, isOrderStillWanted, expected }: Around): Move {
  if (amount.currency !== expected.currency || amount.minor < expected.minor)
    return { to: 'PAID', reason: 'amount', consequence: { kind: 'review', why: 'paid-another-amount' } }
  if (isOrderPaidByAnother) return { to: 'REFUNDING', reason: 'duplicate', consequence: { kind: 'refund', cause: 'duplicate' } }
  if (!isOrderStillWanted) return { to: 'REFUNDING', reason: 'expired', consequence: { kind: 'refund', cause: 'late' } }
  return { to: 'PAID', reason: null, consequence: { kind: amount.minor > expected.minor ? 'fulfil-overpaid' : 'fulfil' } }
}

/** A refund that we requested ends REFUNDING; any other was made by the provider on its own. */
function refunded(from: AttemptState): Move | null {
  if (from === 'REFUNDED') return null
  return {
    to: 'REFUNDED',
    reason: null,
    consequence: from === 'REFUNDING' ? { kind: 'none' } : { kind: 'review', why: 'refunded-by-provider' },
  }
}
