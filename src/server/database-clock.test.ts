import { expect, test } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const NOON = Date.parse('2026-11-16T12:00:00Z')
const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

/** A machine whose wall clock can be set while its monotonic clock runs on, and a database with its own clock. */
function aMachine() {
  const times = { passedMs: 0, wallAheadMs: 0, isFrozen: false, databaseAheadMs: 0, isAway: false }
  const clock = createDatabaseClock({
    async askDatabase() {
      if (times.isAway) throw new Error('away')
      return new Date(NOON + times.passedMs + times.databaseAheadMs)
    },
    wallMs: () => NOON + (times.isFrozen ? 0 : times.passedMs) + times.wallAheadMs,
    steadyMs: () => 5_000 + times.passedMs,
  })
  return { clock, times }
}

test.for([
  ['a year ahead', YEAR],
  ['a quarter of an hour ahead', 15 * MINUTE],
  ['two hours behind', -120 * MINUTE],
])(
  'F57 I15 a machine %s uses the database’s time, runs no scheduled jobs, and recovers by itself when its clock is corrected',
  async ([, wallAheadMs]) => {
    const { clock, times } = aMachine()
    times.wallAheadMs = Number(wallAheadMs)
    await clock.sync()
    times.passedMs += 10 * MINUTE
    expect(clock.now().getTime()).toBe(NOON + 10 * MINUTE)
    await clock.sync()
    expect([clock.isInStep(), clock.secondsAhead()]).toEqual([false, Number(wallAheadMs) / 1000])
    times.wallAheadMs = 0
    expect(clock.isInStep()).toBe(true)
  },
)

test('F57 I15 a clock that jumps while the portal runs does not change the portal’s time', async () => {
  const { clock, times } = aMachine()
  await clock.sync()
  const before = clock.now()
  times.wallAheadMs = YEAR
  expect(clock.now()).toEqual(before)
})

test('F57 I15 a frozen clock is detected after half a minute, and time goes on', async () => {
  const { clock, times } = aMachine()
  times.isFrozen = true
  await clock.sync()
  times.passedMs = 20_000
  await clock.sync()
  expect(clock.isInStep()).toBe(true)
  times.passedMs = 40_000
  await clock.sync()
  expect(clock.isInStep()).toBe(false)
  expect(clock.now().getTime()).toBe(NOON + 40_000)
})

test('I15 expired stays expired, also when the database’s clock is set back: scheduled jobs wait until it has caught up', async () => {
  const { clock, times } = aMachine()
  await clock.sync()
  times.passedMs = MINUTE
  const latest = clock.now()
  times.databaseAheadMs = -120 * MINUTE
  times.wallAheadMs = -120 * MINUTE
  await clock.sync()
  expect(clock.now()).toEqual(latest)
  expect(clock.isInStep()).toBe(false)
  times.passedMs = 122 * MINUTE
  await clock.sync()
  expect(clock.isInStep()).toBe(true)
})

test('I15 a database that did not answer for a minute, or never, provides no time to any caller', async () => {
  const { clock, times } = aMachine()
  expect(clock.isInStep()).toBe(false)
  await clock.sync()
  times.isAway = true
  times.passedMs = 2 * MINUTE
  await expect(clock.sync()).rejects.toThrow('away')
  expect(clock.isInStep()).toBe(false)
  times.isAway = false
  await clock.sync()
  expect(clock.isInStep()).toBe(true)
})
