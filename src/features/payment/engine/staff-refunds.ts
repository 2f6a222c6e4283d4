import { addRefund, amountHeld, replaceAttempt, type NewIds } from './observe.ts'
import type { Attempt, Change, Order, PaymentEvent, PaymentState, Refund, RefundCause } from './records.ts'
import { withoutAnsweredReview } from './review-left.ts'

/** Refunds that two people decided. Each function decides on the state as it is now, and refuses with a reason. */

/** Why an act is not possible now; the console shows a sentence for each. */
export type StaffRefusal =
  | 'nothing-to-ask'
  | 'nothing-paid'
  | 'not-delivered'
  | 'delivered'
  /** The operator may have delivered, or may still deliver. */
  | 'delivery-in-doubt'
  | 'refund-under-way'
  | 'refunded'
  /** Refunded at the provider first: its number is missing. */
  | 'number-missing'
  /** The operator neither refused the delivery nor said that it does not know our reference. */
  | 'not-refused'
  | 'refund-may-be-done'
  | 'not-owed'
  | 'no-receipt'
  | 'receipt-under-way'
  | 'not-in-review'
  | 'resolution-not-true'
  | 'nothing-failed'

export type Verdict = Change | { refused: StaffRefusal }

export type At = { now: Date; ids: NewIds }

/** `by` names all who decided it. `providerNumber`: of a refund that was made at the provider; null lets the portal request it. */
export type RefundDecision = { attemptId: string; by: string; note: string; providerNumber: string | null; hasRefundCall: boolean }

/** `send`: the delivery is stopped, then the provider is asked to refund. `resume`: asked about first. `record`: it was made there. */
export type RefundStep = 'send' | 'resume' | 'record'

type Asked = { attemptId: string; hasRefundCall: boolean; providerNumber: string | null }

/** What approving the refund of an undelivered payment would do. */
export function refundStep(state: PaymentState, { attemptId, ...asked }: Asked): { step: RefundStep } | { refused: StaffRefusal } {
  const attempt = state.attempts.find(({ id }) => id === attemptId)
  const refund = state.refunds.find((each) => each.attemptId === attemptId)
  if (attempt?.state === 'REFUNDED') return { refused: 'refunded' }
  if (attempt?.state === 'REFUNDING') return refund?.state === 'REVIEW' ? afterReview(asked) : { refused: 'refund-under-way' }
  if (attempt?.state !== 'PAID') return { refused: 'nothing-paid' }
  const refused = whyNotStopped(state, attempt)
  if (refused) return { refused }
  const isStopped = !attempt.isWinner || state.order.fulfilment === 'REFUSED'
  // The delivery is stopped before any money goes back, also where the money goes back by hand.
  return isStopped && !asked.hasRefundCall ? withNumber(asked) : { step: 'send' }
}

/** The provider may know the refund: it is queried, and the refund is sent only when the provider does not know it. */
function afterReview({ hasRefundCall, providerNumber }: Omit<Asked, 'attemptId'>): { step: RefundStep } | { refused: StaffRefusal } {
  return hasRefundCall && providerNumber === null ? { step: 'resume' } : withNumber({ providerNumber })
}

function withNumber({ providerNumber }: Pick<Asked, 'providerNumber'>): { step: RefundStep } | { refused: StaffRefusal } {
  return providerNumber === null ? { refused: 'number-missing' } : { step: 'record' }
}

function whyNotStopped({ order, attempts }: PaymentState, { isWinner }: Attempt): StaffRefusal | null {
  if (!isWinner) return order.fulfilment === 'DONE' && !attempts.some((each) => each.isWinner) ? 'delivered' : null
  switch (order.fulfilment) {
    case 'DONE':
      return 'delivered'
    case 'SENDING':
    case 'TRACKING':
      return 'delivery-in-doubt'
    // A call that the operator did not know for a short while may still be in its queue.
    case 'QUEUED':
      return order.sends === 0 ? null : 'delivery-in-doubt'
    case 'NONE':
    case 'REFUSED':
      return null
  }
}

/** Refunds a payment that was not delivered. */
export function refundByStaff(state: PaymentState, decision: RefundDecision, at: At): Verdict {
  const found = refundStep(state, decision)
  const attempt = state.attempts.find(({ id }) => id === decision.attemptId)
  if ('refused' in found || !attempt) return 'refused' in found ? found : { refused: 'nothing-paid' }
  switch (found.step) {
    case 'send':
      return sendRefund(
        attempt.isWinner ? stopDelivery(state, decision) : { state, events: [] },
        attempt,
        { decision, cause: 'by-staff' },
        at,
      )
    case 'resume':
      return resumeRefund(state, attempt, decision, at)
    case 'record':
      return recordRefund(state, attempt, { decision, cause: 'by-staff' }, at)
  }
}

/** `reversal`: the operator's own reference of the reversed delivery; null when it stays, as goodwill. */
export type DeliveredRefundDecision = RefundDecision & { reversal: string | null }

