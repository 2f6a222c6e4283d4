import type { KeptNotice } from '../engine/payment-ports.ts'
import type { WorkSweeper } from '../engine/sweep-work.ts'

export type PaymentWorker = {
  /** Looks at one order in a moment. */
  wake(orderId: string): void
  /** Begins to work a notice that has just been kept. */
  takeNotice(kept: KeptNotice): void
  start(): void
  stop(): Promise<void>
}

type Parts = {
  sweeper: WorkSweeper
  /** I15: asks the database for the time, and says whether this process may do timed work. */
  mayWork: () => Promise<boolean>
  onError: (error: unknown) => void
}

const SWEEP_MS = 2_000
/** Whoever changed an order mostly goes on with it: by then it has, and there is nothing left to do twice. */
const WAKE_MS = 25

/** Does what is due: at once after a change of this process, and by sweeping what has come due, whoever wrote it. */
export function createPaymentWorker({ sweeper, mayWork, onError }: Parts): PaymentWorker {
  const running = new Set<Promise<void>>()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  function run(work: () => Promise<void>): void {
    if (isStopped) return
    const done = work()
      .catch(onError)
      .finally(() => running.delete(done))
    running.add(done)
  }

  async function sweep(): Promise<void> {
    if (await mayWork()) await sweeper.sweep()
  }

  return {
    wake(orderId) {
      if (waiting.has(orderId)) return
      waiting.add(orderId)
      setTimeout(() => {
        waiting.delete(orderId)
        run(() => sweeper.takeOrder(orderId))
      }, WAKE_MS).unref()
    },
    takeNotice: (kept) => run(() => sweeper.takeNotice(kept)),
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
