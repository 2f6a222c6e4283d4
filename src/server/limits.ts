import { sql } from 'kysely'
import type { Database } from './database.ts'

/** `burst` calls at once, then one every `everySeconds`. */
export type Limit = { key: string; everySeconds: number; burst: number }

/**
 * Counts one call against a limit that all replicas share (generic cell rate, one statement).
 * Keys name a number, a visit, a block of numbers or the whole portal; an address alone never decides,
 * because a whole town can stand behind one.
 */
export async function isWithinLimit(db: Database, { key, everySeconds, burst }: Limit): Promise<boolean> {
  const tolerance = everySeconds * (burst - 1)
  const { rows } = await sql`
    insert into rate_limit as seen (key, arrives_at) values (${key}, now() + make_interval(secs => ${everySeconds}))
    on conflict (key) do update set arrives_at = greatest(seen.arrives_at, now()) + make_interval(secs => ${everySeconds})
    where seen.arrives_at <= now() + make_interval(secs => ${tolerance})
    returning key`.execute(db)
  return rows.length === 1
}
