import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import type { Patience } from './payment-ports.ts'
import { isClosedUnpaid, isOpen } from './attempt-states.ts'
import { doubtDeadline, nextQuery, replaceAttempt } from './observe.ts'
import { later, pauseSeconds, PAYMENT_RULES } from './payment-rules.ts'
import { messageDue } from './messages.ts'
import { timeOfPart } from './troubles.ts'
import type { Attempt, Change, Doubt, MessageKind, Order, PaymentEvent, PaymentState, Refund } from './records.ts'

/** One thing to do outside, decided and written down before it is done. */
export type Plan =
  /** `patience` where a visitor waits: else it depends on how often the provider kept silent. */
  | { kind: 'query'; attempt: Attempt; patience?: Patience }
  | { kind: 'deliver'; order: Order; winner: Attempt }
  | { kind: 'track'; order: Order }
  | { kind: 'refund'; attempt: Attempt; refund: Refund }
  | { kind: 'query-refund'; attempt: Attempt; refund: Refund }
  | { kind: 'report-delivery'; attempt: Attempt; isDelivered: boolean }
  | { kind: 'message'; order: Order; message: MessageKind }

/** Which part of the work on an order a plan belongs to: what fails is counted by part. */
export function partOf(plan: Plan): string {
  switch (plan.kind) {
    case 'deliver':
    case 'track':
      return 'delivery'
    case 'query':
      return plan.attempt.id
    case 'refund':
    case 'query-refund':
      return plan.refund.id
    case 'report-delivery':
      return 'report'
    case 'message':
      return 'message'
  }
}

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
  if (!winner || !isDue(timeOfPart(order, 'delivery', order.nextFulfilmentAt), now)) return null
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
  const refund = state.refunds.find(
    (each) => isDue(timeOfPart(state.order, each.id, each.nextWorkAt), now) && each.state !== 'DONE' && each.state !== 'REVIEW',
  )
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
  const attempt = state.attempts.find((each) => isDue(timeOfQuestion(state.order, each), now))
  if (!attempt) return null
  const asked: Attempt = { ...attempt, queries: attempt.queries + 1, lastAskedAt: now }
  const nextQueryAt = nextQuery(asked, habits(attempt.connector).queryLadderSeconds, now)
  const claimed: Attempt = { ...asked, nextQueryAt }
  const next = replaceAttempt(state, claimed)
  const why = reasonToLook(claimed, now)
  const order = why ? { ...state.order, review: state.order.review ?? why } : state.order
  return { state: { ...next, order }, events: [], plan: { kind: 'query', attempt: claimed } }
}

const DOUBT_REASONS = {
  'said-paid': 'sources-disagree',
  'amount-unreadable': 'paid-unreadable',
  'receipt-used': 'receipt-used',
} as const satisfies Record<Doubt['why'], string>

/** Two days without an answer, or a doubt that no answer ended: a person looks. It is never guessed to have failed. */
function reasonToLook({ doubt, state, nextQueryAt }: Attempt, now: Date): string | null {
  if (doubt && doubtDeadline(doubt) <= now) return DOUBT_REASONS[doubt.why]
  return nextQueryAt === null && isOpen(state) ? 'open-too-long' : null
}

/** When the provider may be asked: at its time, but never twice within moments, whoever asks. */
function timeOfQuestion(order: Order, { id, nextQueryAt, lastAskedAt }: Attempt): Date | null {
  if (nextQueryAt === null) return null
  const soonest = lastAskedAt ? later(lastAskedAt, PAYMENT_RULES.leastSecondsBetweenQuestions) : nextQueryAt
  return timeOfPart(order, id, soonest > nextQueryAt ? soonest : nextQueryAt)
}

/** Somebody has news of the attempt: it is asked about at once, or as soon as it may be. The result is whom to ask about, or null. */
export function claimQuestion(state: PaymentState, attemptId: string, now: Date): Change & { result: Attempt | null } {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt || !(isOpen(attempt.state) || isClosedUnpaid(attempt.state))) return { state, events: [], result: null }
  const soonest = attempt.lastAskedAt && later(attempt.lastAskedAt, PAYMENT_RULES.leastSecondsBetweenQuestions)
  if (soonest && soonest > now) {
    const isSooner = attempt.nextQueryAt === null || soonest < attempt.nextQueryAt
    return { state: isSooner ? replaceAttempt(state, { ...attempt, nextQueryAt: soonest }) : state, events: [], result: null }
  }
  const asked: Attempt = { ...attempt, lastAskedAt: now }
  return { state: replaceAttempt(state, asked), events: [], result: asked }
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
  if (!message || !isDue(timeOfPart(order, 'message', order.nextMessageAt ?? now), now)) return null
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
  const { order } = state
  const times = [
    timeOfPart(order, 'delivery', order.nextFulfilmentAt),
    ...state.attempts.map((attempt) => timeOfQuestion(order, attempt)),
    ...state.refunds.map((refund) => timeOfPart(order, refund.id, refund.nextWorkAt)),
    messageDue(state) ? timeOfPart(order, 'message', order.nextMessageAt ?? now) : null,
  ].filter((time) => time !== null)
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}

export function refundPause(refund: Refund): number {
  return pauseSeconds(PAYMENT_RULES.refundQuerySeconds, refund.tries - 1)
}
