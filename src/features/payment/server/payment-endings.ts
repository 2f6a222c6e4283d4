import type { CountedAction } from '#features/analytics/actions.ts'
import type { PaymentEvent } from '../engine/records.ts'

const ENDINGS: Partial<Record<string, CountedAction>> = {
  DONE: 'payment_delivered',
  DECLINED: 'payment_declined',
  CANCELLED: 'payment_cancelled',
  EXPIRED: 'payment_expired',
  REFUNDED: 'payment_returned',
}

/** API-7: what came to an end with these lines of the book. A line that changed nothing ended nothing. */
export function paymentEndings(events: readonly PaymentEvent[]): CountedAction[] {
  return events
    .filter(({ from, to }) => from !== to)
    .map(({ to }) => ENDINGS[to ?? ''])
    .filter((action) => action !== undefined)
}
