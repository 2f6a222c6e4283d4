import type { AttemptState } from './records.ts'

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
  REFUNDING: ['REFUNDED'],
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
