import { replaceAttempt } from './observe.ts'
import { isTold, receiptOf, withAskedAgain } from './messages.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import { RESOLUTIONS, resolveReview, type Decision, type Resolution } from './resolve-review.ts'
import { askedAnew, type At, type StaffRefusal, type Verdict } from './staff-refunds.ts'
import { isOpen } from './attempt-states.ts'
import { excessOf } from './public-status.ts'
import { reasonLeft, retryFailedSteps, withoutAnsweredReview } from './review-left.ts'
import type { Attempt, Order, PaymentEvent, PaymentState, Refund } from './records.ts'
import { NOT_OWED } from './apply-work.ts'

/** What a person asks of one payment, besides refunds. */

function personEvent(event: Pick<PaymentEvent, 'kind' | 'code'> & Partial<PaymentEvent>): PaymentEvent {
  return { source: 'person', attemptId: null, from: null, to: null, amount: null, ...event }
}

/** Always safe: only queries follow, at their least interval. What the provider or operator answers decides as ever. */
export function askAgain(state: PaymentState, by: string, now: Date): Verdict {
  const order = state.order.fulfilment === 'TRACKING' ? { ...state.order, nextFulfilmentAt: now } : state.order
  const attempts = state.attempts.map((attempt) => (isAskable(attempt, now) ? { ...attempt, nextQueryAt: now } : attempt))
  const refunds = state.refunds.map((refund) => (isAttemptRefunding(state, refund) ? askedAboutRefund(refund, now) : refund))
  const isSame =
    order === state.order &&
    attempts.every((each) => state.attempts.includes(each)) &&
    refunds.every((each) => state.refunds.includes(each))
  if (isSame) return { refused: 'nothing-to-ask' }
  const asked = { order, attempts, refunds }
  return {
    state: order.review === 'refund-unclear' ? withoutAnsweredReview(asked) : asked,
    events: [personEvent({ kind: 'asked-again', code: by })],
  }
}

/** A start that is in flight is answered by itself. */
function isAskable({ state, createdAt }: Attempt, now: Date): boolean {
  if (state === 'REFUNDED' || state === 'REFUNDING') return false
  return state !== 'CREATED' || now.getTime() - createdAt.getTime() >= PAYMENT_RULES.leaseSeconds * 1000
}

function isAttemptRefunding({ attempts }: PaymentState, { attemptId }: Refund): boolean {
  return attempts.some(({ id, state }) => id === attemptId && state === 'REFUNDING')
}

/** A question does not use up the tries of a refund. One whose outcome stayed unclear is queried anew, and not sent. */
function askedAboutRefund(refund: Refund, now: Date): Refund {
  switch (refund.state) {
    case 'ASKING':
    case 'PENDING':
      return { ...refund, tries: Math.max(1, refund.tries - 1), nextWorkAt: now }
    case 'REVIEW':
      return refund.tries >= PAYMENT_RULES.mostRefundTries ? askedAnew(refund, now) : refund
    case 'QUEUED':
    case 'DONE':
      return refund
  }
}

export type DeliveryDecision = { by: string; note: string; hasRefundCall: boolean }

/** Why the delivery cannot be sent again now; null when it can. */
export function whyNotDeliverAgain(state: PaymentState, hasRefundCall: boolean): StaffRefusal | null {
  const { order, refunds } = state
  const winner = state.attempts.find((attempt) => attempt.isWinner)
  if (!winner) return 'nothing-paid'
  if (order.fulfilment === 'DONE') return 'delivered'
  // What the operator knows is asked, not inferred from an earlier answer: after its grace the worker sends again, or gives up.
  if (order.fulfilment === 'TRACKING' || order.fulfilment === 'SENDING') return 'delivery-in-doubt'
  if (order.fulfilment !== 'REFUSED') return 'not-refused'
  if (order.refusal === NOT_OWED) return 'not-owed'
  if (winner.state === 'REFUNDED') return 'refunded'
  if (winner.state === 'PAID') return null
  const refund = refunds.find(({ attemptId }) => attemptId === winner.id)
  if (winner.state !== 'REFUNDING' || !refund) return 'nothing-paid'
  return hasNeverLeft(refund, hasRefundCall) ? null : 'refund-may-be-done'
}

/** No refund request can be at the provider. */
function hasNeverLeft({ state, tries }: Refund, hasRefundCall: boolean): boolean {
  return (state === 'QUEUED' && tries === 0) || (state === 'REVIEW' && !hasRefundCall)
}

