import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { QueryData } from '#features/purchase/contract.ts'
import { lineOfPurchase } from '#features/purchase/line-of-purchase.ts'
import { xof } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { Delivery } from '../delivery.ts'
import { freshOrder } from '../engine/fresh-order.ts'
import { PAYMENT_RULES } from '../engine/payment-rules.ts'
import type { Order } from '../engine/records.ts'

/** The order for a purchase, before anybody tries to pay it. */
export function newOrder(queryData: QueryData, now: Date): Order {
  const delivery = deliveryOf(queryData)
  return freshOrder({
    id: randomBytes(16).toString('base64url'),
    reference: `G${newRef()}`,
    delivery,
    amount: { minor: queryData.amount, currency: queryData.currency },
    wantedUntil: new Date(now.getTime() + PAYMENT_RULES.wantedHours[delivery.kind] * 3_600_000),
    createdAt: now,
  })
}

function deliveryOf(queryData: QueryData): Delivery {
  const { amount, productCode, invoiceDetail, transactionType, metaInfo } = queryData
  const number = lineOfPurchase(queryData)
  if (transactionType === 'PREPAID_RECHARGE' && number) return { kind: 'airtime', msisdn: number, amount: xof(amount) }
  if (productCode && number)
    return { kind: 'bundle', msisdn: number, productCode, amount: xof(amount), ...(metaInfo && { leadId: metaInfo.leadId }) }
  if (invoiceDetail)
    return {
      kind: 'bill',
      accountNo: invoiceDetail.accountNo,
      invoiceNo: invoiceDetail.invoiceNo || null,
      msisdn: number,
      amount: xof(amount),
    }
  throw new Problem('bad-request', 'the purchase names nothing that can be delivered')
}

const REF_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Twelve characters that nobody misreads: they appear on statements and on strangers' phones. */
function newRef(): string {
  return Array.from({ length: 12 }, () => REF_LETTERS[randomInt(REF_LETTERS.length)]).join('')
}

export const newPaymentIds = { id: randomUUID, ref: newRef, correlationId: randomUUID }
