import type { Order } from './records.ts'

/** An order without attempts. */
export function freshOrder(
  wanted: Pick<Order, 'id' | 'reference' | 'delivery' | 'amount' | 'wantedUntil' | 'createdAt'> & Partial<Pick<Order, 'subject'>>,
): Order {
  return {
    subject: null,
    ...wanted,
    owedAt: null,
    fulfilment: 'NONE',
    sends: 0,
    operatorReference: null,
    refusal: null,
    nextFulfilmentAt: null,
    paidAt: null,
    absentSince: null,
    review: null,
    messagesSent: [],
    messageTries: 0,
    nextMessageAt: null,
    troubles: [],
    restoredAt: null,
  }
}
