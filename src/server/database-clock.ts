import type { Clock } from './clock.ts'

/**
 * I15: the time is the database's. Between two readings the machine's monotonic clock advances it, which no change of the wall clock
 * affects. The machine's wall clock is only compared, to detect a wrong one.
 */
export type DatabaseClock = Clock & Timekeeper

export type Timekeeper = {
  /** Queries the database for the time. */
  sync(): Promise<void>
  /** By how much this machine's own clock is ahead of the database's, in seconds. */
  secondsAhead(): number
  /** Whether scheduled jobs may run: the database answered recently, and the two clocks agree. */
  isInStep(): boolean
}

type Sources = {
  askDatabase: () => Promise<Date>
  /** This machine's wall clock, which may be wrong. */
  wallMs: () => number
  /** Monotonic milliseconds from any origin. */
  steadyMs: () => number
}

const MAX_SECONDS_APART = 30
/** Monotonic clocks of two machines drift apart by far less than a second in this time; a database silent for longer is down. */
const HEARD_WITHIN_MS = 60_000

type Anchor = { databaseMs: number; steadyMs: number }

export function createDatabaseClock({ askDatabase, wallMs, steadyMs }: Sources): DatabaseClock {
  let anchor: Anchor | null = null
  let latestMs = Number.NEGATIVE_INFINITY

  function reckonedMs(): number {
    return anchor ? anchor.databaseMs + (steadyMs() - anchor.steadyMs) : wallMs()
  }

  /** Never earlier than before: expired stays expired. */
  function nowMs(): number {
    if (anchor) latestMs = Math.max(latestMs, reckonedMs())
    return anchor ? latestMs : wallMs()
  }

  const secondsAhead = () => (wallMs() - reckonedMs()) / 1000

  return {
    now: () => new Date(nowMs()),
    async sync() {
      const askedMs = steadyMs()
      const databaseTime = await askDatabase()
      const heardMs = steadyMs()
      anchor = { databaseMs: databaseTime.getTime(), steadyMs: (askedMs + heardMs) / 2 }
    },
    secondsAhead,
    isInStep() {
      if (!anchor || steadyMs() - anchor.steadyMs > HEARD_WITHIN_MS) return false
      const isTurnedBack = reckonedMs() < latestMs - MAX_SECONDS_APART * 1000
      return !isTurnedBack && Math.abs(secondsAhead()) <= MAX_SECONDS_APART
    },
  }
}
