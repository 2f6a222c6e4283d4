import type { createOrderChanger, VersionedOrder, OrderRepository } from '#features/payment/engine/change-order.ts'
import type { StoredWebhook, PaymentStore, ReceiptUsed, SubjectTaken, WorkItem } from '#features/payment/engine/payment-ports.ts'
import { isOpen } from '#features/payment/engine/attempt-states.ts'
import type { Change, Order, PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import type { Rival } from '#features/payment/engine/subjects.ts'
import type { Timeline } from './timeline.ts'

const RETRY_SECONDS = [5, 15, 60, 240]

export type Hooks = {
  createOrderChanger: typeof createOrderChanger
  /** Error classes of the core under test, thrown by the constraints. */
  refusals: { ReceiptUsed: typeof ReceiptUsed; SubjectTaken: typeof SubjectTaken }
  now: () => Date
  onCommit: (state: PaymentState, events: readonly PaymentEvent[]) => void
  /** Wakes the worker: a job may be due sooner than it last read. */
  onNewWork: () => void
  /** May throw for a job. */
  refuse: (item: WorkItem) => void
}

/** The engine's store, and what the portal stores before the engine gets an order or a webhook. */
export type SimulatedStore = PaymentStore & {
  /** One order per client key: the second call answers the first one's id. */
  createOrder(order: Order, intent: { clientKey: string; requestHash: string }): Promise<{ orderId: string; isSameRequest: boolean }>
  /** Null when the same webhook is already stored. */
  saveWebhook(connector: StoredWebhook['connector'], webhook: StoredWebhook['webhook'], hasUrlToken: boolean): Promise<StoredWebhook | null>
}

type Failures = { count: number; until: number | null }

/** The committed data of all processes of a simulated world. */
export class SimulatedDatabase {
  readonly orders = new Map<string, VersionedOrder>()
  readonly clientKeys = new Map<string, { orderId: string; requestHash: string }>()
  readonly nextWork = new Map<string, Date | null>()
  readonly webhooks = new Map<string, StoredWebhook & { isOpen: boolean }>()
  readonly failures = new Map<string, Failures>()
  /** When the page of an attempt was left. */
  readonly left = new Map<string, number>()
  readonly events: (PaymentEvent & { orderId: string; at: number })[] = []

  isLeftAlone({ kind, id }: WorkItem, now: number): boolean {
    const failures = this.failures.get(`${kind} ${id}`)
    return failures !== undefined && (failures.until === null || failures.until > now)
  }

  isResting({ kind, id }: WorkItem): boolean {
    return this.failures.get(`${kind} ${id}`)?.until === null
  }
}

/** The store as one process sees it: every call takes a moment before and after its commit, in which the process may die or throw. */
export function simulatedStore(database: SimulatedDatabase, timeline: Timeline, moment: () => Promise<void>, hooks: Hooks): SimulatedStore {
  async function inTransaction<Result>(run: () => Result): Promise<Result> {
    await moment()
    const result = run()
    await moment()
    return result
  }
  /** Dying before or after it makes no difference. */
  async function looking<Result>(run: () => Result): Promise<Result> {
    await moment()
    return run()
  }
  const changeOrder = hooks.createOrderChanger(keeperOf({ database, timeline, inTransaction, looking }, hooks), hooks.now)

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
    read: (orderId) => looking(() => database.orders.get(orderId)?.state ?? null),
    rivals: (order) => looking(() => rivalsOf(database, order)),
    findOrder: (connector, { by, value }) =>
      looking(() => {
        for (const [orderId, { state }] of database.orders) {
          const attempt = state.attempts.find(
            (each) => each.connector === connector && (by === 'ref' ? each.ref : each.providerRef) === value,
          )
          if (attempt) return { orderId, attemptId: attempt.id }
        }
        return null
      }),
    ...noticesOf({ database, timeline, inTransaction, looking }, hooks),
    dueOrders: (limit) =>
      looking(() =>
        [...database.nextWork]
          .filter(([id, at]) => at !== null && at <= hooks.now() && !database.isLeftAlone({ kind: 'order', id }, timeline.now))
          .map(([orderId]) => ({ orderId, hasFailed: database.failures.has(`order ${orderId}`) }))
          .slice(0, limit),
      ),
    recordFailure: ({ kind, id }) =>
      inTransaction(() => {
        const count = (database.failures.get(`${kind} ${id}`)?.count ?? 0) + 1
        const pause = RETRY_SECONDS[count - 1]
        database.failures.set(`${kind} ${id}`, { count, until: pause === undefined ? null : timeline.now + pause * 1000 })
      }),
    clearFailures: ({ kind, id }) => inTransaction(() => void database.failures.delete(`${kind} ${id}`)),
  }
}

