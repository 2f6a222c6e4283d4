import type { AttemptState } from './records.ts'

/** Every allowed move of an attempt. What is not listed here cannot happen. Late success is why DECLINED is not the end. */
export const ATTEMPT_MOVES = {
  CREATED: ['UNKNOWN', 'WAITING', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED'],
  UNKNOWN: ['WAITING', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED'],
  // A PIN leaves for the wallet: until it answers, money may have moved.
  WAITING: ['UNKNOWN', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED'],
  DECLINED: ['PAID', 'REFUNDING', 'REFUNDED'],
  CANCELLED: ['PAID', 'REFUNDING', 'REFUNDED'],
  EXPIRED: ['PAID', 'REFUNDING', 'REFUNDED'],
  PAID: ['REFUNDING', 'REFUNDED'],
  REFUNDING: ['REFUNDED'],
  REFUNDED: [],
} as const satisfies Record<AttemptState, readonly AttemptState[]>

export function canMove(from: AttemptState, to: AttemptState): boolean {
  const allowed: readonly AttemptState[] = ATTEMPT_MOVES[from]
  return allowed.includes(to)
}

/** Nothing is decided yet: the provider is asked until something is. */
export function isOpen(state: AttemptState): boolean {
  return state === 'CREATED' || state === 'UNKNOWN' || state === 'WAITING'
}

/** Ended without money, as far as we know; late proof of payment is still believed. */
export function isClosedUnpaid(state: AttemptState): boolean {
  return state === 'DECLINED' || state === 'CANCELLED' || state === 'EXPIRED'
}
