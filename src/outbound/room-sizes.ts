import type { RoomLimits } from './room.ts'
import type { GuardLimits } from './system-guard.ts'

/**
 * Every number about outside systems: how long they are waited for, how many may be with one at once, when it is left alone.
 * Each outside system has rooms of its own; the numbers are per process.
 */

/** `short` where a visitor waits too, `long` where nobody does and the system is known to be slow. */
export const TIME_LIMITS_MS = { short: 15_000, long: 60_000 } as const

/** The operator's core systems, each by itself. */
export const OPERATOR_LIMITS: GuardLimits = {
  readTimeoutMs: 4_000,
  readDeadlineMs: 10_000,
  readRepeats: 2,
  repeatDelayMs: 100,
  writeTimeoutMs: TIME_LIMITS_MS.short,
  breakAfterFailures: 8,
  restMs: 10_000,
  readsAtOnce: 32,
  readsWaiting: 32,
  writesAtOnce: 16,
  writesWaiting: 64,
  writeWaitMs: TIME_LIMITS_MS.short,
}

export const SMS_LIMITS: GuardLimits = { ...OPERATOR_LIMITS, writeTimeoutMs: 10_000 }

/** The gazetteer that ships with the portal answers for a service that does not: nobody waits for it twice, nor for long. */
export const GEOCODER_LIMITS: GuardLimits = {
  ...OPERATOR_LIMITS,
  readDeadlineMs: 5_000,
  readRepeats: 0,
  readsAtOnce: 8,
  readsWaiting: 8,
}

/**
 * Each way to pay. A start waits for a place no longer than a visitor would stare at a page; at a gateway that takes ten seconds, sixteen at
 * once are more than one and a half a second. The worker's questions have a room of their own: a rush to pay does not keep us from hearing
 * that somebody has paid, nor the other way round.
 */
export const PROVIDER_ROOMS = {
  start: { atOnce: 16, waiting: 8, waitMs: 2_000, breakAfter: 3, restMs: 30_000 },
  question: { atOnce: 8, waiting: 64, waitMs: TIME_LIMITS_MS.short, breakAfter: 8, restMs: 10_000 },
} as const satisfies Record<string, RoomLimits>
