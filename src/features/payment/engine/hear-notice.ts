import type { Observation } from '#payment-connectors/payment-connector.ts'
import { doubtAttempt } from './doubts.ts'
import { observe, replaceAttempt, type NewIds } from './observe.ts'
import type { KeptNotice } from './payment-ports.ts'
import { claimQuestion } from './plan-work.ts'
import type { Attempt, Change, PaymentState } from './records.ts'
import { isSettled } from './reduce-attempt.ts'

/** That money came or went back, or came without a readable amount: of this a signed notice is proof enough. */
export function isMoneyNews(seen: Observation): boolean {
  return seen.state === 'paid' || seen.state === 'refunding' || seen.state === 'refunded' || isUnreadablyPaid(seen)
}

function isUnreadablyPaid(seen: Observation): boolean {
  return seen.state === 'unrecognised' && seen.saysPaid === true
}

/**
 * A notice that moves nothing by itself: we learn from it what to ask, and that we should. On an address that holds our mark only the provider
 * can have left it: its word that money came is kept as a doubt until an answer ends it. A signed no about money that we hold goes into the book.
 */
export function hearNotice(
  state: PaymentState,
  attemptId: string,
  { notice, isMarked }: Pick<KeptNotice, 'notice' | 'isMarked'>,
  at: { now: Date; ids: NewIds },
): Change & { result: Attempt | null } {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt) return { state, events: [], result: null }
  if (isSettled(attempt.state)) {
    const change = notice.trust === 'signed' ? observe(state, attemptId, notice.seen, 'notice', at) : { state, events: [] }
    return { ...change, result: null }
  }
  const known = isMarked && notice.providerRef ? learnProviderRef(state, attempt, notice.providerRef) : state
  const saysPaid = notice.seen.state === 'paid' || isUnreadablyPaid(notice.seen)
  const doubted = isMarked && saysPaid ? doubtAttempt(attemptId, 'said-paid', () => at.now)(known) : { state: known, events: [] }
  const claim = claimQuestion(doubted.state, attemptId, at.now)
  return { ...claim, events: [...doubted.events, ...claim.events] }
}

/** A start whose answer was lost left the attempt without the provider's name for it, and so without a way to ask. */
function learnProviderRef(state: PaymentState, attempt: Attempt, providerRef: string): PaymentState {
  return attempt.providerRef === null ? replaceAttempt(state, { ...attempt, providerRef }) : state
}
