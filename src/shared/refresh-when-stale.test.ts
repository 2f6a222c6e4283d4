import { expect, test, vi } from 'vitest'
import { refreshWhenStale } from './refresh-when-stale.ts'

const START = Date.parse('2026-11-15T10:00:00Z')

function aCopy(freshForMs = 3_000) {
  const world = { at: START, reads: 0, isDown: false }
  const refresh = refreshWhenStale({
    now: () => new Date(world.at),
    freshForMs: () => freshForMs,
    async refresh() {
      world.reads += 1
      await Promise.resolve()
      if (world.isDown) throw new Error('down')
    },
  })
  return { world, refresh }
}

test('a fresh value is not read again, and a stale one is read once for a hundred callers', async () => {
  const { world, refresh } = aCopy()
  await Promise.all(Array.from({ length: 100 }, refresh))
  world.at += 2_999
  await refresh()
  expect(world.reads).toBe(1)
  world.at += 1
  await Promise.all(Array.from({ length: 100 }, refresh))
  expect(world.reads).toBe(2)
})

test('a failed read rejects for those who waited, and is not repeated for later callers', async () => {
  const { world, refresh } = aCopy()
  world.isDown = true
  await expect(refresh()).rejects.toThrow('down')
  await refresh()
  expect(world.reads).toBe(1)
  world.at += 3_000
  world.isDown = false
  await refresh()
  expect(world.reads).toBe(2)
})

test.for([
  ['set back by two hours', -7_200_000],
  ['set forward by a year', 365 * 86_400_000],
] as const)('F57 a clock %s makes a copy stale, not everlasting', async ([, jumpMs]) => {
  const { world, refresh } = aCopy()
  await refresh()
  world.at += jumpMs
  await refresh()
  await refresh()
  expect(world.reads).toBe(2)
})

test('F57 a clock that stands still does not make a copy everlasting', async () => {
  const { world, refresh } = aCopy(30)
  await refresh()
  await vi.waitFor(async () => {
    await refresh()
    expect(world.reads).toBe(2)
  })
})

test('CON-7 an answer that was long on its way is as old as its question', async () => {
  const world = { at: START, reads: 0 }
  const refresh = refreshWhenStale({
    now: () => new Date(world.at),
    freshForMs: () => 3_000,
    async refresh() {
      world.reads += 1
      // The process stands still between question and answer.
      world.at += 60_000
    },
  })
  await refresh()
  await refresh()
  expect(world.reads).toBe(2)
})
