import type { Clock } from './clock.ts'

/**
 * I15: the time is the database's. Between two looks at it the machine's steady counter runs on, which no change of the wall clock moves; what
 * the wall clock of this machine says is only compared, so that a wrong one is noticed.
 */
export type DatabaseClock = Clock & Timekeeper

export type Timekeeper = {
  /** Asks the database what time it is. */
  sync(): Promise<void>
  /** By how much this machine's own clock is ahead of the database's, in seconds. */
  secondsAhead(): number
  /** Whether timed work may be done: the database was heard lately, and the two clocks agree. */
  isInStep(): boolean
}

type Sources = {
  askDatabase: () => Promise<Date>
  /** This machine's clock, which may be wrong. */
  wallMs: () => number
  /** Runs steadily from any beginning. */
  steadyMs: () => number
}

const MOST_SECONDS_APART = 30
/** Counters of two machines drift apart by far less than a second in this time; a database that was not heard for so long is away. */
const HEARD_WITHIN_MS = 60_000

type Anchor = { databaseMs: number; steadyMs: number }

export function createDatabaseClock({ askDatabase, wallMs, steadyMs }: Sources): DatabaseClock {
  let anchor: Anchor | null = null
  let latestMs = Number.NEGATIVE_INFINITY

  function reckonedMs(): number {
    return anchor ? anchor.databaseMs + (steadyMs() - anchor.steadyMs) : wallMs()
  }

  /** Never earlier than before: what once expired stays expired. */
  function nowMs(): number {
    if (anchor) latestMs = Math.max(latestMs, reckonedMs())
    return anchor ? latestMs : wallMs()
  }

  const secondsAhead = () => (wallMs() - reckonedMs()) / 1000

  return {
    now: () => new Date(nowMs()),
    async sync() {
      const askedMs = steadyMs()
      const told = await askDatabase()
      const heardMs = steadyMs()
      anchor = { databaseMs: told.getTime(), steadyMs: (askedMs + heardMs) / 2 }
    },
    secondsAhead,
    isInStep() {
      if (!anchor || steadyMs() - anchor.steadyMs > HEARD_WITHIN_MS) return false
      const isTurnedBack = reckonedMs() < latestMs - MOST_SECONDS_APART * 1000
      return !isTurnedBack && Math.abs(secondsAhead()) <= MOST_SECONDS_APART
    },
  }
}
