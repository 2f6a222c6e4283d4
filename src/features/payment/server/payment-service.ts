import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { QueryData } from '#features/purchase/contract.ts'
import { findPurchase } from '#features/purchase/server/purchase.store.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { xof } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import type { Visit } from '#server/visits.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { Delivery } from '../delivery.ts'
import type { Beginning } from '../engine/begin-attempt.ts'
import type { PaymentEngine } from '../engine/payment-engine.ts'
import { PAYMENT_RULES } from '../engine/payment-rules.ts'
import type { Order } from '../engine/records.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

export type PaymentService = {
  initiate(visit: Visit, request: Initiation): Promise<{ transactionId: string }>
  pay(visit: Visit, request: { transactionId: string; connector: ConnectorInfo['id'] }): Promise<Beginning>
}

export type Initiation = { purchaseId: string; amount: number; emailId: string | null; language: 'fr' | 'en' }

type Parts = {
  store: PostgresPaymentStore
  engine: PaymentEngine
  db: Database
  clock: Clock
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
}

/** From a purchase to a payment under way. Everything that decides the price comes from the purchase the server made. */
export function openPaymentService({ store, engine, db, clock, connectors }: Parts): PaymentService {
  return {
    async initiate(visit, { purchaseId, amount, emailId, language }) {
      const purchase = await findPurchase(db, purchaseId, clock.now())
      if (!purchase) throw new Problem('no-pending-payment')
      if (purchase.queryData.amount !== amount) throw new Problem('amount-changed')
      const queryData: QueryData = { ...purchase.queryData, emailId: emailId ?? purchase.queryData.emailId }
      const order = newOrder(queryData, clock.now())
      const requestHash = createHash('sha256').update(JSON.stringify(purchase.queryData)).digest('base64url')
      const { orderId, isSameRequest } = await store.createOrder(
        order,
        { clientKey: purchaseId, requestHash },
        { visitId: visit.id, queryData, language },
      )
      if (!isSameRequest) throw new Problem('amount-changed')
      return { transactionId: orderId }
    },

    async pay(visit, { transactionId, connector }) {
      const extras = await store.readExtras(transactionId)
      // Somebody else's transaction is answered as one that does not exist.
      if (!extras?.visitId.equals(visit.id)) throw new Problem('not-found')
      if (!connectors.has(connector)) throw new Problem('method-unavailable')
      const { msisdn, emailId, description, rechargeType } = extras.queryData as QueryData
      const beginning = await engine.pay(transactionId, {
        connector,
        payer: { msisdn, email: emailId },
        description: description || rechargeType,
        language: extras.language,
      })
      if (!beginning) throw new Problem('not-found')
      return beginning
    },
  }
}

function newOrder(queryData: QueryData, now: Date): Order {
  const delivery = deliveryOf(queryData)
  return {
    id: randomBytes(16).toString('base64url'),
    reference: `G${newRef()}`,
    delivery,
    amount: { minor: queryData.amount, currency: queryData.currency },
    wantedUntil: new Date(now.getTime() + PAYMENT_RULES.wantedHours[delivery.kind] * 3_600_000),
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
    createdAt: now,
  }
}

function deliveryOf({ msisdn, amount, productCode, invoiceDetail, transactionType }: QueryData): Delivery {
  const number = isMobileNumber(msisdn) ? msisdn : null
  if (transactionType === 'PREPAID_RECHARGE' && number) return { kind: 'airtime', msisdn: number, amount: xof(amount) }
  if (productCode && number) return { kind: 'bundle', msisdn: number, productCode, amount: xof(amount) }
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
