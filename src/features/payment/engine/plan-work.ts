import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import type { TimeoutClass } from './payment-ports.ts'
import { isClosedUnpaid, isOpen } from './attempt-states.ts'
import { doubtDeadline, nextQuery, replaceAttempt } from './observe.ts'
import { addSeconds, backoffSeconds, PAYMENT_RULES } from './payment-rules.ts'
import { messageDue, withTold, type Message } from './messages.ts'
import { claimReport, timeOfReport, withReportOwed } from './report-delivery.ts'
import { isToBeRead } from './subjects.ts'
import { timeOfPart } from './step-failures.ts'
import type { Attempt, Change, Doubt, Order, PaymentEvent, PaymentState, Refund, ReviewReason } from './records.ts'

/** One outbound step, decided and stored before it runs. */
export type Plan =
  /** `patience` when a visitor waits: otherwise it depends on how many queries went unanswered. */
  | { kind: 'query'; attempt: Attempt; timeoutClass?: TimeoutClass }
  /** I18: is the purchase still owed? */
  | { kind: 'check-subject'; order: Order }
  | { kind: 'deliver'; order: Order; winner: Attempt }
  | { kind: 'track'; order: Order }
  | { kind: 'refund'; attempt: Attempt; refund: Refund }
  | { kind: 'query-refund'; attempt: Attempt; refund: Refund }
  | { kind: 'report-delivery'; attempt: Attempt; isDelivered: boolean }
  | { kind: 'message'; order: Order; message: Message }

