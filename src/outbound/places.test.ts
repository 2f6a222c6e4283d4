import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPlaces } from './places.ts'

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

test('so many at once, so many in line; everybody else is told at once, and nothing of theirs was begun', async () => {
  const places = openPlaces({ atOnce: 2, waiting: 3, waitMs: 60_000 })
  const { work, begun, endNext } = someWork()
  const asked = Array.from({ length: 100 }, () => places.take(work))
  const outcomes = asked.slice(5).map((each) => each.catch((error: unknown) => error))
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ why: 'busy', mayHaveArrived: false })
  expect([begun(), places.areTaken()]).toEqual([2, true])
  for (let count = 0; count < 5; count += 1) {
    endNext()
    await nextTurn()
  }
  expect(await Promise.all(asked.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(begun()).toBe(5)
  expect(places.areTaken()).toBe(false)
})

test('a place that is free goes to whoever waited longest, not to whoever comes by', async () => {
  const places = openPlaces({ atOnce: 1, waiting: 2, waitMs: 60_000 })
  const { work, endNext } = someWork()
  const order: string[] = []
  const first = places.take(work)
  const waited = places.take(async () => void order.push('waited'))
  endNext()
  await first
  const late = places.take(async () => void order.push('late'))
  await Promise.all([waited, late])
  expect(order).toEqual(['waited', 'late'])
})

test('whoever waits too long, or leaves, is told that nothing was sent, and takes no place with them', async () => {
  const places = openPlaces({ atOnce: 1, waiting: 2, waitMs: 30 })
  const { work, begun, endNext } = someWork()
  const first = places.take(work)
  const leaving = new AbortController()
  const left = places.take(work, leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ why: 'cancelled', mayHaveArrived: false })
  await expect(places.take(work, leaving.signal)).rejects.toMatchObject({ why: 'cancelled', mayHaveArrived: false })
  await expect(places.take(work)).rejects.toMatchObject({ why: 'busy', mayHaveArrived: false })
  endNext()
  await first
  expect(begun()).toBe(1)
  expect(await places.take(async () => 'free again')).toBe('free again')
})

test('work that fails, or throws before it waits, leaves its place', async () => {
  const places = openPlaces({ atOnce: 1, waiting: 0, waitMs: 1 })
  for (let count = 0; count < 10; count += 1) {
    await expect(places.take(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const broken = (): Promise<never> => {
      throw new Error('thrown')
    }
    await expect(places.take(broken)).rejects.toThrow('thrown')
  }
  expect(await places.take(async () => 'free')).toBe('free')
})