/** The payment that paid for a delivered order. */
export function deliveredRefundStep(state: PaymentState, asked: Asked): { step: RefundStep } | { refused: StaffRefusal } {
  const attempt = state.attempts.find(({ id, isWinner }) => id === asked.attemptId && isWinner)
  if (!attempt) return { refused: 'nothing-paid' }
  if (state.order.fulfilment !== 'DONE') {
    const isInDoubt = state.order.fulfilment === 'SENDING' || state.order.fulfilment === 'TRACKING'
    return { refused: isInDoubt ? 'delivery-in-doubt' : 'not-delivered' }
  }
  if (attempt.state === 'REFUNDED') return { refused: 'refunded' }
  const refund = state.refunds.find(({ attemptId }) => attemptId === attempt.id)
  if (attempt.state === 'REFUNDING') return refund?.state === 'REVIEW' ? afterReview(asked) : { refused: 'refund-under-way' }
  if (attempt.state !== 'PAID') return { refused: 'nothing-paid' }
  return asked.hasRefundCall ? { step: 'send' } : withNumber(asked)
}

/** I4, I10: the delivery stays delivered; the ledger holds the operator's reversal, or that it is goodwill. */
export function refundDelivered(state: PaymentState, decision: DeliveredRefundDecision, at: At): Verdict {
  const found = deliveredRefundStep(state, decision)
  const attempt = state.attempts.find(({ id }) => id === decision.attemptId)
  if ('refused' in found || !attempt) return 'refused' in found ? found : { refused: 'nothing-paid' }
  const cause = decision.reversal === null ? 'goodwill' : 'reversed'
  const change = deliveredChange(state, attempt, { decision, cause, step: found.step }, at)
  const told: PaymentEvent = {
    kind: 'delivery-waived',
    source: 'person',
    attemptId: null,
    from: 'DONE',
    to: 'DONE',
    code: decision.reversal === null ? 'goodwill' : `reversal ${decision.reversal}`,
    amount: state.order.amount,
  }
  return { state: change.state, events: [told, ...change.events] }
}

type Deciding = { decision: RefundDecision; cause: RefundCause }

function deliveredChange(state: PaymentState, attempt: Attempt, { step, ...deciding }: Deciding & { step: RefundStep }, at: At): Change {
  switch (step) {
    case 'send':
      return sendRefund({ state, events: [] }, attempt, deciding, at)
    case 'resume':
      return resumeRefund(state, attempt, deciding.decision, at)
    case 'record':
      return recordRefund(state, attempt, deciding, at)
  }
}

/** From here on no delivery call can begin: a call that has begun shows as SENDING, and is refused above. */
function stopDelivery(state: PaymentState, { by }: RefundDecision): Change {
  const { order } = state
  if (order.fulfilment === 'REFUSED') return { state, events: [] }
  const stopped: Order = {
    ...order,
    fulfilment: 'REFUSED',
    refusal: STOPPED_BY_STAFF,
    nextFulfilmentAt: null,
    absentSince: null,
    nextMessageAt: null,
  }
  const event = {
    kind: 'delivery-stopped',
    source: 'person' as const,
    attemptId: null,
    from: order.fulfilment,
    to: 'REFUSED',
    code: by,
    amount: order.amount,
  }
  return { state: { ...state, order: stopped }, events: [event] }
}

/** Why an order was refused whose delivery two people stopped. */
export const STOPPED_BY_STAFF = 'refund-by-staff'

function sendRefund({ state, events }: Change, attempt: Attempt, { decision, cause }: Deciding, at: At): Change {
  const moved: Attempt = { ...attempt, state: 'REFUNDING' }
  const refunding = addRefund(replaceAttempt(state, moved), moved, cause, at)
  return { state: withoutAnsweredReview(refunding), events: [...events, decided(attempt, 'REFUNDING', decision)] }
}

function resumeRefund(state: PaymentState, attempt: Attempt, decision: RefundDecision, { now }: At): Change {
  const refunds = state.refunds.map((each): Refund => (each.attemptId === attempt.id ? askedAnew(each, now) : each))
  return { state: withoutAnsweredReview({ ...state, refunds }), events: [decided(attempt, 'REFUNDING', decision)] }
}

/** Queried under its reference: only when the provider does not know it for the grace time, it is sent. */
export function askedAnew(refund: Refund, now: Date): Refund {
  return { ...refund, state: 'ASKING', tries: 1, absentSince: null, nextWorkAt: now }
}

function recordRefund(state: PaymentState, attempt: Attempt, { decision, cause }: Deciding, at: At): Change {
  const moved: Attempt = { ...attempt, state: 'REFUNDED' }
  const known = addRefund(replaceAttempt(state, moved), moved, cause, at)
  const refunds = known.refunds.map((each): Refund => (each.attemptId === attempt.id ? { ...each, state: 'DONE', nextWorkAt: null } : each))
  // The payer is told now.
  const order: Order = { ...known.order, nextMessageAt: null }
  return { state: withoutAnsweredReview({ ...known, order, refunds }), events: [decided(attempt, 'REFUNDED', decision)] }
}

function decided(attempt: Attempt, to: Attempt['state'], { by, note, providerNumber }: RefundDecision): PaymentEvent {
  return {
    kind: to === 'REFUNDED' ? 'refund-recorded' : 'refund-decided',
    source: 'person',
    attemptId: attempt.id,
    from: attempt.state,
    to,
    code: `${by}: ${providerNumber === null ? '' : `${providerNumber}, `}${note}`,
    amount: amountHeld(attempt),
  }
}
