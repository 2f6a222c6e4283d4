import { createHash } from 'node:crypto'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Database } from '#server/database/database.ts'
import { takeLimits } from '#server/limits/limits.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'

/** `budget` is null inside a purchase, which has its own rate limit. */
export type CountLookup = (subject: string, caller: Caller, budget?: 'bills' | null) => Promise<void>

/**
 * Prevents listing debts: each caller and each account or number has a rate limit (abuse 34). One IP address can use up only a part of
 * an account's limit, so an attacker cannot lock out the account's owner.
 */
export function countLookups({ db, rateLimiter }: { db: Database; rateLimiter: RateLimiter }): CountLookup {
  return async function count(subject, caller, budget = 'bills') {
    const hidden = createHash('sha256').update(subject).digest('base64url').slice(0, 16)
    if (budget) await rateLimiter.consume(budget, caller)
    const full = await takeLimits(db, [
      { key: `bill-subject:${hidden}:${caller.address}`, ...SUBJECT_LIMITS.billFromOneAddress },
      { key: `bill-subject:${hidden}`, ...SUBJECT_LIMITS.bill },
    ])
    if (full) throw new Problem('too-many-requests')
  }
}
