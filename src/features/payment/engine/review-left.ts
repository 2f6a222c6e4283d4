import { isOpen } from './attempt-states.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import { DOUBT_REASONS } from './plan-work.ts'
import { excessOf } from './public-status.ts'
import type { PaymentState, Refund, ReviewReason } from './records.ts'

/** Reviews that a refund answers. */
const ANSWERED_BY_REFUND: ReadonlySet<ReviewReason | null> = new Set<ReviewReason>([
  'delivery-unclear',
  'paid-another-amount',
  'overpaid',
  'refund-refused',
  'refund-by-hand',
  'refund-unclear',
  'refund-after-restore',
])

/** After a refund or a new delivery that two people decided. */
export function withoutAnsweredReview(state: PaymentState): PaymentState {
  const { order } = state
  return ANSWERED_BY_REFUND.has(order.review) ? { ...state, order: { ...order, review: reasonLeft(state, order.review) } } : state
}

/** A person requests a retry: what else waits for a person stays in review. */
export function retryFailedSteps(state: PaymentState): PaymentState {
  const { order } = state
  const review = order.review === 'work-failed' ? reasonLeft(state, order.review) : order.review
  return { ...state, order: { ...order, troubles: [], review } }
}

/** A review has one reason, and what came after it was not noted: closing must not hide it. */
export function reasonLeft(state: PaymentState, before: ReviewReason | null): ReviewReason | null {
  const { order, attempts, refunds } = state
  const waiting = refunds.find(
    (refund) => refund.state === 'REVIEW' && attempts.some(({ id, state: each }) => id === refund.attemptId && each === 'REFUNDING'),
  )
  if (waiting) return reasonOfRefund(waiting, before)
  // Without a paying attempt, a person has delivered for it by hand.
  const isByHand = order.fulfilment === 'DONE' && !attempts.some(({ isWinner }) => isWinner)
  if (!isByHand && attempts.some(({ state: each, isWinner }) => each === 'PAID' && !isWinner)) return 'paid-another-amount'
  if (attempts.some((attempt) => isOpen(attempt.state) && attempt.nextQueryAt === null)) return 'open-too-long'
  const doubted = attempts.find(({ doubt }) => doubt !== null)
  if (doubted?.doubt) return DOUBT_REASONS[doubted.doubt.why]
  if (excessOf(state)?.isReturned === false) return 'overpaid'
  const isUnclear = order.fulfilment === 'SENDING' || order.fulfilment === 'TRACKING'
  return isUnclear && before === 'delivery-unclear' ? before : null
}

function reasonOfRefund({ tries }: Refund, before: ReviewReason | null): ReviewReason {
  if (before === 'refund-by-hand' || before === 'refund-refused' || before === 'refund-after-restore') return before
  return tries >= PAYMENT_RULES.mostRefundTries ? 'refund-unclear' : 'refund-refused'
}
