import { isTold, receiptOf } from '#features/payment/engine/messages.ts'
import { amountHeld } from '#features/payment/engine/observe.ts'
import type { Attempt, PaymentState } from '#features/payment/engine/records.ts'
import type { Resolution } from '#features/payment/engine/resolve-review.ts'
import { askAgain, possibleResolutions, resendReceipt, retryFailed, whyNotDeliverAgain } from '#features/payment/engine/staff-acts.ts'
import {
  deliveredRefundStep,
  refundStep,
  type RefundStep,
  type StaffRefusal,
  type Verdict,
} from '#features/payment/engine/staff-refunds.ts'
import type { Money } from '#shared/money.ts'
import { winnerHasCall, type RefundCalls } from './payment-acts.ts'

/** An act that is open now, or the reason why it is not. */
export type Offer = { isOpen: true } | { isOpen: false; why: StaffRefusal }
/** `step`: what approving would do. `record`: the refund is made at the provider first, and its number is required. */
export type RefundOffer = { isOpen: true; step: RefundStep } | { isOpen: false; why: StaffRefusal }

export type AttemptOffers = {
  attemptId: string
  /** What would go back; the approver types it. */
  amount: Money
  hasRefundCall: boolean
  refund: RefundOffer
  'refund-delivered': RefundOffer
}

export type PaymentOffers = Record<'ask-again' | 'resend-receipt' | 'retry-failed' | 'deliver-again', Offer> & {
  /** Resolutions that can be true; none while the payment is not in review. */
  resolutions: Resolution[]
  wasReceiptSent: boolean
  refunds: AttemptOffers[]
}

/** The acts on one payment as it is now; refunds for each attempt. What rate limits allow is known only when an act is done. */
export function offersOf(state: PaymentState, at: { now: Date; refundCalls: RefundCalls }): PaymentOffers {
  const receipt = receiptOf(state)
  const whyNot = whyNotDeliverAgain(state, winnerHasCall(state, at.refundCalls))
  return {
    'ask-again': offered(askAgain(state, '', at.now)),
    'resend-receipt': offered(resendReceipt(state, '')),
    'retry-failed': offered(retryFailed(state, '')),
    'deliver-again': whyNot === null ? { isOpen: true } : { isOpen: false, why: whyNot },
    resolutions: possibleResolutions(state),
    wasReceiptSent: receipt !== null && isTold(state.order, receipt),
    refunds: state.attempts.map((attempt) => offersOfAttempt(state, attempt, at)),
  }
}

function offersOfAttempt(state: PaymentState, attempt: Attempt, at: { now: Date; refundCalls: RefundCalls }): AttemptOffers {
  const hasRefundCall = at.refundCalls(attempt.connector)
  // Any number stands for the one that is typed: what is refused even with it cannot be offered.
  const asked = { attemptId: attempt.id, hasRefundCall, providerNumber: hasRefundCall ? null : '-' }
  return {
    attemptId: attempt.id,
    amount: amountHeld(attempt),
    hasRefundCall,
    refund: stepped(refundStep(state, asked)),
    'refund-delivered': stepped(deliveredRefundStep(state, asked)),
  }
}

function offered(verdict: Verdict): Offer {
  return 'refused' in verdict ? { isOpen: false, why: verdict.refused } : { isOpen: true }
}

function stepped(found: { step: RefundStep } | { refused: StaffRefusal }): RefundOffer {
  return 'step' in found ? { isOpen: true, step: found.step } : { isOpen: false, why: found.refused }
}
