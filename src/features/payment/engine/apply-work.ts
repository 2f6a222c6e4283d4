import type { Observation } from '#payment-connectors/payment-connector.ts'
import { canMove } from './attempt-states.ts'
import { addRefund, observe, replaceAttempt, type NewIds } from './observe.ts'
import { addSeconds, backoffSeconds, PAYMENT_RULES } from './payment-rules.ts'
import { fulfilmentEvent, refundPause, replaceRefund } from './plan-work.ts'
import { isTold, withTold, type Message } from './messages.ts'
import type { MessageOutcome } from './payment-ports.ts'
import { isToBeRead, type SubjectSeen } from './subjects.ts'
import type { Attempt, Change, Order, PaymentEvent, PaymentState, Refund, ReviewReason } from './records.ts'
import type { DeliverySeen } from '../delivery.ts'

type At = { now: Date; ids: NewIds }
/** `isRepeatHarmless`: the operator treats a repeated reference as the same call. */
type DeliveryAt = At & { isRepeatHarmless: boolean }

/** The operator's result for a delivery, or for a query about it. */
export function applyDelivery(state: PaymentState, seen: DeliverySeen, at: DeliveryAt): Change {
  const { order } = state
  if (order.fulfilment !== 'SENDING' && order.fulfilment !== 'TRACKING') return { state, events: [] }
  if (!seen.ok) return faultOnDelivery(state, seen.fault.kind, at)
  switch (seen.value.state) {
    case 'done':
      return delivered(state, seen.value.operatorReference)
    case 'pending':
      return track(state, at.now, { operatorReference: seen.value.operatorReference ?? order.operatorReference, absentSince: null })
    case 'refused':
      return isAboutEarlierCall(state) ? refusedSinceLong(state, seen.value.reason, at) : refuse(state, seen.value.reason, at)
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
  const next: Order = { ...order, ...change, fulfilment: 'TRACKING', nextFulfilmentAt: nextLook(order, now) }
  return { state: { ...state, order: watchDeadline(next, now) }, events: [] }
}

/** Interval of operator queries, by the time since the payment. */
export function nextLook({ paidAt }: Order, now: Date): Date {
  const seconds = paidAt ? (now.getTime() - paidAt.getTime()) / 1000 : 0
  return addSeconds(now, PAYMENT_RULES.trackEvery.find(({ untilSeconds }) => seconds < untilSeconds)?.everySeconds ?? 300)
}

/** An order neither delivered nor refunded after hours goes to review: a refund could be wrong too. */
function watchDeadline(order: Order, now: Date): Order {
  return isPastDeadline(order, now) ? { ...order, review: order.review ?? 'delivery-unclear' } : order
}

export function isPastDeadline(order: Order, now: Date): boolean {
  return order.paidAt !== null && now.getTime() - order.paidAt.getTime() > PAYMENT_RULES.deliverWithinHours * 3_600_000
}

/** When a paid, undelivered order is refunded or goes to review; null while nothing is paid. */
export function deliveryDeadline({ paidAt }: Order): string | null {
  return paidAt && new Date(paidAt.getTime() + PAYMENT_RULES.deliverWithinHours * 3_600_000).toISOString()
}

/** Refused: nothing was delivered, so the money is refunded. */
export function refuse(state: PaymentState, reason: string, at: At): Change {
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
 * `unavailable` and a rejected call were not received or were refused; `unknown` may have been executed. After a query, `unavailable` means
 * that the outcome is still unknown.
 */
function faultOnDelivery(state: PaymentState, fault: 'not-found' | 'rejected' | 'unavailable' | 'unknown', at: At): Change {
  const { order } = state
  const isAnswerToSending = order.fulfilment === 'SENDING'
  if (isAnswerToSending && (fault === 'rejected' || fault === 'not-found')) return refuse(state, fault, at)
  if (!isAnswerToSending || fault !== 'unavailable') return track(state, at.now, {})
  if (isPastDeadline(order, at.now)) return refuse(state, 'operator-unavailable', at)
  // Nothing was sent, so no send is counted. The same call may be made again, and the subject may have changed by then (I18).
  const waiting: Order = { ...order, fulfilment: 'QUEUED', sends: order.sends - 1, owedAt: null, nextFulfilmentAt: nextSend(order, at.now) }
  return { state: { ...state, order: waiting }, events: [fulfilmentEvent('delivery-not-sent', order, 'QUEUED')] }
}

/** The pause equals the time since the payment, within bounds. */
function nextSend({ paidAt }: Order, now: Date): Date {
  const waited = paidAt ? (now.getTime() - paidAt.getTime()) / 1000 : 0
  const { least, most } = PAYMENT_RULES.deliveryPauseSeconds
  return addSeconds(now, Math.min(Math.max(waited, least), most))
}

/** The operator does not know our reference. The call may be repeated only when that holds for the whole grace time. */
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
      nextFulfilmentAt: addSeconds(at.now, graceSeconds / 2),
    }
    return { state: { ...state, order: waiting }, events: [] }
  }
  const isSentOften = order.sends >= (at.isRepeatHarmless ? PAYMENT_RULES.mostHarmlessSends : PAYMENT_RULES.mostSends)
  const isUnwanted = order.restoredAt !== null && at.now > order.wantedUntil
  if (isSentOften || isUnwanted || isPastDeadline(order, at.now)) return giveUp(state, since, at)
  const again: Order = { ...order, fulfilment: 'QUEUED', absentSince: null, nextFulfilmentAt: at.now }
  return { state: { ...state, order: again }, events: [fulfilmentEvent('delivery-absent', order, 'QUEUED')] }
}

