import { sql } from 'kysely'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { PORTAL } from '../two-people.ts'

const AT_ONCE = 50

type Ended = { id: number; act: string; reference: string | null }

/**
 * CON-3: ends proposals whose time is over, with their audit entries in the same transaction. Every replica runs it: each proposal is ended by
 * the one that locks it, and one that a person decides at this moment is left to them.
 */
export async function expireProposals({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  let ended = 0
  for (let count = AT_ONCE; count === AT_ONCE; ended += count) count = await expireSome(db, clock.now())
  return ended
}

function expireSome(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Ended>`
      update staff_proposal set state = 'expired', decided_at = ${now}
      where id = any(array(
        select id from staff_proposal where state = 'open' and expires_at <= ${now} order by id limit ${AT_ONCE} for update skip locked))
      returning id, act, reference`.execute(tx)
    for (const { id, act, reference } of rows) {
      const target = reference === null ? null : { kind: 'payment', id: reference }
      await appendAudit(tx, { actor: PORTAL, act, outcome: 'expired', target, detail: { proposal: id } })
    }
    return rows.length
  })
}
