import { expect, test, vi } from 'vitest'
import { startStopwatch } from './stopwatch.ts'

test('time passes by the injected clock', () => {
  let at = 1_000
  const watch = startStopwatch(() => new Date(at))
  at += 59_999
  expect(watch.hasPassed(60_000)).toBe(false)
  at += 1
  expect(watch.hasPassed(60_000)).toBe(true)
})

test('F57 a clock that is set back ends the wait', () => {
  let at = 1_000_000
  const watch = startStopwatch(() => new Date(at))
  at -= 1
  expect(watch.hasPassed(60_000)).toBe(true)
})

test('F57 a clock that stands still does not prolong the wait', async () => {
  const watch = startStopwatch(() => new Date(0))
  expect(watch.hasPassed(60_000)).toBe(false)
  await vi.waitFor(() => expect(watch.hasPassed(20)).toBe(true))
})
