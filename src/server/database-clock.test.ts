import { expect, test } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const NOON = Date.parse('2026-11-16T12:00:00Z')
const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

/** A machine whose wall clock can be turned while its steady counter runs on, and a database with a clock of its own. */
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
  'F57 I15 a machine %s tells the database’s time, does no timed work, and goes on by itself when it is set right',
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

test('F57 I15 a clock that jumps while the portal runs moves no time of it', async () => {
  const { clock, times } = aMachine()
  await clock.sync()
  const before = clock.now()
  times.wallAheadMs = YEAR
  expect(clock.now()).toEqual(before)
})

test('F57 I15 a frozen clock is noticed after half a minute, and time goes on', async () => {
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

test('I15 what once expired stays expired, also when the database itself is set back: nothing timed is done until it has caught up', async () => {
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

test('I15 a database that was not heard for a minute, or never, leaves the time to nobody', async () => {
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
