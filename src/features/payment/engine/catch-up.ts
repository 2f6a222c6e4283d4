import { isOpen } from './attempt-states.ts'
import { addSeconds } from './payment-rules.ts'
import type { Change, PaymentState } from './records.ts'

/**
 * F67: while the database was down, webhooks and query results were lost. Every open attempt is queried soon, regardless of its schedule;
 * nothing else changes.
 */
export function askSoon(state: PaymentState, now: Date, withinSeconds: number): Change {
  const at = addSeconds(now, withinSeconds)
  const isLater = (time: Date | null) => time !== null && time > at
  if (!state.attempts.some((attempt) => isOpen(attempt.state) && isLater(attempt.nextQueryAt))) return { state, events: [] }
  const attempts = state.attempts.map((attempt) =>
    isOpen(attempt.state) && isLater(attempt.nextQueryAt) ? { ...attempt, nextQueryAt: at } : attempt,
  )
  return { state: { ...state, attempts }, events: [] }
}
