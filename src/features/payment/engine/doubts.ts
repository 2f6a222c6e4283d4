import { replaceAttempt, withDoubt } from './observe.ts'
import type { StateUpdate } from './perform-plan.ts'
import type { Doubt, PaymentEvent } from './records.ts'

/** I14: an unverified source reports the attempt as paid. It is neither treated as paid nor, from here on, shown as unpaid. */
export function doubtAttempt(attemptId: string, why: Doubt['why'], now: () => Date): StateUpdate {
  return (state) => {
    const found = state.attempts.find((each) => each.id === attemptId)
    const attempt = found && withDoubt(found, why, now())
    if (!attempt || attempt === found) return { state, events: [] }
    const event: PaymentEvent = {
      kind: 'doubted',
      source: why === 'receipt-used' ? 'query' : 'notice',
      attemptId,
      from: attempt.state,
      to: attempt.state,
      code: why,
      amount: null,
    }
    return { state: replaceAttempt(state, attempt), events: [event] }
  }
}