/**
 * Staff let a refused delivery be sent again under the same reference, and no response came: until that call is surely not in a queue, the
 * operator may be reporting the refusal of the earlier one. The refund that was withdrawn for it shows that it was sent again.
 */
function isAboutEarlierCall({ order, attempts, refunds }: PaymentState): boolean {
  const winner = attempts.find(({ isWinner }) => isWinner)
  return order.fulfilment === 'TRACKING' && winner?.state === 'PAID' && refunds.some(({ attemptId }) => attemptId === winner.id)
}

function refusedSinceLong(state: PaymentState, reason: string, at: DeliveryAt): Change {
  const { order } = state
  const since = order.absentSince ?? at.now
  if (at.now.getTime() - since.getTime() >= PAYMENT_RULES.absentGraceSeconds * 1000) return refuse(state, reason, at)
  const next = addSeconds(at.now, PAYMENT_RULES.absentGraceSeconds / 2)
  return { state: { ...state, order: { ...order, absentSince: since, nextFulfilmentAt: next } }, events: [] }
}

/** A refund needs more certainty than a repeated delivery call: a call may still be queued at the operator. */
function giveUp(state: PaymentState, absentSince: Date, at: DeliveryAt): Change {
  const { order } = state
  const isCertain = at.now.getTime() - absentSince.getTime() >= PAYMENT_RULES.absentGraceSeconds * 1000
  if (isCertain) return refuse(state, 'never-arrived', at)
  const next = addSeconds(at.now, PAYMENT_RULES.absentGraceSeconds / 2)
  return { state: { ...state, order: { ...order, fulfilment: 'TRACKING', absentSince, nextFulfilmentAt: next } }, events: [] }
}

export type NoAnswer = { state: 'no-answer'; mayHaveArrived: boolean }

export type RefundSeen = Observation | { state: 'absent' } | NoAnswer | { state: 'not-supported' }

/** The provider's result for a refund, or for a query about it. */
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
      // A refund that was surely not sent may be sent again. One that may have been sent is only queried.
      return seen.mayHaveArrived || asked.isQuestion
        ? stillOpen(keep, refund, at.now)
        : {
            state: keep({
              state: 'QUEUED',
              nextWorkAt: addSeconds(at.now, backoffSeconds(PAYMENT_RULES.refundRetrySeconds, refund.tries - 1)),
            }),
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
    state: keep({ state: refund.state === 'QUEUED' ? 'ASKING' : refund.state, nextWorkAt: addSeconds(now, refundPause(refund)) }),
    events: [],
  }
}

/** The provider repeatedly does not know the refund: the call was not received and is made again. */
function absentRefund(keep: (change: Partial<Refund>) => PaymentState, refund: Refund, now: Date): Change {
  const since = refund.absentSince ?? now
  const isCertain = now.getTime() - since.getTime() >= PAYMENT_RULES.absentGraceSeconds * 1000
  if (refund.tries >= PAYMENT_RULES.mostRefundTries) return stillOpen(keep, refund, now)
  if (isCertain) return { state: keep({ state: 'QUEUED', absentSince: null, nextWorkAt: now }), events: [] }
  return { state: keep({ absentSince: since, nextWorkAt: addSeconds(now, PAYMENT_RULES.absentGraceSeconds / 2) }), events: [] }
}

function review(state: PaymentState, why: ReviewReason): Change {
  return { state: { ...state, order: { ...state.order, review: state.order.review ?? why } }, events: [] }
}

/** MSG-2: a dropped message counts as sent, and the ledger names it. */
export function applyMessage(state: PaymentState, message: Message, outcome: MessageOutcome): Change {
  if (outcome === 'not-sent' || (outcome === 'sent' && isTold(state.order, message))) return { state, events: [] }
  const order: Order = { ...withTold(state.order, message), messageTries: 0, nextMessageAt: null }
  const events = message.isAgain ? [messageEvent('receipt-sent-again', message)] : []
  return { state: { ...state, order }, events: outcome === 'dropped' ? [messageEvent('message-dropped', message)] : events }
}

function messageEvent(kind: string, { kind: code, attempt }: Message): PaymentEvent {
  return { kind, source: 'portal', attemptId: attempt?.id ?? null, from: null, to: null, code, amount: null }
}

/**
 * The subject as read before the first delivery call. Owed: it is delivered as paid, also when the amount changed since (I9). Unreadable:
 * it waits, and in the end is refunded as after any silence of the operator (F28), never as not owed.
 */
export function applySubject(state: PaymentState, { state: seen }: Pick<SubjectSeen, 'state'>, at: At): Change {
  const { order } = state
  if (order.fulfilment !== 'QUEUED' || !isToBeRead(order, at.now)) return { state, events: [] }
  switch (seen) {
    case 'owed':
      return { state: { ...state, order: { ...order, owedAt: at.now, nextFulfilmentAt: at.now } }, events: [] }
    case 'not-owed':
      return refuse(state, NOT_OWED, at)
    case 'unreadable': {
      if (isPastDeadline(order, at.now)) return refuse(state, 'operator-unavailable', at)
      const waiting: Order = { ...order, nextFulfilmentAt: nextLook(order, at.now) }
      return { state: { ...state, order: waiting }, events: [] }
    }
  }
}

/** Why a paid order is refused when its subject was paid meanwhile, by another order or elsewhere. */
export const NOT_OWED = 'not-owed'
