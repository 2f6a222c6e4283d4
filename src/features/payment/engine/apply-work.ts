import type { Observation } from '#payment-connectors/payment-connector.ts'
import { canMove } from './attempt-states.ts'
import { addRefund, observe, replaceAttempt, type NewIds } from './observe.ts'
import { later, pauseSeconds, PAYMENT_RULES } from './payment-rules.ts'
import { fulfilmentEvent, refundPause, replaceRefund } from './plan-work.ts'
import type { Attempt, Change, MessageKind, Order, PaymentState, Refund } from './records.ts'
import type { DeliverySeen } from '../delivery.ts'

type At = { now: Date; ids: NewIds }
/** `isRepeatHarmless`: the operator takes a repeated reference for the same call. */
type DeliveryAt = At & { isRepeatHarmless: boolean }

/** The operator's answer to a delivery or to the question what became of it. */
export function applyDelivery(state: PaymentState, seen: DeliverySeen, at: DeliveryAt): Change {
  const { order } = state
  if (order.fulfilment !== 'SENDING' && order.fulfilment !== 'TRACKING') return { state, events: [] }
  if (!seen.isGood) return faultOnDelivery(state, seen.fault.kind, at)
  switch (seen.value.state) {
    case 'done':
      return delivered(state, seen.value.operatorReference)
    case 'pending':
      return track(state, at.now, { operatorReference: seen.value.operatorReference ?? order.operatorReference, absentSince: null })
    case 'refused':
      return refuse(state, seen.value.reason, at)
    case 'absent':
      return absent(state, at)
  }
}

function delivered(state: PaymentState, operatorReference: string): Change {
  const { order } = state
  const done: Order = { ...order, fulfilment: 'DONE', operatorReference, nextFulfilmentAt: null, absentSince: null, nextMessageAt: null }
  return { state: { ...state, order: done }, events: [fulfilmentEvent('delivered', order, 'DONE', operatorReference)] }
}

function track(state: PaymentState, now: Date, change: Partial<Order>): Change {
  const { order } = state
  const seconds = order.paidAt ? (now.getTime() - order.paidAt.getTime()) / 1000 : 0
  const every = PAYMENT_RULES.trackEvery.find(({ untilSeconds }) => seconds < untilSeconds)?.everySeconds ?? 300
  const next: Order = { ...order, ...change, fulfilment: 'TRACKING', nextFulfilmentAt: later(now, every) }
  return { state: { ...state, order: watchDeadline(next, now) }, events: [] }
}

/** What is neither delivered nor refused after hours needs a person: giving the money back could be wrong too. */
function watchDeadline(order: Order, now: Date): Order {
  return isPastDeadline(order, now) ? { ...order, review: order.review ?? 'delivery-unclear' } : order
}

function isPastDeadline(order: Order, now: Date): boolean {
  return order.paidAt !== null && now.getTime() - order.paidAt.getTime() > PAYMENT_RULES.deliverWithinHours * 3_600_000
}

/** When what is paid and not delivered goes back, or before a person; null while nothing is paid. */
export function deliveryDeadline({ paidAt }: Order): string | null {
  return paidAt && new Date(paidAt.getTime() + PAYMENT_RULES.deliverWithinHours * 3_600_000).toISOString()
}

/** Refused: nothing was handed over, so the money goes back. */
function refuse(state: PaymentState, reason: string, at: At): Change {
  const { order } = state
  const winner = state.attempts.find((attempt) => attempt.isWinner)
  const refused: Order = { ...order, fulfilment: 'REFUSED', refusal: reason, nextFulfilmentAt: null, nextMessageAt: null }
  const events = [fulfilmentEvent('delivery-refused', order, 'REFUSED', reason)]
  if (!winner || winner.state !== 'PAID') return { state: { ...state, order: refused }, events }
  const moved: Attempt = { ...winner, state: 'REFUNDING' }
  if (!canMove(winner.state, moved.state)) throw new Error('a paid attempt can always be given back')
  return { state: addRefund(replaceAttempt({ ...state, order: refused }, moved), moved, 'not-delivered', at), events }
}

/**
 * `unavailable` and a rejected call never arrived or were turned down; `unknown` may have happened. After a question, `unavailable`
 * only means that we still do not know.
 */
function faultOnDelivery(state: PaymentState, fault: 'not-found' | 'rejected' | 'unavailable' | 'unknown', at: At): Change {
  const { order } = state
  const isAnswerToSending = order.fulfilment === 'SENDING'
  if (isAnswerToSending && (fault === 'rejected' || fault === 'not-found')) return refuse(state, fault, at)
  if (!isAnswerToSending || fault !== 'unavailable') return track(state, at.now, {})
  if (isPastDeadline(order, at.now)) return refuse(state, 'operator-unavailable', at)
  const pause = pauseSeconds(PAYMENT_RULES.deliveryRetrySeconds, order.sends - 1)
  // Nothing left the house: the same call may be made again.
  const waiting: Order = { ...order, fulfilment: 'QUEUED', nextFulfilmentAt: later(at.now, pause) }
  return { state: { ...state, order: waiting }, events: [fulfilmentEvent('delivery-not-sent', order, 'QUEUED')] }
}

