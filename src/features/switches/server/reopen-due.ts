import { appendAudit } from '#features/audit/server/audit-log.ts'
import { expirePlainProposals, PORTAL } from '#features/staff-acts/server/plain-proposals.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import { RENEWAL_MINUTES, type Closure } from '../closing-rules.ts'
import { endClosure, lockSwitches, readClosures, readLastAnswers, setEnd } from './closure.store.ts'

type Deps = {
  db: Database
  clock: Clock
  /** Whether the provider answers, as this replica knows it; it makes no call. */
  answers: (id: ConnectorId) => boolean
}

/**
 * CON-8: opens what has reached its end, if the provider's last answer is good; else it stays closed for a short time more. Every replica
 * runs it: the lock lets one decide, and the others find nothing left to do.
 */
export async function reopenDue(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const isDue = ({ until }: Closure) => until <= clock.now()
  await expirePlainProposals(db, ['reopen-way'], clock.now())
  const due = [...(await readClosures(db)).values()].filter(isDue)
  if (due.length === 0) return
  const last = await readLastAnswers(db, clock.now())
  for (const { connector } of due) {
    const { good = null, missed = null } = last.get(connector) ?? {}
    const isGood = deps.answers(connector) && (missed === null || (good !== null && good >= missed))
    await decide(deps, connector, isGood)
  }
}

async function decide({ db, clock }: Deps, connector: ConnectorId, isGood: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSwitches(tx)
    const now = clock.now()
    const closure = (await readClosures(tx)).get(connector)
    if (!closure || closure.until > now) return
    const before = `closed until ${closure.until.toISOString()}`
    const target = { kind: 'way', id: connector }
    if (isGood) {
      await endClosure(tx, closure.id, { by: PORTAL.id, now })
      const detail = { before, after: 'open', why: 'its end came, and the last answer is good' }
      await appendAudit(tx, { actor: PORTAL, act: 'reopen-way', outcome: 'done', target, detail })
      return
    }
    const until = new Date(now.getTime() + RENEWAL_MINUTES * 60_000)
    await setEnd(tx, closure.id, { until, now, isRenewal: true })
    const detail = { before, after: `closed until ${until.toISOString()}`, why: 'its end came, and the last answer is not good' }
    await appendAudit(tx, { actor: PORTAL, act: 'close-way', outcome: 'done', target, detail })
  })
}
