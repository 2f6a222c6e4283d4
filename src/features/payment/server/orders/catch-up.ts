import type { Clock } from '#server/clock.ts'
import { askSoon } from '../../engine/catch-up.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

/** More than are open at once in a busy hour; each costs one write and one query. */
const MAX_ORDERS = 300
const SPREAD_SECONDS = 20

/** F67: has open payments queried soon, a few each second, newest first. One that cannot be changed keeps its own schedule. */
export function catchingUp(parts: {
  store: Pick<PostgresPaymentStore, 'openOrders' | 'change'>
  clock: Clock
  onError: (error: unknown) => void
}): () => Promise<void> {
  const { store, clock, onError } = parts
  return async () => {
    const orders = await store.openOrders(MAX_ORDERS)
    for (const [place, orderId] of orders.entries()) {
      const within = (place / MAX_ORDERS) * SPREAD_SECONDS
      await store.change(orderId, (state) => ({ ...askSoon(state, clock.now(), within), result: null })).catch(onError)
    }
  }
}
