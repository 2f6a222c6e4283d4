import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

/** Removes what nobody can use any more, so that tables stay as small as the traffic of a week. */
export async function removeExpired(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('visit').where('expires_at', '<', now).execute()
  await db.deleteFrom('used_nonce').where('expires_at', '<', now).execute()
  await db.deleteFrom('rate_limit').where('arrives_at', '<', now).execute()
}
