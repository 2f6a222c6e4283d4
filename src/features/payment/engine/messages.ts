import { isClosedUnpaid } from './attempt-states.ts'
import type { MessageKind, PaymentState } from './records.ts'

/** The SMS that is owed to the visitor, if any: one for each final outcome, and one when money is on its way back. */
export function messageDue(state: PaymentState): MessageKind | null {
  return messagesOwed(state).find((message) => !state.order.messagesSent.includes(message)) ?? null
}

function messagesOwed(state: PaymentState): MessageKind[] {
  const { order, attempts } = state
  if (order.fulfilment === 'DONE') return ['delivered', ...aboutRefunds(state)]
  if (state.refunds.length > 0) return aboutRefunds(state)
  const isRefused = attempts.length > 0 && attempts.every(({ state: each, doubt }) => doubt === null && isClosedUnpaid(each))
  return isRefused && attempts.at(-1)?.state !== 'CANCELLED' ? ['failed'] : []
}

/** Whoever paid twice gets one payment back and keeps what was bought: that is told in other words. */
function aboutRefunds({ refunds }: PaymentState): MessageKind[] {
  const open = refunds.find((refund) => refund.state !== 'DONE')
  if (open) return [open.cause === 'duplicate' ? 'paid-twice' : 'refunding']
  return refunds.length > 0 ? ['refunded'] : []
}
