import { listPurchaseIds } from '#features/purchase/server/purchase.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { publicStatus } from '../../engine/public-status.ts'
import type { PaymentState } from '../../engine/records.ts'
import { keysOf } from '../orders/order-queries.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

export type PendingPayment = { purchaseId: string | null; transactionId: string | null }

type Deps = { db: Database; clock: Clock; store: Pick<PostgresPaymentStore, 'findOrdersOf' | 'read'> }

/** More than a visit leaves open; beyond it, the newest purchases are still found. */
const MAX_PURCHASES = 20

type Standing = 'open' | 'waits-on-phone' | 'under-way' | 'over'

/**
 * HUB-6: the pending payment of a visit whose address names none. A request waiting on a phone comes before all later purchases; otherwise
 * it is the newest that is not over. `transactionId` is set when only the payment's own page can show its state.
 */
export async function pendingPayment({ db, clock, store }: Deps, visit: Visit | null): Promise<PendingPayment> {
  const nothing = { purchaseId: null, transactionId: null }
  if (!visit || visit.hasPreviousCookie) return nothing
  const now = clock.now()
  const purchases = await listPurchaseIds(db, visit.id, { now, most: MAX_PURCHASES })
  if (purchases.length === 0) return nothing
  const orders = await store.findOrdersOf(
    purchases.flatMap((purchaseId) => keysOf(purchaseId, visit)),
    visit.id,
  )
  const read = orders.map(async ({ orderId, purchaseId }) => ({ orderId, purchaseId, state: await store.read(orderId) }))
  const states = new Map((await Promise.all(read)).map((order) => [order.purchaseId, order]))
  const stands = purchases.map((purchaseId) => {
    const order = states.get(purchaseId)
    return { purchaseId, orderId: order?.orderId ?? null, standing: order?.state ? standingOf(order.state, now) : 'open' }
  })
  const found = stands.find(({ standing }) => standing === 'waits-on-phone') ?? stands.find(({ standing }) => standing !== 'over')
  if (!found) return nothing
  return { purchaseId: found.purchaseId, transactionId: found.standing === 'open' ? null : found.orderId }
}

function standingOf(state: PaymentState, now: Date): Standing {
  const isPaid = state.attempts.some(({ isWinner }) => isWinner)
  if (!isPaid && state.attempts.some(({ isPush, state: attempt }) => isPush && attempt === 'WAITING')) return 'waits-on-phone'
  switch (publicStatus(state, now).money) {
    case 'not-asked':
    case 'not-taken':
    case 'other-way':
    // After leaving a gateway's page the payer may use another method.
    case 'waiting':
      return state.order.wantedUntil > now ? 'open' : 'over'
    case 'being-confirmed':
    case 'being-checked':
    case 'taken':
    case 'held':
      return 'under-way'
    default:
      return 'over'
  }
}
