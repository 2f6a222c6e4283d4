import type { Money, Observation, Reason } from '#payment-connectors/payment-connector.ts'
import { isOpen } from './attempt-states.ts'
import type { AttemptState, RefundCause } from './records.ts'

/** What surrounds an attempt when something is seen about it. */
export type Around = { isOrderPaidByAnother: boolean; isOrderStillWanted: boolean; expected: Money }

/** What follows for the order from a move of one of its attempts. */
export type Consequence =
  | { kind: 'none' }
  | { kind: 'fulfil' }
  | { kind: 'refund'; cause: RefundCause }
  /** Money moved in a way nobody asked for: a person must look. */
  | { kind: 'review'; why: string }

export type Move = { to: AttemptState; reason: Reason | null; consequence: Consequence }

/**
 * The one reducer: start, return, notice, query and reconciler all end here. Answers null when nothing changes.
 * Only `paid` is believed at once, and it is believed late too; nothing else ends an attempt by our own clock.
 */
export function reduceAttempt(from: AttemptState, seen: Observation, around: Around): Move | null {
  switch (seen.state) {
    case 'paid':
      return isSettled(from) ? null : paid(seen.amount, around)
    case 'pending':
      return stillWaiting(from)
    case 'declined':
      if (!seen.final) return stillWaiting(from)
      return isOpen(from) ? { to: 'DECLINED', reason: seen.reason, consequence: { kind: 'none' } } : null
    case 'cancelled':
      return isOpen(from) ? { to: 'CANCELLED', reason: 'payer_declined', consequence: { kind: 'none' } } : null
    case 'expired':
      return isOpen(from) ? { to: 'EXPIRED', reason: 'expired', consequence: { kind: 'none' } } : null
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

function isSettled(state: AttemptState): boolean {
  return state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED'
}

function paid(amount: Money, { isOrderPaidByAnother, isOrderStillWanted, expected }: Around): Move {
  if (amount.currency !== expected.currency || amount.minor < expected.minor)
    return { to: 'PAID', reason: 'amount', consequence: { kind: 'review', why: 'paid-another-amount' } }
  if (isOrderPaidByAnother) return { to: 'REFUNDING', reason: 'duplicate', consequence: { kind: 'refund', cause: 'duplicate' } }
  if (!isOrderStillWanted) return { to: 'REFUNDING', reason: 'expired', consequence: { kind: 'refund', cause: 'late' } }
  return { to: 'PAID', reason: null, consequence: { kind: 'fulfil' } }
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
