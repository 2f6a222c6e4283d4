import { replaceAttempt, withDoubt } from './observe.ts'
import type { Seen } from './perform-plan.ts'
import type { Doubt, PaymentEvent } from './records.ts'

/** I14: somebody says that an attempt was paid. It is not believed, and from here on it is not denied either. */
export function doubtAttempt(attemptId: string, why: Doubt['why'], now: () => Date): Seen {
  return (state) => {
    const found = state.attempts.find((each) => each.id === attemptId)
    const attempt = found && withDoubt(found, why, now())
    if (!attempt || attempt === found) return { state, events: [] }
    const event: PaymentEvent = {
      kind: 'doubted',
      source: why === 'said-paid' ? 'notice' : 'query',
      attemptId,
      from: attempt.state,
      to: attempt.state,
      code: why,
      amount: null,
    }
    return { state: replaceAttempt(state, attempt), events: [event] }
  }
}
