import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

const FEEDBACK_DAYS = 365
/** The limits of one-time codes look back a day. */
const CODE_DAYS = 2
/** A consent can be shown for as long as a contract may be disputed. */
const LEAD_DAYS = 3 * 365

/** Removes what nobody can use any more, so that tables stay as small as the traffic of a week. */
export async function removeExpired(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('visit').where('expires_at', '<', now).execute()
  await db.deleteFrom('used_nonce').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('feedback')
    .where('given_at', '<', new Date(now.getTime() - FEEDBACK_DAYS * 24 * 3600 * 1000))
    .execute()
  await db
    .deleteFrom('home_broadband_lead')
    .where('created_at', '<', new Date(now.getTime() - LEAD_DAYS * 24 * 3600 * 1000))
    .execute()
  const codesNeededSince = new Date(now.getTime() - CODE_DAYS * 24 * 3600 * 1000)
  await db.deleteFrom('one_time_code').where('sent_at', '<', codesNeededSince).execute()
  await db.deleteFrom('one_time_code_challenge').where('ends_at', '<', codesNeededSince).execute()
  await db.deleteFrom('rate_limit').where('arrives_at', '<', now).execute()
}
