import type { Order } from './records.ts'

/** An order that nobody has tried to pay yet. */
export function freshOrder(wanted: Pick<Order, 'id' | 'reference' | 'delivery' | 'amount' | 'wantedUntil' | 'createdAt'>): Order {
  return {
    ...wanted,
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
