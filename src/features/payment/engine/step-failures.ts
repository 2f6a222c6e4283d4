import { addSeconds, PAYMENT_RULES } from './payment-rules.ts'
import type { Order, PaymentState, StepFailure } from './records.ts'
import { providerMessage } from '#payment-connectors/provider-message.ts'

/** I13: a failing step of an order is recorded with the order, so its other steps, and all other orders, go on. */

export function recordStepFailure(state: PaymentState, part: string, reason: string, now: Date): PaymentState {
  const { order } = state
  const before = order.troubles.find((each) => each.part === part)
  const failures = (before?.failures ?? 0) + 1
  const pause = PAYMENT_RULES.troubleRetrySeconds[failures - 1]
  const trouble: StepFailure = { part, failures, reason, until: pause === undefined ? null : addSeconds(now, pause) }
  const troubles = [...order.troubles.filter((each) => each.part !== part), trouble]
  const review = trouble.until === null ? (order.review ?? 'work-failed') : order.review
  return { ...state, order: { ...order, troubles, review } }
}

export function clearStepFailure(state: PaymentState, part: string | null): PaymentState {
  const { order } = state
  if (!order.troubles.some((each) => each.part === part)) return state
  return { ...state, order: { ...order, troubles: order.troubles.filter((each) => each.part !== part) } }
}

/** The due time of a step, or the end of its backoff when that is later; null for a dead letter. */
export function timeOfPart({ troubles }: Order, part: string, at: Date | null): Date | null {
  const trouble = troubles.find((each) => each.part === part)
  if (!trouble || at === null) return at
  return trouble.until === null || trouble.until > at ? trouble.until : at
}

/** The reason of a failure, in one short line without numbers, addresses or keys: it is stored, and people read it. */
export function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
  return providerMessage('', `${name}: ${message}`).text
}
