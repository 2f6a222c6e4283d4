import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

const FEEDBACK_DAYS = 365
/** The limits of one-time codes look back a day. */
const CODE_DAYS = 2
/** A consent can be shown for as long as a contract may be disputed. */
const LEAD_DAYS = 3 * 365

/** Long enough to understand a complaint; the book itself stays. */
const NOTICE_DAYS = 30
/** Unsigned, and about a payment that never was ours. */
const STRANGE_NOTICE_DAYS = 1
const NOTICES_AT_ONCE = 5_000

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
  await removeNotices(db, now)
}

/** Only what was worked, and in pieces: a statement that takes long is ended by the database. */
async function removeNotices(db: Database, now: Date): Promise<void> {
  const closedBefore = (days: number) => sql`done_at < ${new Date(now.getTime() - days * 24 * 3600 * 1000)}`
  const isStrange = sql`origin = 'unmarked' and not is_known and not exists (
    select from pay_attempt where connector = pay_notice.connector and (ref = reference or provider_ref = reference))`
  for (const isOver of [closedBefore(NOTICE_DAYS), sql`${closedBefore(STRANGE_NOTICE_DAYS)} and ${isStrange}`]) {
    for (let removed = NOTICES_AT_ONCE; removed === NOTICES_AT_ONCE;) {
      const { numAffectedRows } = await sql`
        delete from pay_notice where id in (select id from pay_notice where ${isOver} limit ${NOTICES_AT_ONCE})`.execute(db)
      removed = Number(numAffectedRows)
    }
  }
}
