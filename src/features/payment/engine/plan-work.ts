import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { isOpen } from './attempt-states.ts'
import { nextQuery, replaceAttempt } from './observe.ts'
import { later, pauseSeconds, PAYMENT_RULES } from './payment-rules.ts'
import { messageDue } from './messages.ts'
import type { Attempt, Change, MessageKind, Order, PaymentEvent, PaymentState, Refund } from './records.ts'

/** One thing to do outside, decided and written down before it is done. */
export type Plan =
  | { kind: 'query'; attempt: Attempt }
  | { kind: 'deliver'; order: Order; winner: Attempt }
  | { kind: 'track'; order: Order }
  | { kind: 'refund'; attempt: Attempt; refund: Refund }
  | { kind: 'query-refund'; attempt: Attempt; refund: Refund }
  | { kind: 'report-delivery'; attempt: Attempt; isDelivered: boolean }
  | { kind: 'message'; order: Order; message: MessageKind }

/** What work on an attempt depends on besides its state. */
export type ConnectorHabits = (connector: ConnectorInfo['id']) => { queryLadderSeconds: readonly number[]; wantsDeliveryReport: boolean }

/**
 * Picks what is due and claims it: whoever commits this change first does the work, and should it die on the way, the time written
 * down here brings somebody else, who asks what happened before doing anything.
 */
export function claimWork(state: PaymentState, now: Date, habits: ConnectorHabits): Change & { plan: Plan | null } {
  return (
    claimDelivery(state, now) ??
    claimRefund(state, now) ??
    claimQuery(state, now, habits) ??
    claimReport(state, habits) ??
    claimMessage(state, now) ?? { state, events: [], plan: null }
  )
}

function isDue(at: Date | null, now: Date): boolean {
  return at !== null && at <= now
}

function claimDelivery(state: PaymentState, now: Date): (Change & { plan: Plan }) | null {
  const { order } = state
  const winner = state.attempts.find((attempt) => attempt.isWinner)
  if (!winner || !isDue(order.nextFulfilmentAt, now)) return null
  if (order.fulfilment === 'QUEUED') {
    const sending: Order = {
      ...order,
      fulfilment: 'SENDING',
      sends: order.sends + 1,
      nextFulfilmentAt: later(now, PAYMENT_RULES.leaseSeconds),
    }
    return {
      state: { ...state, order: sending },
      events: [fulfilmentEvent('delivery-sent', order, 'SENDING')],
      plan: { kind: 'deliver', order: sending, winner },
    }
  }
  // SENDING whose time ran out: its maker died or waits in vain. It may have happened, so it is asked about and never repeated blindly.
  if (order.fulfilment !== 'SENDING' && order.fulfilment !== 'TRACKING') return null
  const tracking: Order = { ...order, fulfilment: 'TRACKING', nextFulfilmentAt: later(now, PAYMENT_RULES.leaseSeconds) }
  return { state: { ...state, order: tracking }, events: [], plan: { kind: 'track', order: tracking } }
}

function claimRefund(state: PaymentState, now: Date): (Change & { plan: Plan }) | null {
  const refund = state.refunds.find((each) => isDue(each.nextWorkAt, now) && each.state !== 'DONE' && each.state !== 'REVIEW')
  const attempt = state.attempts.find((each) => each.id === refund?.attemptId)
  if (!refund || !attempt) return null
  const lease = later(now, PAYMENT_RULES.leaseSeconds)
  const isFirst = refund.state === 'QUEUED'
  const claimed: Refund = { ...refund, state: isFirst ? 'ASKING' : refund.state, tries: refund.tries + 1, nextWorkAt: lease }
  const events: PaymentEvent[] = isFirst
    ? [
        {
          kind: 'refund-asked',
          source: 'refund',
          attemptId: attempt.id,
          from: 'QUEUED',
          to: 'ASKING',
          code: refund.cause,
          amount: refund.amount,
        },
      ]
    : []
  return { state: replaceRefund(state, claimed), events, plan: { kind: isFirst ? 'refund' : 'query-refund', attempt, refund: claimed } }
}

function claimQuery(state: PaymentState, now: Date, habits: ConnectorHabits): (Change & { plan: Plan }) | null {
  const attempt = state.attempts.find((each) => isDue(each.nextQueryAt, now))
  if (!attempt) return null
  const asked: Attempt = { ...attempt, queries: attempt.queries + 1 }
  const nextQueryAt = nextQuery(asked, habits(attempt.connector).queryLadderSeconds, now)
  const claimed: Attempt = { ...asked, nextQueryAt }
  const next = replaceAttempt(state, claimed)
  // Two days without an answer: a person looks. It is never guessed to have failed.
  const order =
    nextQueryAt === null && isOpen(attempt.state) ? { ...state.order, review: state.order.review ?? 'open-too-long' } : state.order
  return { state: { ...next, order }, events: [], plan: { kind: 'query', attempt: claimed } }
}

/** Providers that want to know whether the goods were handed over are told once; it decides nothing. */
function claimReport(state: PaymentState, habits: ConnectorHabits): (Change & { plan: Plan }) | null {
  const { fulfilment } = state.order
  const winner = state.attempts.find((attempt) => attempt.isWinner && attempt.state === 'PAID' && !attempt.isDeliveryReported)
  if (!winner || fulfilment !== 'DONE' || !habits(winner.connector).wantsDeliveryReport) return null
  const reported: Attempt = { ...winner, isDeliveryReported: true }
  return { state: replaceAttempt(state, reported), events: [], plan: { kind: 'report-delivery', attempt: reported, isDelivered: true } }
}

function claimMessage(state: PaymentState, now: Date): (Change & { plan: Plan }) | null {
  const { order } = state
  const message = messageDue(state)
  if (!message || (order.nextMessageAt !== null && order.nextMessageAt > now)) return null
  const tries = order.messageTries + 1
  const isLastTry = tries >= PAYMENT_RULES.mostMessageTries
  const claimed: Order = {
    ...order,
    messageTries: isLastTry ? 0 : tries,
    // After the last try it counts as sent: an SMS that does not go through must not keep an order busy for ever.
    messagesSent: isLastTry ? [...order.messagesSent, message] : order.messagesSent,
    nextMessageAt: later(now, PAYMENT_RULES.messageRetrySeconds),
  }
  return { state: { ...state, order: claimed }, events: [], plan: { kind: 'message', order: claimed, message } }
}

export function replaceRefund(state: PaymentState, refund: Refund): PaymentState {
  return { ...state, refunds: state.refunds.map((each) => (each.id === refund.id ? refund : each)) }
}

export function fulfilmentEvent(kind: string, order: Order, to: string, code: string | null = null): PaymentEvent {
  return { kind, source: 'operator', attemptId: null, from: order.fulfilment, to, code, amount: order.amount }
}

/** When this order next needs somebody; null when nothing is left to do. The store keeps it, so that no work is ever lost. */
export function nextWorkAt(state: PaymentState, now: Date): Date | null {
  const times = [
    state.order.nextFulfilmentAt,
    ...state.attempts.map((attempt) => attempt.nextQueryAt),
    ...state.refunds.map((refund) => refund.nextWorkAt),
    messageDue(state) ? (state.order.nextMessageAt ?? now) : null,
  ].filter((time) => time !== null)
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}

export function refundPause(refund: Refund): number {
  return pauseSeconds(PAYMENT_RULES.refundQuerySeconds, refund.tries - 1)
}
