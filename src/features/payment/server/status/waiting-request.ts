import type { Visit } from '#features/visit/server/visit.store.ts'
import type { WaitingRequest } from '../../contract.ts'
import { keysOf } from '../orders/order-queries.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

/** MM-2: a payer who continues with another method must know that a request still waits on a phone: both could be charged. */
export async function waitingRequest(store: PostgresPaymentStore, purchaseId: string, visit: Visit | null): Promise<WaitingRequest | null> {
  if (!visit || visit.hasPreviousCookie) return null
  const transactionId = await store.findOrderOf(keysOf(purchaseId, visit), visit.id)
  const kept = transactionId && (await store.readWithExtras(transactionId))
  if (!kept) return null
  const payerMobile = kept.state.attempts.findLast((attempt) => attempt.isPush && attempt.state === 'WAITING')?.payer.msisdn
  return payerMobile ? { transactionId, payerMobile } : null
}
