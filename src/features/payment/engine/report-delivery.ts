import { replaceAttempt } from './observe.ts'
import { addSeconds, backoffSeconds, PAYMENT_RULES } from './payment-rules.ts'
import type { Attempt, Change, PaymentState } from './records.ts'
import { timeOfPart } from './step-failures.ts'

/** F65: a provider that wants delivery reports gets them until it acknowledges one. They decide nothing about the money. */

/** Stored together with the delivery: if this process crashes then, another one sends the report. */
export function withReportOwed(state: PaymentState, now: Date, isWantedBy: (connector: Attempt['connector']) => boolean): PaymentState {
  const winner = state.attempts.find((attempt) => attempt.isWinner && attempt.state === 'PAID')
  if (!winner || winner.report || winner.isDeliveryReported || state.order.fulfilment !== 'DONE') return state
  if (!isWantedBy(winner.connector)) return state
  return replaceAttempt(state, { ...winner, report: { since: now, tries: 0, nextAt: now } })
}

/** When the next report to the provider is due; null when it has one, or needs none. */
export function timeOfReport(state: PaymentState): Date | null {
  return timeOfPart(state.order, 'report', owed(state)?.report.nextAt ?? null)
}

type Owing = Attempt & { report: NonNullable<Attempt['report']> }

/** A refund makes the report pointless. */
function owed({ attempts }: PaymentState): Owing | null {
  const isOwing = (attempt: Attempt): attempt is Owing => attempt.isWinner && attempt.state === 'PAID' && attempt.report !== null
  return attempts.find((attempt): attempt is Owing => isOwing(attempt) && !attempt.isDeliveryReported) ?? null
}

/** The attempt whose provider gets its report now. */
export function claimReport(state: PaymentState, now: Date): { state: PaymentState; attempt: Attempt } | null {
  const attempt = owed(state)
  const at = timeOfReport(state)
  if (!attempt || at === null || at > now) return null
  const { since, tries } = attempt.report
  const claimed: Attempt = { ...attempt, report: { since, tries: tries + 1, nextAt: addSeconds(now, PAYMENT_RULES.leaseSeconds) } }
  const isLate = now.getTime() - since.getTime() >= PAYMENT_RULES.reportWithinHours * 3_600_000
  const review = state.order.review ?? (isLate ? 'report-not-taken' : null)
  const next = replaceAttempt(state, claimed)
  return {
    state: review === state.order.review ? next : { ...next, order: { ...next.order, review } },
    attempt: claimed,
  }
}

/** An acknowledged report ends its review as well. */
export function applyReport(state: PaymentState, attemptId: string, isTaken: boolean, now: Date): Change {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt?.report || attempt.isDeliveryReported) return { state, events: [] }
  const { since, tries } = attempt.report
  const nextAt = addSeconds(now, backoffSeconds(PAYMENT_RULES.reportRetrySeconds, tries - 1))
  const reported = replaceAttempt(state, { ...attempt, isDeliveryReported: isTaken, report: { since, tries, nextAt } })
  const { order } = reported
  const kind = isTaken ? 'report-taken' : 'report-not-taken'
  return {
    state: isTaken && order.review === 'report-not-taken' ? { ...reported, order: { ...order, review: null } } : reported,
    events: [{ kind, source: 'portal', attemptId, from: attempt.state, to: attempt.state, code: `try ${tries}`, amount: null }],
  }
}
