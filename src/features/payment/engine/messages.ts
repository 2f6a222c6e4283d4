import type { MessageKind, PaymentState } from './records.ts'

/** The SMS that is owed to the visitor, if any: one for each final outcome, and one when money is on its way back. */
export function messageDue(state: PaymentState): MessageKind | null {
  const owed = outcomeOf(state)
  return owed && !state.order.messagesSent.includes(owed) ? owed : null
}

function outcomeOf({ order, attempts, refunds }: PaymentState): MessageKind | null {
  if (order.fulfilment === 'DONE') return 'delivered'
  if (refunds.some((refund) => refund.state !== 'DONE')) return 'refunding'
  if (refunds.length > 0) return 'refunded'
  const isRefused =
    attempts.length > 0 && attempts.every(({ state }) => state === 'DECLINED' || state === 'EXPIRED' || state === 'CANCELLED')
  return isRefused && attempts.at(-1)?.state !== 'CANCELLED' ? 'failed' : null
}
