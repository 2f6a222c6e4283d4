import { sql } from 'kysely'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'

const MOST_OPEN = 2
const AN_HOUR = { everySeconds: 720, burst: 5 }

/** Nobody may make a stranger's phone ring all day: at most two requests wait on a phone, and five come in an hour. */
export async function refuseTooManyPushes(db: Database, msisdn: MobileNumber): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pay_attempt
    where payer ->> 'msisdn' = ${msisdn} and is_push and state in ('CREATED', 'UNKNOWN', 'WAITING')`.execute(db)
  if ((rows[0]?.open ?? 0) >= MOST_OPEN) throw new Problem('too-many-pushes', 'two are open')
  if (!(await isWithinLimit(db, { key: `push:${msisdn}`, ...AN_HOUR }))) throw new Problem('too-many-pushes', 'five an hour')
}