/** The step of an order that a plan belongs to: failures are counted by step. */
export function partOf(plan: Plan): string {
  switch (plan.kind) {
    case 'check-subject':
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

/** What the steps of an attempt depend on besides its state. */
export type PollingPolicy = (connector: ConnectorInfo['id']) => { pollScheduleSeconds: readonly number[]; wantsDeliveryReport: boolean }

/**
 * Picks what is due and claims it: the process that commits this change first runs the step. If it crashes, another one takes over at the
 * stored time, and queries what happened before doing anything.
 */
export function claimWork(before: PaymentState, now: Date, polling: PollingPolicy): Change & { plan: Plan | null } {
  const state = withReportOwed(before, now, (connector) => polling(connector).wantsDeliveryReport)
  return (
    claimDelivery(state, now) ??
    claimRefund(state, now) ??
    claimQuery(state, now, polling) ??
    claimTelling(state, now) ??
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
  if (order.fulfilment === 'QUEUED' && isToBeRead(order, now)) {
    const asking: Order = { ...order, nextFulfilmentAt: addSeconds(now, PAYMENT_RULES.leaseSeconds) }
    return { state: { ...state, order: asking }, events: [], plan: { kind: 'check-subject', order: asking } }
  }
  if (order.fulfilment === 'QUEUED') {
    const sending: Order = {
      ...order,
      fulfilment: 'SENDING',
      sends: order.sends + 1,
      nextFulfilmentAt: addSeconds(now, PAYMENT_RULES.leaseSeconds),
    }
    return {
      state: { ...state, order: sending },
      events: [fulfilmentEvent('delivery-sent', order, 'SENDING')],
      plan: { kind: 'deliver', order: sending, winner },
    }
  }
  // SENDING whose lease expired: its process crashed or still waits. The call may have been received, so it is queried and never repeated
  // blindly.
  if (order.fulfilment !== 'SENDING' && order.fulfilment !== 'TRACKING') return null
  const tracking: Order = { ...order, fulfilment: 'TRACKING', nextFulfilmentAt: addSeconds(now, PAYMENT_RULES.leaseSeconds) }
  return { state: { ...state, order: tracking }, events: [], plan: { kind: 'track', order: tracking } }
}

function claimRefund(state: PaymentState, now: Date): (Change & { plan: Plan }) | null {
  const refund = state.refunds.find(
    (each) => isDue(timeOfPart(state.order, each.id, each.nextWorkAt), now) && each.state !== 'DONE' && each.state !== 'REVIEW',
  )
  const attempt = state.attempts.find((each) => each.id === refund?.attemptId)
  if (!refund || !attempt) return null
  const lease = addSeconds(now, PAYMENT_RULES.leaseSeconds)
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

function claimQuery(state: PaymentState, now: Date, polling: PollingPolicy): (Change & { plan: Plan }) | null {
  const attempt = state.attempts.find((each) => isDue(timeOfQuestion(state.order, each), now))
  if (!attempt) return null
  const asked: Attempt = { ...attempt, queries: attempt.queries + 1, lastAskedAt: now }
  const nextQueryAt = nextQuery(asked, polling(attempt.connector).pollScheduleSeconds, now)
  const claimed: Attempt = { ...asked, nextQueryAt }
  const next = replaceAttempt(state, claimed)
  const why = reasonToLook(claimed, now)
  const order = why ? { ...state.order, review: state.order.review ?? why } : state.order
  return { state: { ...next, order }, events: [], plan: { kind: 'query', attempt: claimed } }
}

export const DOUBT_REASONS = {
  'said-paid': 'sources-disagree',
  'amount-unreadable': 'paid-unreadable',
  'details-differ': 'answer-differs',
  'receipt-used': 'receipt-used',
} as const satisfies Record<Doubt['why'], ReviewReason>

/** Two days without a result, or a doubt that no query settled: it goes to review. It is never assumed to have failed. */
function reasonToLook({ doubt, state, nextQueryAt }: Attempt, now: Date): ReviewReason | null {
  if (doubt && doubtDeadline(doubt) <= now) return DOUBT_REASONS[doubt.why]
  return nextQueryAt === null && isOpen(state) ? 'open-too-long' : null
}

/** When the provider may be queried: on schedule, but with a minimum interval, whatever the trigger. */
function timeOfQuestion(order: Order, { id, nextQueryAt, lastAskedAt }: Attempt): Date | null {
  if (nextQueryAt === null) return null
  const soonest = lastAskedAt ? addSeconds(lastAskedAt, PAYMENT_RULES.leastSecondsBetweenQuestions) : nextQueryAt
  return timeOfPart(order, id, soonest > nextQueryAt ? soonest : nextQueryAt)
}

/** There is news of the attempt: it is queried at once, or as soon as the interval allows. Returns the attempt to query, or null. */
export function claimQuestion(state: PaymentState, attemptId: string, now: Date): Change & { result: Attempt | null } {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt || !(isOpen(attempt.state) || isClosedUnpaid(attempt.state))) return { state, events: [], result: null }
  const soonest = attempt.lastAskedAt && addSeconds(attempt.lastAskedAt, PAYMENT_RULES.leastSecondsBetweenQuestions)
  if (soonest && soonest > now) {
    const isSooner = attempt.nextQueryAt === null || soonest < attempt.nextQueryAt
    return { state: isSooner ? replaceAttempt(state, { ...attempt, nextQueryAt: soonest }) : state, events: [], result: null }
  }
  const asked: Attempt = { ...attempt, lastAskedAt: now }
  return { state: replaceAttempt(state, asked), events: [], result: asked }
}

function claimTelling(state: PaymentState, now: Date): (Change & { plan: Plan }) | null {
  const claim = claimReport(state, now)
  return claim && { state: claim.state, events: [], plan: { kind: 'report-delivery', attempt: claim.attempt, isDelivered: true } }
}

function claimMessage(state: PaymentState, now: Date): (Change & { plan: Plan }) | null {
  const { order } = state
  const message = messageDue(state)
  if (!message || !isDue(timeOfPart(order, 'message', order.nextMessageAt ?? now), now)) return null
  const tries = order.messageTries + 1
  const isLastTry = tries >= PAYMENT_RULES.mostMessageTries
  const claimed: Order = {
    // After the last try it counts as sent: an SMS that cannot be delivered must not keep an order due for ever.
    ...(isLastTry ? withTold(order, message) : order),
    messageTries: isLastTry ? 0 : tries,
    nextMessageAt: addSeconds(now, backoffSeconds(PAYMENT_RULES.messageRetrySeconds, tries - 1)),
  }
  return { state: { ...state, order: claimed }, events: [], plan: { kind: 'message', order: claimed, message } }
}

export function replaceRefund(state: PaymentState, refund: Refund): PaymentState {
  return { ...state, refunds: state.refunds.map((each) => (each.id === refund.id ? refund : each)) }
}

export function fulfilmentEvent(kind: string, order: Order, to: string, code: string | null = null): PaymentEvent {
  return { kind, source: 'operator', attemptId: null, from: order.fulfilment, to, code, amount: order.amount }
}

/** When this order is next due; null when nothing is left to do. It is stored, so no work is ever lost. */
export function nextWorkAt(state: PaymentState, now: Date): Date | null {
  const { order } = state
  const times = [
    timeOfPart(order, 'delivery', order.nextFulfilmentAt),
    ...state.attempts.map((attempt) => timeOfQuestion(order, attempt)),
    ...state.refunds.map((refund) => timeOfPart(order, refund.id, refund.nextWorkAt)),
    timeOfReport(state),
    messageDue(state) ? timeOfPart(order, 'message', order.nextMessageAt ?? now) : null,
  ].filter((time) => time !== null)
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}

export function refundPause(refund: Refund): number {
  return backoffSeconds(PAYMENT_RULES.refundQuerySeconds, refund.tries - 1)
}
