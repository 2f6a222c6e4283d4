import { later, PAYMENT_RULES } from './payment-rules.ts'
import type { Order, PaymentState, Trouble } from './records.ts'

/** I13: what keeps one part of the work on an order from being done is noted with it, so that its other parts, and all other orders, go on. */

export function noteTrouble(state: PaymentState, part: string, reason: string, now: Date): PaymentState {
  const { order } = state
  const before = order.troubles.find((each) => each.part === part)
  const failures = (before?.failures ?? 0) + 1
  const pause = PAYMENT_RULES.troubleRetrySeconds[failures - 1]
  const trouble: Trouble = { part, failures, reason, until: pause === undefined ? null : later(now, pause) }
  const troubles = [...order.troubles.filter((each) => each.part !== part), trouble]
  const review = trouble.until === null ? (order.review ?? 'work-failed') : order.review
  return { ...state, order: { ...order, troubles, review } }
}

export function clearTrouble(state: PaymentState, part: string | null): PaymentState {
  const { order } = state
  if (!order.troubles.some((each) => each.part === part)) return state
  return { ...state, order: { ...order, troubles: order.troubles.filter((each) => each.part !== part) } }
}

/** The time of a part's work, or the end of its pause when that is later; null when it rests. */
export function timeOfPart({ troubles }: Order, part: string, at: Date | null): Date | null {
  const trouble = troubles.find((each) => each.part === part)
  if (!trouble || at === null) return at
  return trouble.until === null || trouble.until > at ? trouble.until : at
}

/** A person says that it should be tried again. */
export function retryTroubles(state: PaymentState): PaymentState {
  const { order } = state
  return { ...state, order: { ...order, troubles: [], review: order.review === 'work-failed' ? null : order.review } }
}
