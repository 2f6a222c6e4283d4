import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/database.ts'

/** `burst` calls at once, then one every `everySeconds`. */
export type RateLimit = { everySeconds: number; burst: number }
export type Limit = RateLimit & { key: string }

/** Counts one call against a limit that all replicas share. The numbers of all limits are in `rate-limits.ts`. */
export async function isWithinLimit(db: Database, limit: Limit): Promise<boolean> {
  return (await takeLimits(db, [limit])) === null
}

/**
 * Counts one call against several limits in one statement, in their order, and returns the first that is used up; those after it are not
 * counted. List the caller's own limits first and shared ones last, so that a rejected call uses up nothing that others need.
 */
export async function takeLimits<Each extends Limit>(db: Database, limits: readonly Each[]): Promise<Each | null> {
  const { rows } = await sql<{ refused: number }>`select ${takingLimits(limits)} as refused`.execute(db)
  return limits[(rows[0]?.refused ?? 1) - 1] ?? null
}

/** The same as a part of another statement, which saves a round trip: 0, or the number of the limit that is used up, counted from 1. */
export function takingLimits(limits: readonly Limit[]): RawBuilder<number> {
  const keys = limits.map(({ key }) => key)
  const every = limits.map(({ everySeconds }) => everySeconds)
  const bursts = limits.map(({ burst }) => burst)
  return sql<number>`take_limits(${keys}::text[], ${every}::float8[], ${bursts}::float8[])`
}
