import type { Money, Observation, Reason } from '#payment-connectors/payment-connector.ts'
import { isOpen } from './attempt-states.ts'
import type { AttemptState, RefundCause } from './records.ts'

/** What surrounds an attempt when something is seen about it. */
export type Around = {
  isOrderPaidByAnother: boolean
  isOrderStillWanted: boolean
  expected: Money
  /** Somebody says that it was paid: a no is then not the end of it (I14). */
  isDoubted: boolean
}

/** What follows for the order from a move of one of its attempts. */
export type Consequence =
  | { kind: 'none' }
  | { kind: 'fulfil' }
  /** Paid, and more than was asked: handed over, and a person gives the rest back (I17). */
  | { kind: 'fulfil-overpaid' }
  | { kind: 'refund'; cause: RefundCause }
  /** Money moved in a way nobody asked for: a person must look. */
  | { kind: 'review'; why: string }

export type Move = { to: AttemptState; reason: Reason | null; consequence: Consequence }

/**
 * The one reducer: start, return, notice, query and reconciler all end here. Answers null when nothing changes.
 * Only `paid` is believed at once, and it is believed late too; nothing else ends an attempt by our own clock, nor while two sources disagree.
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

/** The provider knows the payment, and nothing is decided: a card or a PIN that was refused may be followed by a better one. */
function stillWaiting(from: AttemptState): Move | null {
  return from === 'CREATED' || from === 'UNKNOWN' ? { to: 'WAITING', reason: null, consequence: { kind: 'none' } } : null
}

function unpaid(from: AttemptState, { isDoubted }: Around, end: Pick<Move, 'to' | 'reason'>): Move | null {
  return isOpen(from) && !isDoubted ? { ...end, consequence: { kind: 'none' } } : null
}

/** Money was seen: what is said about the attempt from here on is about giving it back. */
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

/** A refund we asked for ends REFUNDING; one we did not ask for is the provider's own doing. */
function refunded(from: AttemptState): Move | null {
  if (from === 'REFUNDED') return null
  return {
    to: 'REFUNDED',
    reason: null,
    consequence: from === 'REFUNDING' ? { kind: 'none' } : { kind: 'review', why: 'refunded-by-provider' },
  }
}
