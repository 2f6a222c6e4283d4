import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { COUNTED_LIMITS } from '#server/limits/rate-limits.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { mayRing } from '../../engine/messages.ts'

const DAY_MS = 24 * 3_600_000
const MOST = { inHour: COUNTED_LIMITS.unaskedSms.most, inDay: COUNTED_LIMITS.unaskedSmsInDay.most }

type UnaskedSms = { msisdn: MobileNumber; reference: string }

/** MSG-2: takes one of a number's unsolicited SMS; false when they are used up. Retries of the same message take only one. */
export async function takeUnaskedSms({ db, clock }: { db: Database; clock: Clock }, { msisdn, reference }: UnaskedSms): Promise<boolean> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    // Replicas count for one number in turn.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`unasked-sms:${msisdn}`}, 0))`.execute(tx)
    const taken = await tx
      .selectFrom('unasked_sms')
      .select(['reference', 'taken_at'])
      .where('msisdn', '=', msisdn)
      .where('taken_at', '>', new Date(now.getTime() - DAY_MS))
      .execute()
    if (taken.some((row) => row.reference === reference)) return true
    const times = taken.map((row) => row.taken_at)
    if (!mayRing(times, now, MOST)) return false
    await tx.insertInto('unasked_sms').values({ reference, msisdn, taken_at: now }).execute()
    return true
  })
}

/** The SMS was surely not sent. */
export async function giveUnaskedSmsBack(db: Database, reference: string): Promise<void> {
  await db.deleteFrom('unasked_sms').where('reference', '=', reference).execute()
}