/** All of them, also those without an attempt: the core decides which of them block others. */
function rivalsOf({ orders, left }: SimulatedDatabase, { id, subject }: Order): Rival[] {
  return [...orders.values()]
    .filter(({ state: { order } }) => subject !== null && order.id !== id && order.subject?.key === subject.key)
    .map(({ state: { order, attempts } }) => ({
      id: order.id,
      fulfilment: order.fulfilment,
      paidAt: order.paidAt,
      debt: order.subject?.debt ?? '',
      attempts: attempts.map((attempt) => ({ ...attempt, isLeft: left.has(attempt.id) })),
    }))
}

type InTransaction = <Result>(run: () => Result) => Promise<Result>

type Access = { database: SimulatedDatabase; timeline: Timeline; inTransaction: InTransaction; looking: InTransaction }

function noticesOf({ database, timeline, inTransaction, looking }: Access, { refuse, onNewWork }: Hooks) {
  return {
    saveWebhook: (connector, webhook, hasUrlToken) =>
      inTransaction(() => {
        const id = `${connector}:${webhook.dedupeKey}`
        if (database.webhooks.has(id)) return null
        const kept = { id, connector, webhook, hasUrlToken, receivedAt: new Date(timeline.now), hasFailed: false, isOpen: true }
        database.webhooks.set(id, kept)
        onNewWork()
        return kept
      }),
    claimPendingWebhooks: (limit) =>
      looking(() =>
        [...database.webhooks.values()]
          .filter((webhook) => webhook.isOpen && !database.isLeftAlone({ kind: 'notice', id: webhook.id }, timeline.now))
          .map((webhook) => ({ ...webhook, hasFailed: database.failures.has(`notice ${webhook.id}`) }))
          .slice(0, limit),
      ),
    markWebhookDone: (id) =>
      inTransaction(() => {
        refuse({ kind: 'notice', id })
        const webhook = database.webhooks.get(id)
        if (webhook) webhook.isOpen = false
      }),
  } satisfies Partial<SimulatedStore>
}

function keeperOf({ database, inTransaction, looking }: Access, hooks: Hooks): OrderRepository {
  return {
    read: (orderId) => looking(() => database.orders.get(orderId) ?? null),
    write: (before, change, times) => inTransaction(() => storeChange(database, hooks, { before, change, times })),
  }
}

export type OrderWrite = { before: VersionedOrder; change: Change; times: { now: Date; next: Date | null } }

/** Synchronous: between its check of the version and its write nothing happens. */
export function storeChange(database: SimulatedDatabase, hooks: Hooks, { before, change: { state, events }, times }: OrderWrite): boolean {
  const { id } = before.state.order
  if (database.orders.get(id)?.version !== before.version) return false
  hooks.refuse({ kind: 'order', id })
  refuseBrokenRows(database, state, hooks.refusals)
  database.orders.set(id, { state, version: before.version + 1 })
  hooks.onCommit(state, events)
  database.nextWork.set(id, times.next)
  if (times.next) hooks.onNewWork()
  for (const event of events) database.events.push({ ...event, orderId: id, at: times.now.getTime() })
  return true
}

/** The constraints of the real database: its last guards. */
function refuseBrokenRows(database: SimulatedDatabase, { order, attempts, refunds }: PaymentState, refusals: Hooks['refusals']): void {
  const others = [...database.orders.values()].flatMap(({ state }) => (state.order.id === order.id ? [] : state.attempts))
  for (const { connector, providerTxnId, paid } of attempts) {
    const isUsed = providerTxnId !== null && others.some((each) => each.connector === connector && each.providerTxnId === providerTxnId)
    if (isUsed) throw new refusals.ReceiptUsed()
    if (paid && !(Number.isSafeInteger(paid.minor) && paid.minor > 0)) throw new Error('constraint: paid_minor')
  }
  if ([...database.orders.values()].some(({ state }) => state.order.id !== order.id && isClaimOfBoth(order, state.order)))
    throw new refusals.SubjectTaken()
  if (attempts.filter((attempt) => attempt.isWinner).length > 1) throw new Error('constraint: one_winner_per_order')
  const methods = attempts.filter(({ method, state }) => method !== null && isOpen(state)).map(({ method }) => method)
  if (new Set(methods).size < methods.length) throw new Error('constraint: one_open_attempt_per_method')
  if (new Set(refunds.map(({ attemptId }) => attemptId)).size < refunds.length) throw new Error('constraint: one refund per attempt')
}

function isClaimOfBoth(one: Order, other: Order): boolean {
  const claims = ({ subject, sends, fulfilment }: Order) => subject !== null && sends > 0 && fulfilment !== 'REFUSED'
  const isSame = one.subject?.key === other.subject?.key && one.subject?.debt === other.subject?.debt
  return isSame && claims(one) && claims(other)
}
