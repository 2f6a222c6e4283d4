import type { Observation } from '#payment-connectors/payment-connector.ts'
import { doubtAttempt, believable, observe, replaceAttempt, type NewIds } from './observe.ts'
import type { StoredWebhook } from './payment-ports.ts'
import { claimQuestion } from './plan-work.ts'
import type { Attempt, Change, Doubt, PaymentState } from './records.ts'
import { isSettled } from './attempt-states.ts'

/** Money arrived or was refunded, or arrived without a readable amount: a signed webhook proves this sufficiently. */
export function reportsMoneyMovement(seen: Observation): boolean {
  return seen.state === 'paid' || seen.state === 'refunding' || seen.state === 'refunded' || isUnreadablyPaid(seen)
}

function isUnreadablyPaid(seen: Observation): boolean {
  return seen.state === 'unrecognised' && seen.saysPaid === true
}

/**
 * A webhook that moves no state itself, but triggers a query. Only the provider can post to an address that holds our mark. Its report of a
 * payment is stored as a doubt until a query settles it. A signed refusal of money that we hold is recorded in the ledger.
 */
export function applyWebhook(
  state: PaymentState,
  attemptId: string,
  { webhook, hasUrlToken }: Pick<StoredWebhook, 'webhook' | 'hasUrlToken'>,
  at: { now: Date; ids: NewIds },
): Change & { result: Attempt | null } {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt) return { state, events: [], result: null }
  if (isSettled(attempt.state)) {
    if (webhook.trust === 'signed') return { ...observe(state, attemptId, webhook.seen, 'notice', at), result: null }
    return { state: hasUrlToken && namesOther(webhook.seen, attempt) ? flagForReview(state) : state, events: [], result: null }
  }
  const why = hasUrlToken ? doubtOf(believable(webhook.seen, attempt)) : null
  const known = hasUrlToken && webhook.providerRef ? learnProviderRef(state, attempt, webhook.providerRef) : state
  const doubted = why ? doubtAttempt(attemptId, why, () => at.now)(known) : { state: known, events: [] }
  const claim = claimQuestion(doubted.state, attemptId, at.now)
  return { ...claim, events: [...doubted.events, ...claim.events] }
}

/** I19: it was credited, perhaps on a response without an amount, and the later webhook names another amount. */
function namesOther(seen: Observation, { paid }: Attempt): boolean {
  if (paid === null) return false
  if (seen.state !== 'paid') return doubtOf(seen) === 'details-differ'
  const { isOtherAmount: _said, ...reported } = seen
  return doubtOf(believable(reported, { asked: paid, doubt: null })) === 'details-differ'
}

function flagForReview({ order, ...others }: PaymentState): PaymentState {
  return { ...others, order: { ...order, review: order.review ?? 'answer-differs' } }
}

/** I19: details that differ from what was requested outweigh the reported outcome. */
function doubtOf(seen: Observation): Doubt['why'] | null {
  if (seen.state === 'paid') return 'said-paid'
  if (seen.state !== 'unrecognised' || !seen.saysPaid) return null
  return seen.namesOther ? 'details-differ' : 'said-paid'
}

/** A start whose response was lost left the attempt without the provider's reference, so it cannot be queried. */
function learnProviderRef(state: PaymentState, attempt: Attempt, providerRef: string): PaymentState {
  return attempt.providerRef === null ? replaceAttempt(state, { ...attempt, providerRef }) : state
}
