import { publicStatus, type MoneyWord } from '../../engine/public-status.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

/** The operator has the money: it is neither on its way nor refunded. */
const PAID: ReadonlySet<MoneyWord> = new Set([
  'taken',
  'held',
  'delivered',
  'second-coming-back',
  'second-given-back',
  'delivered-coming-back',
  'delivered-given-back',
])

/** Whether a visit paid for a purchase of its own. */
export async function isPaid(
  store: Pick<PostgresPaymentStore, 'findOrderOf' | 'read'>,
  { purchaseId, visitId }: { purchaseId: string; visitId: Buffer },
  now: Date,
): Promise<boolean> {
  const orderId = await store.findOrderOf([purchaseId], visitId)
  const state = orderId === null ? null : await store.read(orderId)
  return state !== null && PAID.has(publicStatus(state, now).money)
}
