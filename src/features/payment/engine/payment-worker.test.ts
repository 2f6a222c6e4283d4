import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { StoredWebhook, WorkItem } from './payment-ports.ts'
import { createPaymentWorker } from './payment-worker.ts'

const PLACES = 32

/** A worker with the clock and store of the test; an order whose id starts with `hangs` never ends. */
function aWorker() {
  const due: string[] = []
  const webhooks: StoredWebhook[] = []
  const begun: string[] = []
  const failed: WorkItem[] = []
  const errors: unknown[] = []
  const timers = new Set<{ at: number; happen: () => void }>()
  const world = { mayWork: true, isStoreAway: false, caughtUp: 0 }
  let nowMs = 0

  const read = async <Item>(items: Item[]) => {
    if (world.isStoreAway) throw new Error('away')
    return items
  }
  const worker = createPaymentWorker({
    engine: {
      async work(orderId) {
        begun.push(orderId)
        if (orderId.startsWith('hangs')) await new Promise(() => {})
      },
      processWebhook: async ({ id }) => void begun.push(`notice ${id}`),
    },
    store: {
      dueOrders: () => read(due.map((orderId) => ({ orderId, hasFailed: false }))),
      claimPendingWebhooks: async () => webhooks,
      recordFailure: async (item) => void failed.push(item),
    },
    startTimer(milliseconds, happen) {
      const timer = { at: nowMs + milliseconds, happen }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    inContext: (work) => work(),
    mayWork: async () => world.mayWork,
    catchUp: async () => void (world.caughtUp += 1),
    onError: (error) => errors.push(error),
  })

  async function passSeconds(seconds: number): Promise<void> {
    const end = nowMs + seconds * 1000
    for (;;) {
      await nextTurn()
      const [next] = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
      if (!next) break
      nowMs = next.at
      timers.delete(next)
      next.happen()
    }
    nowMs = end
  }

  return { worker, world, due, webhooks, begun, failed, errors, passSeconds }
}

test('I13 items that hang release their slots to the others after ten seconds', async () => {
  const { worker, due, begun, passSeconds } = aWorker()
  due.push(...Array.from({ length: PLACES }, (_none, position) => `hangs ${position}`), 'late')
  worker.start()
  await passSeconds(9)
  expect([begun.length, begun.includes('late')]).toEqual([PLACES, false])
  await passSeconds(1)
  expect(begun).toContain('late')
})

test('I13 an item that never ends is recorded as failed after three minutes, and retried only then', async () => {
  const { worker, due, begun, failed, passSeconds } = aWorker()
  due.push('hangs')
  worker.start()
  await passSeconds(179)
  expect([begun, failed]).toEqual([['hangs'], []])
  await passSeconds(3)
  expect(failed).toEqual([{ kind: 'order', id: 'hangs' }])
  expect(begun).toEqual(['hangs', 'hangs'])
})

test('F67 I13 unreadable orders do not stop webhooks; once they can be read, open payments are queried once', async () => {
  const { worker, world, webhooks, begun, errors, passSeconds } = aWorker()
  world.isStoreAway = true
  webhooks.push({ id: '7' } as StoredWebhook)
  worker.start()
  await passSeconds(1)
  expect(begun).toEqual(['notice 7'])
  expect(errors).toMatchObject([{ message: 'away' }])
  world.isStoreAway = false
  await passSeconds(10)
  expect(world.caughtUp).toBe(1)
  worker.markBehind()
  await passSeconds(10)
  expect(world.caughtUp).toBe(2)
})

test('F67 I15 a process that may not work sweeps nothing, and queries open payments when it may again', async () => {
  const { worker, world, due, begun, passSeconds } = aWorker()
  world.mayWork = false
  due.push('order')
  worker.start()
  await passSeconds(10)
  expect([begun, world.caughtUp]).toEqual([[], 0])
  world.mayWork = true
  await passSeconds(2)
  expect([begun, world.caughtUp]).toEqual([['order'], 1])
})

test('an order woken many times at once runs once, and not at all after the worker has stopped', async () => {
  const { worker, begun, passSeconds } = aWorker()
  for (let count = 0; count < 5; count += 1) worker.wake('order')
  await passSeconds(1)
  expect(begun).toEqual(['order'])
  worker.wake('order')
  await worker.stop()
  await passSeconds(1)
  expect(begun).toEqual(['order'])
})
