import type { BulkheadLimits } from './bulkhead.ts'
import type { GuardLimits } from './system-guard.ts'

/**
 * Every limit of upstream calls: timeouts, concurrency and circuit breakers. Each upstream has its own bulkheads; the numbers are per
 * process.
 */

/** `short` where a visitor waits too, `long` for background calls to a system that is known to be slow. */
export const TIME_LIMITS_MS = { short: 15_000, long: 60_000 } as const

/** The operator's core systems, each with its own. */
export const OPERATOR_LIMITS: GuardLimits = {
  readTimeoutMs: 4_000,
  readDeadlineMs: 10_000,
  readRepeats: 2,
  repeatDelayMs: 100,
  writeTimeoutMs: TIME_LIMITS_MS.short,
  breakAfterFailures: 8,
  openMs: 10_000,
  readsAtOnce: 32,
  readsWaiting: 32,
  writesAtOnce: 16,
  writesWaiting: 64,
  writeWaitMs: TIME_LIMITS_MS.short,
}

export const SMS_LIMITS: GuardLimits = { ...OPERATOR_LIMITS, writeTimeoutMs: 10_000 }

/**
 * The gazetteer that ships with the portal replaces a service that does not answer: visitors wait for the service only once, and briefly.
 */
export const GEOCODER_LIMITS: GuardLimits = {
  ...OPERATOR_LIMITS,
  readDeadlineMs: 5_000,
  readRepeats: 0,
  readsAtOnce: 8,
  readsWaiting: 8,
}

/**
 * Each payment method. A start waits for a place no longer than a visitor would accept; at a gateway that takes ten seconds, sixteen at
 * once are more than one and a half a second. The worker's queries have their own bulkhead: many new payments do not delay the query that
 * reports a payment as paid, nor the other way round.
 */
export const PROVIDER_LIMITS = {
  start: { maxConcurrent: 16, maxQueued: 8, queueTimeoutMs: 2_000, failureThreshold: 3, openMs: 30_000, refusedOpenMs: 5_000 },
  question: { maxConcurrent: 8, maxQueued: 64, queueTimeoutMs: TIME_LIMITS_MS.short, failureThreshold: 8, openMs: 10_000 },
} as const satisfies Record<string, BulkheadLimits>
