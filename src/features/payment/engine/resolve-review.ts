import { isOpen } from './attempt-states.ts'
import type { Attempt, Change, Fulfilment, Order, PaymentState, Refund, StepFailure } from './records.ts'

/** How a person resolved a review: delivered, refunded by other means, never paid, excess refunded, or written off. */
export const RESOLUTIONS = ['delivered', 'refunded', 'not-paid', 'excess-returned', 'written-off'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Who decided, and why: it is recorded in the ledger. */
export type Decision = { as: Resolution; by: string; note: string }

const STILL_OPEN: ReadonlySet<Fulfilment> = new Set(['NONE', 'QUEUED', 'SENDING', 'TRACKING'])

/** Null without a pending review: work that runs by itself is not ended by hand. */
export function resolveReview(state: PaymentState, decision: Decision): Change | null {
  const { order } = state
  if (order.review === null) return null
  const decided = endedBy(order.review === 'report-not-taken' ? reportedByHand(state) : state, decision.as)
  // An attempt that stayed open after this would get no query and no review any more.
  const ended = order.review === 'open-too-long' ? { ...decided, attempts: decided.attempts.map(neverPaid) } : decided
  return {
    state: {
      ...ended,
      order: {
        ...ended.order,
        review: null,
        nextMessageAt: null,
        troubles: decision.as === 'written-off' ? order.troubles : retried(order),
      },
      attempts: ended.attempts.map((each) => (isAboutPayment(decision.as) ? beyondDoubt(each) : each)),
    },
    events: [
      {
        kind: 'resolved',
        source: 'person',
        attemptId: null,
        from: order.review,
        to: decision.as,
        code: `${decision.by}: ${decision.note}`,
        amount: order.amount,
      },
    ],
  }
}

/** A dead letter without a review would leave an attempt open for ever: it is tried again, and reviewed again if it still fails. */
function retried({ troubles }: Order): readonly StepFailure[] {
  return troubles.filter(({ until }) => until !== null)
}

function endedBy(state: PaymentState, as: Resolution): PaymentState {
  switch (as) {
    case 'delivered':
      return { ...state, order: { ...state.order, fulfilment: 'DONE', nextFulfilmentAt: null } }
    case 'refunded':
      return refundedByHand(state)
    case 'not-paid':
      return { ...state, attempts: state.attempts.map(neverPaid) }
    case 'excess-returned':
      return { ...state, attempts: state.attempts.map((each): Attempt => (each.isWinner ? { ...each, isExcessReturned: true } : each)) }
    case 'written-off':
      return state
  }
}

/** The reviewer has informed the provider, or decided that it need not know. */
function reportedByHand(state: PaymentState): PaymentState {
  return { ...state, attempts: state.attempts.map((each): Attempt => (each.isWinner ? { ...each, isDeliveryReported: true } : each)) }
}

function refundedByHand(state: PaymentState): PaymentState {
  const { order } = state
  const wasOpen = STILL_OPEN.has(order.fulfilment)
  return {
    order: {
      ...order,
      nextMessageAt: null,
      ...(wasOpen && { fulfilment: 'REFUSED', refusal: 'refunded-by-hand', nextFulfilmentAt: null }),
    },
    attempts: state.attempts.map((attempt) => afterRefundByHand(attempt, state.attempts.some(isRefundable))),
    refunds: state.refunds.map((refund): Refund => ({ ...refund, state: 'DONE', nextWorkAt: null })),
  }
}

function isRefundable({ state }: Attempt): boolean {
  return state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED'
}

/** The money was that of an attempt that took it. Where none is known to have, it was that of the attempts in doubt. */
function afterRefundByHand(attempt: Attempt, isMoneyKnown: boolean): Attempt {
  if (isRefundable(attempt) || (attempt.doubt !== null && !isMoneyKnown)) return { ...attempt, state: 'REFUNDED' }
  return attempt.doubt !== null ? { ...neverPaid(attempt), queries: 0 } : attempt
}

/** Late proof of payment is still accepted. Where its queries had not ended, it is queried a few times more, as after any refusal. */
function neverPaid(attempt: Attempt): Attempt {
  return isOpen(attempt.state) ? { ...attempt, state: 'DECLINED', reason: 'provider', queries: 0 } : attempt
}

/** A delivery or a returned excess says nothing about an attempt that is in doubt. */
function isAboutPayment(as: Resolution): boolean {
  return as !== 'delivered' && as !== 'excess-returned'
}

function beyondDoubt(attempt: Attempt): Attempt {
  return attempt.doubt ? { ...attempt, doubt: null } : attempt
}
