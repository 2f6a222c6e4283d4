import type { Money, Observation, Reason } from '#payment-connectors/payment-connector.ts'
import { isOpen } from './attempt-states.ts'
import type { AttemptState, RefundCause, ReviewReason } from './records.ts'

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
