import type { PaymentEngine } from '../engine/payment-engine.ts'
import type { KeptNotice } from '../engine/payment-ports.ts'

export type PaymentWorker = {
  /** Looks at one order in a moment. */
  wake(orderId: string): void
  /** Begins to work a notice that has just been kept. */
  takeNotice(kept: KeptNotice): void
  start(): void
  stop(): Promise<void>
}

const SWEEP_MS = 2_000
/** Whoever changed an order mostly goes on with it: by then it has, and there is nothing left to do twice. */
const WAKE_MS = 25
const ORDERS_PER_SWEEP = 50
const NOTICES_PER_SWEEP = 50

/**
 * Does what is due: at once after a change of this process, and by sweeping the orders whose time has come, whoever wrote them.
 * Several replicas may sweep at the same time: each step is claimed in the database before it is done.
 */
export function createPaymentWorker(engine: PaymentEngine, onError: (error: unknown) => void): PaymentWorker {
  const running = new Set<Promise<void>>()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  function run(work: () => Promise<unknown>): void {
    if (isStopped) return
    const done = work()
      .then(() => {}, onError)
      .finally(() => running.delete(done))
    running.add(done)
  }

  async function sweep(): Promise<void> {
    await engine.workNotices(NOTICES_PER_SWEEP)
    await engine.workDue(ORDERS_PER_SWEEP)
  }

  return {
    wake(orderId) {
      if (waiting.has(orderId)) return
      waiting.add(orderId)
      setTimeout(() => {
        waiting.delete(orderId)
        run(() => engine.work(orderId))
      }, WAKE_MS).unref()
    },
    takeNotice: (kept) => run(() => engine.workNotice(kept)),
    start() {
      const next = () => {
        run(sweep)
        if (!isStopped) timer = setTimeout(next, SWEEP_MS)
      }
      next()
    },
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await Promise.allSettled(running)
    },
  }
}