/** The operator knows nothing of our call. Only when it says so over the whole grace time may the call be made again. */
function absent(state: PaymentState, at: DeliveryAt): Change {
  const { order } = state
  const since = order.absentSince ?? at.now
  const graceSeconds = at.isRepeatHarmless ? PAYMENT_RULES.harmlessGraceSeconds : PAYMENT_RULES.absentGraceSeconds
  const isCertain = at.now.getTime() - since.getTime() >= graceSeconds * 1000
  if (!isCertain) {
    const waiting: Order = {
      ...order,
      fulfilment: 'TRACKING',
      absentSince: since,
      nextFulfilmentAt: later(at.now, graceSeconds / 2),
    }
    return { state: { ...state, order: waiting }, events: [] }
  }
  const isSentOften = order.sends >= (at.isRepeatHarmless ? PAYMENT_RULES.mostHarmlessSends : PAYMENT_RULES.mostSends)
  const isUnwanted = order.restoredAt !== null && at.now > order.wantedUntil
  if (isSentOften || isUnwanted || isPastDeadline(order, at.now)) return giveUp(state, since, at)
  const again: Order = { ...order, fulfilment: 'QUEUED', absentSince: null, nextFulfilmentAt: at.now }
  return { state: { ...state, order: again }, events: [fulfilmentEvent('delivery-absent', order, 'QUEUED')] }
}

/** Giving the money back needs more certainty than sending again does: a call may still linger in a queue of theirs. */
function giveUp(state: PaymentState, absentSince: Date, at: DeliveryAt): Change {
  const { order } = state
  const isCertain = at.now.getTime() - absentSince.getTime() >= PAYMENT_RULES.absentGraceSeconds * 1000
  if (isCertain) return refuse(state, 'never-arrived', at)
  const next = later(at.now, PAYMENT_RULES.absentGraceSeconds / 2)
  return { state: { ...state, order: { ...order, fulfilment: 'TRACKING', absentSince, nextFulfilmentAt: next } }, events: [] }
}

export type RefundSeen = Observation | { state: 'absent' } | { state: 'no-answer'; mayHaveArrived: boolean } | { state: 'not-supported' }

/** The provider's answer to a refund or to the question what became of it. */
export function applyRefund(state: PaymentState, asked: { refundId: string; isQuestion: boolean }, seen: RefundSeen, at: At): Change {
  const refund = state.refunds.find((each) => each.id === asked.refundId)
  if (!refund || refund.state === 'DONE') return { state, events: [] }
  const keep = (change: Partial<Refund>) => replaceRefund(state, { ...refund, ...change })
  switch (seen.state) {
    case 'refunded':
      return observe(state, refund.attemptId, seen, 'refund', at)
    case 'not-supported':
      return review(keep({ state: 'REVIEW', nextWorkAt: null }), 'refund-by-hand')
    case 'no-answer':
      // A refund that surely was never sent may be sent again. One perhaps sent, now or before, is only ever asked about.
      return seen.mayHaveArrived || asked.isQuestion
        ? stillOpen(keep, refund, at.now)
        : {
            state: keep({ state: 'QUEUED', nextWorkAt: later(at.now, pauseSeconds(PAYMENT_RULES.refundRetrySeconds, refund.tries - 1)) }),
            events: [],
          }
    case 'declined':
      return seen.final ? review(keep({ state: 'REVIEW', nextWorkAt: null }), 'refund-refused') : stillOpen(keep, refund, at.now)
    case 'absent':
      return absentRefund(keep, refund, at.now)
    case 'refunding':
    case 'pending':
      return stillOpen((change) => keep({ ...change, state: 'PENDING', absentSince: null }), refund, at.now)
    case 'paid':
    case 'cancelled':
    case 'expired':
    case 'unrecognised':
      return stillOpen(keep, refund, at.now)
  }
}

function stillOpen(keep: (change: Partial<Refund>) => PaymentState, refund: Refund, now: Date): Change {
  if (refund.tries >= PAYMENT_RULES.mostRefundTries) return review(keep({ state: 'REVIEW', nextWorkAt: null }), 'refund-unclear')
  return {
    state: keep({ state: refund.state === 'QUEUED' ? 'ASKING' : refund.state, nextWorkAt: later(now, refundPause(refund)) }),
    events: [],
  }
}

/** The provider knows nothing of the refund, and goes on saying so: the call never arrived and is made again. */
function absentRefund(keep: (change: Partial<Refund>) => PaymentState, refund: Refund, now: Date): Change {
  const since = refund.absentSince ?? now
  const isCertain = now.getTime() - since.getTime() >= PAYMENT_RULES.absentGraceSeconds * 1000
  if (refund.tries >= PAYMENT_RULES.mostRefundTries) return stillOpen(keep, refund, now)
  if (isCertain) return { state: keep({ state: 'QUEUED', absentSince: null, nextWorkAt: now }), events: [] }
  return { state: keep({ absentSince: since, nextWorkAt: later(now, PAYMENT_RULES.absentGraceSeconds / 2) }), events: [] }
}

function review(state: PaymentState, why: string): Change {
  return { state: { ...state, order: { ...state.order, review: state.order.review ?? why } }, events: [] }
}

export function applyMessage(state: PaymentState, message: MessageKind, isSent: boolean): Change {
  const { order } = state
  if (!isSent || order.messagesSent.includes(message)) return { state, events: [] }
  return {
    state: { ...state, order: { ...order, messagesSent: [...order.messagesSent, message], messageTries: 0, nextMessageAt: null } },
    events: [],
  }
}
