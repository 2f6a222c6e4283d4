import { listPurchaseIds } from '#features/purchase/server/purchase.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { publicStatus } from '../engine/public-status.ts'
import type { PaymentState } from '../engine/records.ts'
import { keysOf } from './order-keys.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

export type PendingPayment = { purchaseId: string | null; transactionId: string | null }

type Parts = { db: Database; clock: Clock; store: Pick<PostgresPaymentStore, 'findOrdersOf' | 'read'> }

/** More than anybody leaves open; who chooses without end is shown the newest all the same. */
const MOST_PURCHASES = 20

type Standing = 'open' | 'waits-on-phone' | 'under-way' | 'over'

/**
 * HUB-6: the pending payment of a visit whose address names none. What waits on a phone comes before everything that was chosen since; without
 * that it is the newest that is not over. `transactionId` is set where only the payment's own page can tell how it stands.
 */
export async function pendingPayment({ db, clock, store }: Parts, visit: Visit | null): Promise<PendingPayment> {
  const nothing = { purchaseId: null, transactionId: null }
  if (!visit || visit.hasFormerCookie) return nothing
  const now = clock.now()
  const purchases = await listPurchaseIds(db, visit.id, { now, most: MOST_PURCHASES })
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
  switch (publicStatus(state).money) {
    case 'not-asked':
    case 'not-taken':
    // A gateway's page that was left can be paid another way.
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
