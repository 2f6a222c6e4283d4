import type { KeptNotice, PaymentStore } from '#features/payment/engine/payment-ports.ts'
import type { PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import type { Timeline } from './timeline.ts'

type Hooks = { nextWorkAt: (state: PaymentState, now: Date) => Date | null; onCommit: (state: PaymentState) => void }

/** What is committed, for all processes of a simulated world. */
export class SimulatedDatabase {
  readonly orders = new Map<string, PaymentState>()
  readonly clientKeys = new Map<string, { orderId: string; requestHash: string }>()
  readonly nextWork = new Map<string, Date | null>()
  readonly notices = new Map<string, KeptNotice & { isOpen: boolean }>()
  readonly events: (PaymentEvent & { orderId: string; at: number })[] = []
}

/** The store as one process sees it: every call takes a moment before and after its commit, in which the process may die. */
export function simulatedStore(
  database: SimulatedDatabase,
  timeline: Timeline,
  moment: () => Promise<void>,
  { nextWorkAt, onCommit }: Hooks,
): PaymentStore {
  async function inTransaction<Result>(run: () => Result): Promise<Result> {
    await moment()
    const result = run()
    await moment()
    return result
  }

  return {
    createOrder: (order, { clientKey, requestHash }) =>
      inTransaction(() => {
        const known = database.clientKeys.get(clientKey)
        if (known) return { orderId: known.orderId, isSameRequest: known.requestHash === requestHash }
        database.clientKeys.set(clientKey, { orderId: order.id, requestHash })
        database.orders.set(order.id, { order, attempts: [], refunds: [] })
        return { orderId: order.id, isSameRequest: true }
      }),
    change: (orderId, decide) =>
      inTransaction(() => {
        const state = database.orders.get(orderId)
        if (!state) return null
        const { state: next, events, result } = decide(state)
        database.orders.set(orderId, next)
        onCommit(next)
        database.nextWork.set(orderId, nextWorkAt(next, new Date(timeline.now)))
        for (const event of events) database.events.push({ ...event, orderId, at: timeline.now })
        return result
      }),
    read: (orderId) => inTransaction(() => database.orders.get(orderId) ?? null),
    findOrder: (connector, { by, value }) =>
      inTransaction(() => {
        for (const [orderId, { attempts }] of database.orders) {
          const attempt = attempts.find((each) => each.connector === connector && (by === 'ref' ? each.ref : each.providerRef) === value)
          if (attempt) return { orderId, attemptId: attempt.id }
        }
        return null
      }),
    keepNotice: (connector, notice) =>
      inTransaction(() => {
        const id = `${connector}:${notice.dedupeKey}`
        if (database.notices.has(id)) return false
        database.notices.set(id, { id, connector, notice, receivedAt: new Date(timeline.now), isOpen: true })
        return true
      }),
    openNotices: (limit) => inTransaction(() => [...database.notices.values()].filter((notice) => notice.isOpen).slice(0, limit)),
    closeNotice: (id) =>
      inTransaction(() => {
        const notice = database.notices.get(id)
        if (notice) notice.isOpen = false
      }),
    dueOrders: (now, limit) =>
      inTransaction(() =>
        [...database.nextWork]
          .filter(([, at]) => at !== null && at <= now)
          .map(([orderId]) => orderId)
          .slice(0, limit),
      ),
  }
}
