import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { QueryData } from '#features/purchase/contract.ts'
import { lineOfPurchase } from '#features/purchase/line-of-purchase.ts'
import { subjectKey } from '#features/purchase/server/subject-key.ts'
import { Problem } from '#shared/problem.ts'
import type { Goods } from '../../delivery.ts'
import { freshOrder } from '../../engine/fresh-order.ts'
import { PAYMENT_RULES } from '../../engine/payment-rules.ts'
import type { Order } from '../../engine/records.ts'

/** The order for a purchase, before any attempt. */
export function newOrder(queryData: QueryData, now: Date): Order {
  const delivery = goodsOf(queryData)
  return freshOrder({
    id: randomBytes(16).toString('base64url'),
    reference: `G${newRef()}`,
    delivery,
    amount: { minor: queryData.amount, currency: queryData.currency },
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
