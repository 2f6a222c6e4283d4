import type { createOrderChanger, KeptOrder, OrderKeeper } from '#features/payment/engine/change-order.ts'
import type { KeptNotice, PaymentStore } from '#features/payment/engine/payment-ports.ts'
import type { PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import type { Timeline } from './timeline.ts'

type Hooks = { createOrderChanger: typeof createOrderChanger; onCommit: (state: PaymentState) => void }

/** What is committed, for all processes of a simulated world. */
export class SimulatedDatabase {
  readonly orders = new Map<string, KeptOrder>()
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
  { createOrderChanger: createChanger, onCommit }: Hooks,
): PaymentStore {
  async function inTransaction<Result>(run: () => Result): Promise<Result> {
    await moment()
    const result = run()
    await moment()
    return result
  }

  const changeOrder = createChanger(keeperOf(database, inTransaction, onCommit), () => new Date(timeline.now))

  return {
    createOrder: (order, { clientKey, requestHash }) =>
      inTransaction(() => {
        const known = database.clientKeys.get(clientKey)
        if (known) return { orderId: known.orderId, isSameRequest: known.requestHash === requestHash }
        database.clientKeys.set(clientKey, { orderId: order.id, requestHash })
        database.orders.set(order.id, { state: { order, attempts: [], refunds: [] }, version: 0 })
        return { orderId: order.id, isSameRequest: true }
      }),
    change: async (orderId, decide) => (await changeOrder(orderId, decide))?.result ?? null,
    read: (orderId) => inTransaction(() => database.orders.get(orderId)?.state ?? null),
    findOrder: (connector, { by, value }) =>
      inTransaction(() => {
        for (const [orderId, { state }] of database.orders) {
          const attempt = state.attempts.find(
            (each) => each.connector === connector && (by === 'ref' ? each.ref : each.providerRef) === value,
          )
          if (attempt) return { orderId, attemptId: attempt.id }
        }
        return null
      }),
    keepNotice: (connector, notice) =>
      inTransaction(() => {
        const id = `${connector}:${notice.dedupeKey}`
        if (database.notices.has(id)) return null
        const kept = { id, connector, notice, receivedAt: new Date(timeline.now), isOpen: true }
        database.notices.set(id, kept)
        return kept
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

function keeperOf(
  database: SimulatedDatabase,
  inTransaction: <Result>(run: () => Result) => Promise<Result>,
  onCommit: Hooks['onCommit'],
): OrderKeeper {
  return {
    read: (orderId) => inTransaction(() => database.orders.get(orderId) ?? null),
    write: ({ state: { order }, version }, { state, events }, { now, next }) =>
      inTransaction(() => {
        if (database.orders.get(order.id)?.version !== version) return false
        database.orders.set(order.id, { state, version: version + 1 })
        onCommit(state)
        database.nextWork.set(order.id, next)
        for (const event of events) database.events.push({ ...event, orderId: order.id, at: now.getTime() })
        return true
      }),
  }
}
