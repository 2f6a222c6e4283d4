import { sql } from 'kysely'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { COUNTED_LIMITS, SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { takeLimits } from '#server/limits/limits.ts'
import type { PaymentState } from '../../engine/records.ts'

/** A request open for longer is no longer on the phone: only its provider's result is missing. */
const MAX_ON_PHONE_MS = 15 * 60_000

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter }
type Push = { msisdn: MobileNumber; visitId: Buffer; caller: Caller; state: PaymentState }

/**
 * Abuse 83: limits requests that make another person's phone ring, without letting them block its owner's payment. Two requests from any
 * visits may wait on a phone, and four more when each is the first of its visit. One address never uses all of them.
 */
export async function refuseTooManyPushes(parts: Deps, push: Push): Promise<void> {
  const { msisdn, caller } = push
  refuseManyPhones(push)
  await parts.rateLimiter.consume('pushes', caller, { refusal: 'too-many-pushes' })
  await parts.db.transaction().execute(async (tx) => {
    // Simultaneous requests do not see each other as open yet: the lock runs them one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${msisdn}`}, 0))`.execute(tx)
    await refuseManyOpen({ ...parts, db: tx }, push)
    const full = await takeLimits(tx, [
      { key: `push-now:${msisdn}:${caller.visit ?? caller.address}`, ...SUBJECT_LIMITS.pushesAtOnce },
      { key: `push-now:${msisdn}`, ...SUBJECT_LIMITS.pushesInOneMoment },
      { key: `push:${msisdn}:${caller.address}`, ...SUBJECT_LIMITS.pushesFromOneAddress },
      { key: `push:${msisdn}`, ...SUBJECT_LIMITS.pushes },
    ])
    if (full) throw new Problem('too-many-pushes', full.key.split(':', 1)[0])
  })
}

function refuseManyPhones({ msisdn, state }: Push): void {
  const phones = new Set(state.attempts.filter(({ isPush }) => isPush).map(({ payer }) => payer.msisdn))
  phones.add(msisdn)
  if (phones.size > COUNTED_LIMITS.phonesOfOrder.most) throw new Problem('too-many-pushes', 'many phones for one order')
}

async function refuseManyOpen({ db, clock }: Pick<Deps, 'db' | 'clock'>, { msisdn, visitId }: Push): Promise<void> {
  const since = new Date(clock.now().getTime() - MAX_ON_PHONE_MS)
  const { rows } = await sql<{ open: number; own: number }>`
    select count(*)::int as open, (count(*) filter (where visit_id = ${visitId}))::int as own
    from pay_attempt join pay_order on pay_order.id = order_id
    where payer ->> 'msisdn' = ${msisdn} and is_push and state in ('CREATED', 'UNKNOWN', 'WAITING') and pay_attempt.created_at > ${since}`.execute(
    db,
  )
  const { open = 0, own = 0 } = rows[0] ?? {}
  const { openPushesOfVisit, openPushesForAll, openPushes } = COUNTED_LIMITS
  if (own >= openPushesOfVisit.most) throw new Problem('too-many-pushes', 'two of this visit are open')
  if (open >= (own === 0 ? openPushes.most : openPushesForAll.most)) throw new Problem('too-many-pushes', 'enough are open')
}
