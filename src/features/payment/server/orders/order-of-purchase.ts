import { createHash } from 'node:crypto'
import type { QueryData } from '#features/purchase/contract.ts'
import { shownToStrangers } from '#features/purchase/shown-purchase.ts'
import { Problem } from '#shared/problem.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Order } from '../../engine/records.ts'
import { keyForStranger } from './order-keys.ts'
import type { OrderExtras, PostgresPaymentStore } from './payment.store.ts'

type Purchase = { purchaseId: string; queryData: QueryData; visitId: Buffer }
type Made = { orderId: string; isNew: boolean; isSameRequest: boolean }
type NewOrderRequest = { visit: Visit; order: Order; emailId: string | null } & Pick<OrderExtras, 'language' | 'origin' | 'quote'>

/**
 * The visit's one order for a purchase. A visit that knows the id of another visit's purchase may pay it, and simultaneous first visits of
 * one browser lose nothing. But its order is separate (abuse 87): the owner's is neither used nor changed, and its papers show only what is
 * public.
 */
export async function orderOfPurchase(store: PostgresPaymentStore, purchase: Purchase, wish: NewOrderRequest): Promise<Made> {
  const { purchaseId, queryData: chosen } = purchase
  const { visit, order, emailId, language, origin, quote } = wish
  // A cookie from before a proof may be stolen, and is valid only for typed drafts.
  if (visit.hasPreviousCookie) throw new Problem('no-pending-payment')
  const isOwner = purchase.visitId.equals(visit.id)
  if (!isOwner && (await store.isPurchasePaid(purchaseId))) throw new Problem('no-pending-payment', 'its owner has paid it')
  const requestHash = createHash('sha256').update(JSON.stringify(chosen)).digest('base64url')
  const queryData: QueryData = isOwner ? { ...chosen, emailId: emailId ?? chosen.emailId } : { ...shownToStrangers(chosen), emailId }
  const extras = { visitId: visit.id, queryData, language, origin, quote }
  const make = (clientKey: string) => store.createOrder(order, { clientKey, requestHash }, extras)
  const made = await make(isOwner ? purchaseId : keyForStranger(purchaseId, visit))
  // Before orders were separated, another visit may have taken the owner's key.
  return made.isOfThisVisit ? made : make(keyForStranger(purchaseId, visit))
}
