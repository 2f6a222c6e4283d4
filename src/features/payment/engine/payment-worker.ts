import { createConcurrencyLimiter } from '#shared/concurrency-limiter.ts'
import type { PaymentEngine } from './payment-engine.ts'
import type { DueOrder, StoredWebhook, PaymentStore, WorkItem } from './payment-ports.ts'

export type PaymentWorker = {
  /** Runs one order after a short delay. */
  wake(orderId: string): void
  /** Runs a webhook that was just stored. */
  handleWebhook(kept: StoredWebhook): void
  /** F67: a webhook could not be stored; open payments are queried once the database is back. */
  markBehind(): void
  /** Runs what is due, whichever process left it. Resolves when every item ended or released its slot. */
  sweep(): Promise<void>
  start(): void
  /** Starts nothing more and waits for running items. */
  stop(): Promise<void>
}

type Deps = {
  engine: Pick<PaymentEngine, 'work' | 'processWebhook'>
  store: Pick<PaymentStore, 'dueOrders' | 'claimPendingWebhooks' | 'recordFailure'>
  /** Calls back once after the delay; the result cancels it. */
  startTimer: (milliseconds: number, happen: () => void) => () => void
  /** Runs each item under a request id of its own in the log. */
  inContext: (work: () => Promise<void>) => Promise<void>
  /** I15: reads the time of the database, and returns whether this process may run scheduled work. */
  mayWork: () => Promise<boolean>
  /** F67: has open payments queried soon. */
  catchUp: () => Promise<void>
  onError: (error: unknown) => void
}

const SWEEP_MS = 2_000
/** The caller that changed an order usually continues it. After this delay its steps are stored, and none runs twice. */
const WAKE_MS = 25
const MAX_PER_READ = 200
const MAX_CONCURRENT = 32
/** An item that takes longer continues without a slot. Half of the thirty seconds that an item may be late (I13). */
const PLACE_MS = 10_000
/** Longer than the longest provider query with everything that follows it. */
const STUCK_MS = 180_000

/**
 * Runs due orders and webhooks: at once after a change in this process, and by a sweep every two seconds. I13: many items run at a time,
 * isolated from each other; one that hangs releases its slot, and in the end counts as failed. Replicas may sweep at the same time: each
 * step is claimed in the database before it runs.
 */
export function createPaymentWorker(parts: Deps): PaymentWorker {
  const { engine, store, startTimer, mayWork, catchUp, onError } = parts
  const runItem = createItemRunner(parts)
  const waking = new Set<string>()
  const running = new Set<Promise<void>>()
  let stopTimer = () => {}
  let isStopped = false
  let isBehind = false

  function track(work: () => Promise<void>): void {
    if (isStopped) return
    const done = work()
      .catch(onError)
      .finally(() => running.delete(done))
    running.add(done)
  }

  const runOrder = ({ orderId, hasFailed }: DueOrder) => runItem({ kind: 'order', id: orderId }, () => engine.work(orderId, hasFailed))
  const runWebhook = (kept: StoredWebhook) => runItem({ kind: 'notice', id: kept.id }, () => engine.processWebhook(kept))

  /** A failed read of one kind does not stop the other. */
  async function runAll<Item>(read: Promise<Item[]>, run: (item: Item) => Promise<void>): Promise<void> {
    try {
      await Promise.all((await read).map(run))
    } catch (error) {
      isBehind = true
      onError(error)
    }
  }

  /** F67: a process that could not work for a while has missed webhooks. */
  async function sweep(): Promise<void> {
    try {
      if (!(await mayWork())) return void (isBehind = true)
      if (isBehind) {
        isBehind = false
        await catchUp()
      }
    } catch (error) {
      isBehind = true
      throw error
    }
    await Promise.all([runAll(store.dueOrders(MAX_PER_READ), runOrder), runAll(store.claimPendingWebhooks(MAX_PER_READ), runWebhook)])
  }

  function start(): void {
    track(sweep)
    stopTimer = startTimer(SWEEP_MS, start)
  }

  return {
    sweep,
    start,
    wake(orderId) {
      if (waking.has(orderId)) return
      waking.add(orderId)
      startTimer(WAKE_MS, () => {
        waking.delete(orderId)
        track(() => runOrder({ orderId, hasFailed: false }))
      })
    },
    handleWebhook: (kept) => track(() => runWebhook(kept)),
    markBehind: () => void (isBehind = true),
    async stop() {
      isStopped = true
      stopTimer()
      await Promise.allSettled(running)
    },
  }
}

type RunItem = (item: WorkItem, work: () => Promise<void>) => Promise<void>

/** Resolves when the item ended or released its slot. A running item is not started again. */
function createItemRunner({ store, startTimer, inContext, onError }: Deps): RunItem {
  const limiter = createConcurrencyLimiter({ maxConcurrent: MAX_CONCURRENT })
  const underWay = new Set<string>()
  return async function runItem(item, work) {
    const name = `${item.kind} ${item.id}`
    if (underWay.has(name)) return
    underWay.add(name)
    await limiter.run(() => {
      const { promise, resolve: leave } = Promise.withResolvers<void>()
      const stopPlace = startTimer(PLACE_MS, leave)
      const stopStuck = startTimer(STUCK_MS, () => {
        // From now on this process may retry it too.
        underWay.delete(name)
        store.recordFailure(item, 'it does not come to an end').catch(onError)
      })
      void inContext(work)
        .catch(() => {})
        .finally(() => {
          stopStuck()
          stopPlace()
          underWay.delete(name)
          leave()
        })
      return promise
    })
  }
}
