import { sql } from 'kysely'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { COUNTED_LIMITS, SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import { takeLimits } from '#server/limits/limits.ts'
import type { PaymentState } from '../engine/records.ts'

/** No phone shows a request for so long: what is open still, only its provider owes us an answer about. */
const LONGEST_ON_PHONE_MS = 15 * 60_000

type Parts = { db: Database; clock: Clock; budgets: Budgets }
type Push = { msisdn: MobileNumber; visitId: Buffer; asker: Asker; state: PaymentState }

/**
 * Nobody may make a stranger's phone ring all day, and nobody may fill a phone with requests so that its owner cannot pay (abuse 83): two
 * requests may wait on a phone whoever sent them, and four more when each is the first of its visit; one address never has all of them.
 */
export async function refuseTooManyPushes(parts: Parts, push: Push): Promise<void> {
  const { msisdn, asker } = push
  refuseManyPhones(push)
  await parts.budgets.spend('pushes', asker, { refusal: 'too-many-pushes' })
  await parts.db.transaction().execute(async (tx) => {
    // Requests of the same moment do not see each other as open yet: they come one after the other, a moment apart.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${msisdn}`}, 0))`.execute(tx)
    await refuseManyOpen({ ...parts, db: tx }, push)
    const full = await takeLimits(tx, [
      { key: `push-now:${msisdn}:${asker.visit ?? asker.address}`, ...SUBJECT_LIMITS.pushesAtOnce },
      { key: `push-now:${msisdn}`, ...SUBJECT_LIMITS.pushesInOneMoment },
      { key: `push:${msisdn}:${asker.address}`, ...SUBJECT_LIMITS.pushesFromOneAddress },
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

async function refuseManyOpen({ db, clock }: Pick<Parts, 'db' | 'clock'>, { msisdn, visitId }: Push): Promise<void> {
  const since = new Date(clock.now().getTime() - LONGEST_ON_PHONE_MS)
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
