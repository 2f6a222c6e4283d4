import { createHash } from 'node:crypto'
import type { QueryData } from '#features/purchase/contract.ts'
import { shownToStrangers } from '#features/purchase/shown-purchase.ts'
import { Problem } from '#shared/problem.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Order } from '../engine/records.ts'
import { keyForStranger } from './order-keys.ts'
import type { OrderExtras, PostgresPaymentStore } from './payment.store.ts'

type Purchase = { purchaseId: string; queryData: QueryData; visitId: Buffer }
type Made = { orderId: string; isNew: boolean; isSameRequest: boolean }
type Wish = { visit: Visit; order: Order; emailId: string | null } & Pick<OrderExtras, 'language' | 'origin' | 'quote'>

/**
 * The one order of this visit for a purchase. Whoever holds the id of somebody else's purchase may pay it, and two visits that begin at the same
 * moment in one browser lose nothing by it; but it is an order of its own (abuse 87): the owner's is neither taken nor changed, and its
 * papers hold no more than a stranger may see.
 */
export async function orderOfPurchase(store: PostgresPaymentStore, purchase: Purchase, wish: Wish): Promise<Made> {
  const { purchaseId, queryData: chosen } = purchase
  const { visit, order, emailId, language, origin, quote } = wish
  // A cookie from before a proof may be in a stranger's hands, and is good for what was typed only.
  if (visit.hasFormerCookie) throw new Problem('no-pending-payment')
  const isOwner = purchase.visitId.equals(visit.id)
  if (!isOwner && (await store.isPurchasePaid(purchaseId))) throw new Problem('no-pending-payment', 'its owner has paid it')
  const requestHash = createHash('sha256').update(JSON.stringify(chosen)).digest('base64url')
  const queryData: QueryData = isOwner ? { ...chosen, emailId: emailId ?? chosen.emailId } : { ...shownToStrangers(chosen), emailId }
  const extras = { visitId: visit.id, queryData, language, origin, quote }
  const make = (clientKey: string) => store.createOrder(order, { clientKey, requestHash }, extras)
  const made = await make(isOwner ? purchaseId : keyForStranger(purchaseId, visit))
  // Before orders were kept apart, another visit may have taken the place of the owner's.
  return made.isOfThisVisit ? made : make(keyForStranger(purchaseId, visit))
}
