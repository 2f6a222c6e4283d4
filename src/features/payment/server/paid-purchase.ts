import { publicStatus, type MoneyWord } from '../engine/public-status.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

/** The money is with the operator: not on its way, and not given back. */
const PAID: ReadonlySet<MoneyWord> = new Set(['taken', 'held', 'delivered', 'second-coming-back', 'second-given-back'])

/** Whether a visit paid for a purchase of its own. */
export async function isPaid(
  store: Pick<PostgresPaymentStore, 'findOrderOf' | 'read'>,
  { purchaseId, visitId }: { purchaseId: string; visitId: Buffer },
): Promise<boolean> {
  const orderId = await store.findOrderOf([purchaseId], visitId)
  const state = orderId === null ? null : await store.read(orderId)
  return state !== null && PAID.has(publicStatus(state).money)
}
