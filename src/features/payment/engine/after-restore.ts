import { isOpen } from './attempt-states.ts'
import type { Attempt, Change, Order, PaymentState, Refund } from './records.ts'

/** As many as a wallet takes: a PIN sent in the time that nobody remembers is looked for under each of its names. */
const MOST_SECRETS = 5

/**
 * F44: the book was taken back to an earlier moment. What it calls open, or not begun, may long be done: it is asked about before anything is
 * sent. The mark stays with the order, so that what is found paid later is not handed over a second time either.
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

/** Also what is paid, for it may have gone back since, and what ended unpaid, for it may have been paid since. */
function attemptToAsk(attempt: Attempt, now: Date): Attempt {
  if (attempt.state === 'REFUNDED') return attempt
  const asked: Attempt = { ...attempt, queries: 0, lastAskedAt: null, nextQueryAt: now }
  if (!isOpen(attempt.state) || attempt.action?.type !== 'enter-pin') return asked
  return { ...asked, state: 'UNKNOWN', isSecretPending: true, secretsSent: MOST_SECRETS }
}

function refundToAsk(refund: Refund, now: Date): Refund {
  if (refund.state === 'DONE' || refund.state === 'REVIEW') return refund
  return { ...refund, state: refund.state === 'QUEUED' ? 'ASKING' : refund.state, absentSince: null, nextWorkAt: now }
}
