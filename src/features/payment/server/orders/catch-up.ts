import type { Clock } from '#server/clock.ts'
import type { PostgresPaymentStore } from './payment.store.ts'
import { isOpen } from '../../engine/attempt-states.ts'
import { addSeconds } from '../../engine/payment-rules.ts'
import type { Change, PaymentState } from '../../engine/records.ts'

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

/**
 * F67: while the database was down, webhooks and query results were lost. Every open attempt is queried soon, regardless of its schedule;
 * nothing else changes.
 */
function askSoon(state: PaymentState, now: Date, withinSeconds: number): Change {
  const at = addSeconds(now, withinSeconds)
  const isLater = (time: Date | null) => time !== null && time > at
  if (!state.attempts.some((attempt) => isOpen(attempt.state) && isLater(attempt.nextQueryAt))) return { state, events: [] }
  const attempts = state.attempts.map((attempt) =>
    isOpen(attempt.state) && isLater(attempt.nextQueryAt) ? { ...attempt, nextQueryAt: at } : attempt,
  )
  return { state: { ...state, attempts }, events: [] }
}
