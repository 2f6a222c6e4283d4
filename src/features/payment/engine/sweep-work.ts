import type { PaymentEngine } from './payment-engine.ts'
import type { KeptNotice, PaymentStore } from './payment-ports.ts'
import { createWorkPool, type StartTimer } from './work-pool.ts'

export type WorkSweeper = {
  /** Looks for what is due, whoever left it, and begins it; done when all of it ended or takes too long to be waited for. */
  sweep(): Promise<void>
  /** Looks at one order. */
  takeOrder(orderId: string): Promise<void>
  takeNotice(kept: KeptNotice): Promise<void>
  /** How many items are being worked, those included that nobody waits for any more. */
  busy(): number
}

type Parts = {
  engine: PaymentEngine
  store: Pick<PaymentStore, 'dueOrders' | 'openNotices' | 'noteFailure'>
  startTimer: StartTimer
  onError: (error: unknown) => void
}

const ORDERS_PER_SWEEP = 200
const NOTICES_PER_SWEEP = 200

/**
 * I13: every item is worked by itself, many at a time. One that waits, hangs or never ends gives its place to the others after a while, and in
 * the end counts as failed. Several replicas may sweep at the same time: each step is claimed in the database before it is done.
 */
export function createWorkSweeper({ engine, store, startTimer, onError }: Parts): WorkSweeper {
  const pool = createWorkPool(startTimer)

  const takeOrder = (orderId: string, hasFailed = false) =>
    pool.run(`order ${orderId}`, () => engine.work(orderId, hasFailed), {
      onNeverEnding: () => note({ kind: 'order', id: orderId }),
    })
  const takeNotice = (kept: KeptNotice) =>
    pool.run(`notice ${kept.id}`, () => engine.workNotice(kept), { onNeverEnding: () => note({ kind: 'notice', id: kept.id }) })

  function note(item: { kind: 'order' | 'notice'; id: string }): void {
    store.noteFailure(item, 'it does not come to an end').catch(onError)
  }

  /** What cannot be read of the one kind does not keep the other from being worked. */
  async function each<Item>(read: () => Promise<Item[]>, take: (item: Item) => Promise<void>): Promise<void> {
    try {
      await Promise.all((await read()).map(take))
    } catch (error) {
      onError(error)
    }
  }

  return {
    takeOrder: (orderId) => takeOrder(orderId),
    takeNotice,
    busy: pool.busy,
    async sweep() {
      await Promise.all([
        each(
          () => store.dueOrders(ORDERS_PER_SWEEP),
          ({ orderId, hasFailed }) => takeOrder(orderId, hasFailed),
        ),
        each(() => store.openNotices(NOTICES_PER_SWEEP), takeNotice),
      ])
    },
  }
}
