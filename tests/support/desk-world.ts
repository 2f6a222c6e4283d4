import { randomUUID } from 'node:crypto'
import type { Attempt, Order, PaymentState } from '#features/payment/engine/records.ts'
import { newOrder, newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { createPaymentStore, type PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { aPurchase } from './a-purchase.ts'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import { hasRefundCall, stateMark } from '#features/staff-acts/payment-acts.ts'
import { createStaffDesk, type StaffDesk } from '#features/staff-acts/staff-desk.ts'
import { createDeskStore } from '#features/staff-acts/server/desk-store.ts'

/** Payments in a real database, and the staff that acts on them. */

export const CARE: Actor = { id: 'sub-amina', name: 'Amina', roles: ['care'], via: 'console' }
export const APPROVER: Actor = { id: 'sub-moussa', name: 'Moussa', roles: ['approver'], via: 'console' }
export const OTHER_APPROVER: Actor = { id: 'sub-hadiza', name: 'Hadiza', roles: ['approver'], via: 'console' }
export const BOTH: Actor = { id: 'sub-issa', name: 'Issa', roles: ['care', 'finance', 'approver'], via: 'console' }

export type DeskWorld = {
  store: PostgresPaymentStore
  desk: StaffDesk
  /** A paid order; the connector of its payment has a refund call unless it is `uba`. */
  aPayment(order?: Partial<Order>, attempt?: Partial<Attempt>): Promise<{ orderId: string; reference: string; attemptId: string }>
  state(orderId: string): Promise<PaymentState>
  seen(orderId: string): Promise<string>
}

export function aDeskWorld(db: Database, clock: Clock): DeskWorld {
  const store = createPaymentStore({ db, clock, onChange: () => {} })
  const desk = createStaffDesk({
    store: createDeskStore({ db, clock }),
    now: () => clock.now(),
    ids: newPaymentIds,
    refundCalls: hasRefundCall,
  })
  async function state(orderId: string): Promise<PaymentState> {
    const found = await store.read(orderId)
    if (!found) throw new Error('no such order')
    return found
  }
  return {
    store,
    desk,
    state,
    seen: async (orderId) => stateMark(await state(orderId)),
    async aPayment(change = {}, attemptChange = {}) {
      const queryData = aPurchase()
      const order: Order = { ...newOrder(queryData, clock.now()), fulfilment: 'QUEUED', paidAt: clock.now(), ...change }
      const { orderId } = await store.createOrder(
        order,
        { clientKey: order.id, requestHash: 'same' },
        { visitId: Buffer.alloc(32), queryData, language: 'fr', origin: null, quote: null },
      )
      const attempt = anAttempt(order, clock.now(), attemptChange)
      await store.change(orderId, (before) => ({ state: { ...before, attempts: [attempt] }, events: [], result: null }))
      return { orderId, reference: order.reference, attemptId: attempt.id }
    },
  }
}

function anAttempt({ amount }: Order, now: Date, change: Partial<Attempt>): Attempt {
  return {
    id: newPaymentIds.id(),
    ref: newPaymentIds.ref(),
    correlationId: randomUUID(),
    payer: { msisdn: '90000001', email: null },
    asked: amount,
    rate: null,
    connector: 'paystack',
    isPush: false,
    state: 'PAID',
    isWinner: true,
    reason: null,
    providerRef: null,
    providerTxnId: randomUUID(),
    paid: amount,
    action: null,
    method: null,
    otherWaysFrom: null,
    retryAt: null,
    doubt: null,
    lastAskedAt: null,
    isExcessReturned: false,
    secretsSent: 0,
    isSecretPending: false,
    queries: 0,
    nextQueryAt: null,
    isDeliveryReported: false,
    report: null,
    createdAt: now,
    ...change,
  }
}
