import { sql } from 'kysely'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'

const MOST_OPEN = 2
/** No phone shows a request for so long: what is open still, only its provider owes us an answer about. */
const LONGEST_ON_PHONE_MS = 15 * 60_000
/** Requests of the same moment do not see each other as open yet. */
const AT_ONCE = { everySeconds: 2, burst: MOST_OPEN }
const AN_HOUR = { everySeconds: 720, burst: 5 }

/** Nobody may make a stranger's phone ring all day: at most two requests wait on a phone, and five come in an hour. */
export async function refuseTooManyPushes({ db, clock }: { db: Database; clock: Clock }, msisdn: MobileNumber): Promise<void> {
  if (!(await isWithinLimit(db, { key: `push-now:${msisdn}`, ...AT_ONCE }))) throw new Problem('too-many-pushes', 'two at once')
  const since = new Date(clock.now().getTime() - LONGEST_ON_PHONE_MS)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pay_attempt
    where payer ->> 'msisdn' = ${msisdn} and is_push and state in ('CREATED', 'UNKNOWN', 'WAITING') and created_at > ${since}`.execute(db)
  if ((rows[0]?.open ?? 0) >= MOST_OPEN) throw new Problem('too-many-pushes', 'two are open')
  if (!(await isWithinLimit(db, { key: `push:${msisdn}`, ...AN_HOUR }))) throw new Problem('too-many-pushes', 'five an hour')
}