/** The same reference once more; a refund that has not begun is withdrawn in the same step, so that only one of both can follow. */
export function deliverAgain(state: PaymentState, { by, note, hasRefundCall }: DeliveryDecision, { now }: At): Verdict {
  const refused = whyNotDeliverAgain(state, hasRefundCall)
  if (refused) return { refused }
  const { order } = state
  const queued: Order = {
    ...order,
    fulfilment: 'QUEUED',
    refusal: null,
    // What was sent before has ended without a delivery.
    sends: 0,
    owedAt: null,
    absentSince: null,
    nextFulfilmentAt: now,
  }
  const winner = state.attempts.find((attempt) => attempt.isWinner)
  const kept = winner ? replaceAttempt(state, { ...winner, state: 'PAID' }) : state
  const refunds = state.refunds.map((each): Refund =>
    each.attemptId === winner?.id ? { ...each, state: 'REVIEW', nextWorkAt: null } : each,
  )
  const code = `${by}: ${note}`
  const events = [personEvent({ kind: 'delivery-decided', from: order.fulfilment, to: 'QUEUED', code, amount: order.amount })]
  if (winner?.state === 'REFUNDING')
    events.push(
      personEvent({ kind: 'refund-withdrawn', attemptId: winner.id, from: 'REFUNDING', to: 'PAID', code: by, amount: winner.paid }),
    )
  return { state: withoutAnsweredReview({ ...kept, refunds, order: queued }), events }
}

/** Sends the receipt once more to the number that has received it. */
export function resendReceipt(state: PaymentState, by: string): Verdict {
  const receipt = receiptOf(state)
  if (!receipt) return { refused: 'no-receipt' }
  const again = { ...receipt, isAgain: true as const }
  if (!isTold(state.order, receipt) || !isTold(state.order, again)) return { refused: 'receipt-under-way' }
  const order: Order = { ...withAskedAgain(state.order, again), messageTries: 0, nextMessageAt: null }
  return {
    state: { ...state, order },
    events: [personEvent({ kind: 'receipt-asked', attemptId: receipt.attempt?.id ?? null, code: by })],
  }
}

/** Resolutions that can be true of the payment as it is recorded, and that answer its review. */
export function possibleResolutions(state: PaymentState): Resolution[] {
  return RESOLUTIONS.filter((as) => 'state' in closeReview(state, { as, by: '', note: '' }))
}

/** The review ends; what still waits for a person is in review under its own reason. */
export function closeReview(state: PaymentState, decision: Decision): Verdict {
  const change = resolveReview(state, decision)
  if (!change) return { refused: 'not-in-review' }
  if (decision.as === 'written-off') return change
  const review = reasonLeft(change.state, state.order.review)
  if (!isPossible(state, decision.as) || review === state.order.review) return { refused: 'resolution-not-true' }
  return { ...change, state: { ...change.state, order: { ...change.state.order, review } } }
}

function isPossible(state: PaymentState, as: Resolution): boolean {
  const { order, attempts } = state
  switch (as) {
    case 'delivered':
      return canBeDelivered(state)
    // It would call the payment of a delivered order refunded too: each of its payments is recorded by itself.
    case 'refunded':
      return order.fulfilment !== 'DONE' && (attempts.length === 0 || attempts.some((each) => holdsMoney(each) || each.doubt !== null))
    case 'not-paid':
      return attempts.some((attempt) => isOpen(attempt.state) || attempt.doubt !== null)
    case 'excess-returned':
      return excessOf(state)?.isReturned === false
    case 'written-off':
      return true
  }
}

function holdsMoney({ state }: Attempt): boolean {
  return state === 'PAID' || state === 'REFUNDING'
}

/** Not before the first delivery call, and not once the money is going back. */
function canBeDelivered({ order, attempts }: PaymentState): boolean {
  if (order.fulfilment === 'DONE' || order.restoredAt !== null) return true
  if (order.fulfilment === 'QUEUED' && order.sends === 0) return false
  const winner = attempts.find(({ isWinner }) => isWinner)
  return winner ? winner.state === 'PAID' : order.fulfilment !== 'NONE' || attempts.some(({ state }) => state === 'PAID')
}

/** A person lets steps that failed too often run again: they then decide as ever. */
export function retryFailed(state: PaymentState, by: string): Verdict {
  if (state.order.troubles.length === 0) return { refused: 'nothing-failed' }
  return { state: retryFailedSteps(state), events: [personEvent({ kind: 'retried', code: by })] }
}
