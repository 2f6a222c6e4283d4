import { randomBytes, randomInt, randomUUID, createHash } from 'node:crypto'
import type { QueryData } from '#features/purchase/contract.ts'
import { lineOfPurchase } from '#features/purchase/line-of-purchase.ts'
import { subjectKey } from '#features/purchase/server/subject-key.ts'
import { fromMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { Goods } from '../../delivery.ts'
import { freshOrder, type Order } from '../../engine/records.ts'
import { PAYMENT_RULES } from '../../engine/payment-rules.ts'
import { shownToStrangers } from '#features/purchase/shown-purchase.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { keyForStranger } from './order-queries.ts'
import type { OrderExtras, PostgresPaymentStore } from './payment.store.ts'

/** The order for a purchase, before any attempt. */
export function newOrder(queryData: QueryData, now: Date): Order {
  const delivery = goodsOf(queryData)
  return freshOrder({
    id: randomBytes(16).toString('base64url'),
    reference: `G${newRef()}`,
    delivery,
    amount: fromMajor(queryData.amount, queryData.currency),
    wantedUntil: new Date(now.getTime() + PAYMENT_RULES.wantedHours[delivery.kind] * 3_600_000),
    subject: subjectOf(queryData),
    createdAt: now,
  })
}

/** I18: a link is for one payment, whatever it requests. */
function subjectOf({ askedLink, subject }: QueryData): Order['subject'] {
  return askedLink === undefined ? (subject ?? null) : { key: subjectKey('link', askedLink), debt: '' }
}

function goodsOf(queryData: QueryData): Goods {
  const { productCode, invoiceDetail, transactionType, metaInfo } = queryData
  const number = lineOfPurchase(queryData)
  if (transactionType === 'PREPAID_RECHARGE' && number) return { kind: 'airtime', msisdn: number }
  if (productCode && number) return { kind: 'bundle', msisdn: number, productCode, ...(metaInfo && { leadId: metaInfo.leadId }) }
  if (invoiceDetail)
    return {
      kind: 'bill',
      accountNo: invoiceDetail.accountNo,
      invoiceNo: invoiceDetail.invoiceNo || null,
      msisdn: number,
    }
  throw new Problem('bad-request', 'the purchase names nothing that can be delivered')
}

const REF_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Twelve characters that are hard to misread: they appear on statements and on other people's phones. */
function newRef(): string {
  return Array.from({ length: 12 }, () => REF_LETTERS[randomInt(REF_LETTERS.length)]).join('')
}

export const newPaymentIds = { id: randomUUID, ref: newRef, correlationId: randomUUID }

type Purchase = { purchaseId: string; queryData: QueryData; visitId: Buffer }
type Made = { orderId: string; isNew: boolean; isSameRequest: boolean }
type NewOrderRequest = { visit: Visit; order: Order; emailId: string | null } & Pick<OrderExtras, 'language' | 'origin' | 'quote'>

/**
 * The visit's one order for a purchase. A visit that knows the id of another visit's purchase may pay it, and simultaneous first visits of
 * one browser lose nothing. But its order is separate (abuse 87): the owner's is neither used nor changed, and its papers show only what is
 * public.
 */
export async function orderOfPurchase(store: PostgresPaymentStore, purchase: Purchase, request: NewOrderRequest): Promise<Made> {
  const { purchaseId, queryData: chosen } = purchase
  const { visit, order, emailId, language, origin, quote } = request
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
