import type { PaymentEvent } from '../../engine/records.ts'

/** As statistics name them. */
export type PaymentEnding = 'payment_delivered' | 'payment_declined' | 'payment_cancelled' | 'payment_expired' | 'payment_returned'

const ENDINGS: Partial<Record<string, PaymentEnding>> = {
  DONE: 'payment_delivered',
  DECLINED: 'payment_declined',
  CANCELLED: 'payment_cancelled',
  EXPIRED: 'payment_expired',
  REFUNDED: 'payment_returned',
}

/** API-7: the payments that these ledger rows end. A row without a change ends nothing. */
export function paymentEndings(events: readonly PaymentEvent[]): PaymentEnding[] {
  return events
    .filter(({ from, to }) => from !== to)
    .map(({ to }) => ENDINGS[to ?? ''])
    .filter((action) => action !== undefined)
}
