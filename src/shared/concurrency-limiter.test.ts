import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

/** Work that ends when the test says so. */
function someWork() {
  const ends: (() => void)[] = []
  let begun = 0
  const work = () => {
    begun += 1
    return new Promise<string>((resolve) => ends.push(() => resolve('done')))
  }
  return { work, begun: () => begun, endNext: () => ends.shift()?.() }
}

test('only so many run and so many queue; all other work is refused at once and is not started', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 3, queueTimeoutMs: 60_000 })
  const { work, begun, endNext } = someWork()
  const asked = Array.from({ length: 100 }, () => limiter.run(work))
  const outcomes = asked.slice(5).map((each) => each.catch((error: unknown) => error))
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ name: 'NotStarted', why: 'busy' })
  expect([begun(), limiter.isFull()]).toEqual([2, true])
  for (let count = 0; count < 5; count += 1) {
    endNext()
    await nextTurn()
  }
  expect(await Promise.all(asked.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(begun()).toBe(5)
  expect(limiter.isFull()).toBe(false)
})

test('without a bound the queue takes all work', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1 })
  const { work, begun, endNext } = someWork()
  const asked = Array.from({ length: 1_000 }, () => limiter.run(work))
  expect(limiter.isFull()).toBe(false)
  for (let count = 0; count < 1_000; count += 1) {
    expect(begun()).toBe(count + 1)
    endNext()
    await nextTurn()
  }
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['done']))
})

test('a free place goes to the work that queued longest, not to new work', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1 })
  const { work, endNext } = someWork()
  const order: string[] = []
  const first = limiter.run(work)
  const queued = limiter.run(async () => void order.push('queued'))
  endNext()
  await first
  const late = limiter.run(async () => void order.push('late'))
  await Promise.all([queued, late])
  expect(order).toEqual(['queued', 'late'])
})

test('work that queues too long, or whose caller leaves, is not started and holds no place', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 2, queueTimeoutMs: 30 })
  const { work, begun, endNext } = someWork()
  const first = limiter.run(work)
  const leaving = new AbortController()
  const left = limiter.run(work, leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ why: 'cancelled' })
  await expect(limiter.run(work, leaving.signal)).rejects.toMatchObject({ why: 'cancelled' })
  await expect(limiter.run(work)).rejects.toMatchObject({ why: 'busy' })
  endNext()
  await first
  expect(begun()).toBe(1)
  expect(await limiter.run(async () => 'free again')).toBe('free again')
})

test('a caller that leaves just as its turn comes removes no other caller from the queue', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1 })
  const { work, begun, endNext } = someWork()
  const leaving = new AbortController()
  const asked = [limiter.run(work), limiter.run(work, leaving.signal), limiter.run(work)]
  endNext()
  await asked[0]
  leaving.abort()
  for (let count = 0; count < 2; count += 1) {
    await nextTurn()
    endNext()
  }
  expect(await Promise.all(asked)).toEqual(['done', 'done', 'done'])
  expect(begun()).toBe(3)
})

test('work that fails, or throws before it waits, frees its place', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 0 })
  for (let count = 0; count < 10; count += 1) {
    await expect(limiter.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const broken = (): Promise<never> => {
      throw new Error('thrown')
    }
    await expect(limiter.run(broken)).rejects.toThrow('thrown')
  }
  expect(await limiter.run(async () => 'free')).toBe('free')
})
