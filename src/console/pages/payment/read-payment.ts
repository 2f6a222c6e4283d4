import { offersOf, type PaymentOffers } from '#features/staff-acts/offers.ts'
import { hasRefundCall, stateMark } from '#features/staff-acts/payment-acts.ts'
import type { Proposal } from '#features/staff-acts/desk-ports.ts'
import type { ConsoleRequest } from '../../console-request.ts'
import { readPaymentDetails, type PaymentDetails } from '../../queries/payment-details.ts'

/** A payment with what may be done with it now. */
export type PaymentAtHand = {
  details: PaymentDetails
  offers: PaymentOffers
  /** CON-5: sent back with each act, which is refused when the payment is another one by then. */
  mark: string
  proposal: Proposal | null
}

/** Null for an unknown reference. */
export async function readPayment({ params, now, deps }: ConsoleRequest): Promise<PaymentAtHand | null> {
  const reference = params.reference ?? ''
  const details = await readPaymentDetails({ db: deps.db, store: deps.payments.store }, reference)
  if (!details) return null
  const { state } = details
  return {
    details,
    offers: offersOf(state, { now, refundCalls: hasRefundCall }),
    mark: stateMark(state),
    proposal: await deps.staff.openProposal(state.order.id, now),
  }
}
