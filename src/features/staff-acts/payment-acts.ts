import { amountHeld } from '#features/payment/engine/observe.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import type { Resolution } from '#features/payment/engine/resolve-review.ts'
import { askAgain, closeReview, deliverAgain, resendReceipt, retryFailed } from '#features/payment/engine/staff-acts.ts'
import { refundByStaff, refundDelivered, type At, type Verdict } from '#features/payment/engine/staff-refunds.ts'
import { CONNECTORS } from '#shared/connector-table.ts'
import type { Money } from '#shared/money.ts'

/** What a person asks of one payment. */
export type PaymentActRequest =
  | { act: 'ask-again' }
  | { act: 'resend-receipt' }
  | { act: 'retry-failed' }
  | { act: 'close-review'; as: Resolution; note: string }
  /** `providerNumber`: of a refund that was made at the provider; null where the portal requests it. */
  | { act: 'refund'; attemptId: string; note: string; providerNumber: string | null }
  /** `reversal`: the operator's reference of the reversed delivery; null as goodwill. */
  | { act: 'refund-delivered'; attemptId: string; note: string; providerNumber: string | null; reversal: string | null }
  | { act: 'deliver-again'; note: string }

export type PaymentAct = PaymentActRequest['act']

/** CON-3: whether the act needs a second person. A resolution that both sides of the ledger show needs none. */
export function needsTwo(request: PaymentActRequest): boolean {
  switch (request.act) {
    case 'ask-again':
    case 'resend-receipt':
    case 'retry-failed':
      return false
    case 'close-review':
      return request.as !== 'delivered' && request.as !== 'not-paid'
    case 'refund':
    case 'refund-delivered':
    case 'deliver-again':
      return true
  }
}

export type RefundCalls = (connector: keyof typeof CONNECTORS) => boolean

/** Whether a provider refunds by a call. */
export const hasRefundCall: RefundCalls = (connector) => CONNECTORS[connector].refund !== 'none'

/** Applies an act to a payment as it is now. `by` names all who decided it. */
export function applyAct(state: PaymentState, request: PaymentActRequest, by: string, at: At & { refundCalls: RefundCalls }): Verdict {
  switch (request.act) {
    case 'ask-again':
      return askAgain(state, by, at.now)
    case 'resend-receipt':
      return resendReceipt(state, by)
    case 'retry-failed':
      return retryFailed(state, by)
    case 'close-review':
      return closeReview(state, { as: request.as, by, note: request.note })
    case 'refund':
      return refundByStaff(state, { ...request, by, hasRefundCall: canCall(state, request.attemptId, at.refundCalls) }, at)
    case 'refund-delivered':
      return refundDelivered(state, { ...request, by, hasRefundCall: canCall(state, request.attemptId, at.refundCalls) }, at)
    case 'deliver-again':
      return deliverAgain(state, { by, note: request.note, hasRefundCall: winnerHasCall(state, at.refundCalls) }, at)
  }
}

function canCall({ attempts }: PaymentState, attemptId: string, refundCalls: RefundCalls): boolean {
  const attempt = attempts.find(({ id }) => id === attemptId)
  return attempt !== undefined && refundCalls(attempt.connector)
}

export function winnerHasCall({ attempts }: PaymentState, refundCalls: RefundCalls): boolean {
  const winner = attempts.find(({ isWinner }) => isWinner)
  return winner !== undefined && refundCalls(winner.connector)
}

/** The amount that the approver of a refund types; null for acts that move none. */
export function amountOf({ attempts }: PaymentState, request: PaymentActRequest): Money | null {
  if (request.act !== 'refund' && request.act !== 'refund-delivered') return null
  const attempt = attempts.find(({ id }) => id === request.attemptId)
  return attempt ? amountHeld(attempt) : null
}

/**
 * CON-5: what a decision about a payment depends on. Queries, messages and tries that only repeat do not change it; anything else that
 * happens between a person's look and their act does.
 */
export function stateMark({ order, attempts, refunds }: PaymentState): string {
  const ofAttempts = attempts.map(({ state, isWinner, paid, doubt, isExcessReturned }) =>
    [state, isWinner ? 'pays' : '', paid?.minor ?? '', doubt?.why ?? '', isExcessReturned ? 'excess-returned' : ''].join(','),
  )
  return [order.fulfilment, order.review ?? '', ...ofAttempts, '', ...refunds.map(({ state, cause }) => `${state},${cause}`)].join('|')
}
