import { isOpen } from './attempt-states.ts'
import type { Attempt, Change, Order, PaymentState, Refund } from './records.ts'

/** Maximum PIN tries of a wallet. A PIN sent in the lost period is queried under each of its references. */
const MAX_SECRETS = 5

/**
 * F44: the ledger was restored to an earlier moment. Steps that it calls open or not begun may be done: they are queried before anything is
 * sent. The mark stays on the order, so a payment found later is not delivered twice either.
 */
export function afterRestore(state: PaymentState, now: Date): Change {
  const { order, attempts, refunds } = state
  const careful: Order = { ...order, ...deliveryToAsk(order, now), restoredAt: now }
  return {
    state: {
      order: careful,
      attempts: attempts.map((attempt) => attemptToAsk(attempt, now)),
      refunds: refunds.map((refund) => refundToAsk(refund, now)),
    },
    events: [
      {
        kind: 'book-restored',
        source: 'person',
        attemptId: null,
        from: order.fulfilment,
        to: careful.fulfilment,
        code: null,
        amount: order.amount,
      },
    ],
  }
}

function deliveryToAsk({ fulfilment }: Order, now: Date): Partial<Order> {
  const isUnderWay = fulfilment === 'QUEUED' || fulfilment === 'SENDING' || fulfilment === 'TRACKING'
  return isUnderWay ? { fulfilment: 'TRACKING', absentSince: null, nextFulfilmentAt: now } : {}
}

/** Includes paid attempts, which may have been refunded since, and unpaid ended ones, which may have been paid since. */
function attemptToAsk(attempt: Attempt, now: Date): Attempt {
  if (attempt.state === 'REFUNDED') return attempt
  const asked: Attempt = { ...attempt, queries: 0, lastAskedAt: null, nextQueryAt: now }
  if (!isOpen(attempt.state) || attempt.action?.type !== 'enter-pin') return asked
  return { ...asked, state: 'UNKNOWN', isSecretPending: true, secretsSent: MAX_SECRETS }
}

function refundToAsk(refund: Refund, now: Date): Refund {
  if (refund.state === 'DONE' || refund.state === 'REVIEW') return refund
  return { ...refund, state: refund.state === 'QUEUED' ? 'ASKING' : refund.state, absentSince: null, nextWorkAt: now }
}
