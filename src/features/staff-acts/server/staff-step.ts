import type { AuditDetail, AuditEntry, AuditOutcome } from '#features/audit/audit-entry.ts'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { StaffAct } from '../acts.ts'
import type { Actor } from '../desk-ports.ts'
import { claimKey, saveResult } from './desk-store.ts'

export type StepResult = { kind: 'done' } | { kind: 'proposed'; proposal: number } | { kind: 'refused'; why: string }

/** Rolls the transaction back: nothing was done. */
export class StepRefusal extends Error {
  readonly why: string
  constructor(why: string) {
    super(why)
    this.why = why
  }
}

type Target = { kind: string; id: string }
/** `asked`: everything that the form says; the same key with other words is refused. */
type Step = { staff: Actor; key: string; act: StaffAct; target: Target | null; asked: readonly unknown[]; isEmergency?: boolean }
type Stepped = { result: StepResult; outcome: AuditOutcome; detail: AuditDetail; target?: Target }

/**
 * CON-4, CON-5: an act of staff that is about no payment. It is done once per key, with its audit entry in the same transaction; a refusal
 * leaves only its audit entry.
 */
export async function staffStep(
  { db, clock }: { db: Database; clock: Clock },
  { staff, key, act, target, asked, isEmergency = false }: Step,
  work: (tx: Database, now: Date) => Promise<Stepped>,
): Promise<StepResult> {
  const entry = (outcome: AuditOutcome, detail: AuditDetail, on: Target | null): AuditEntry => ({
    actor: { id: staff.id, name: staff.name, roles: staff.roles },
    act,
    outcome,
    target: on,
    detail: { ...detail, via: staff.via },
  })
  try {
    return await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const claim = { actorId: staff.id, hash: JSON.stringify([act, asked]), act, orderId: null, isEmergency, now }
      const known = await claimKey(tx, key, claim)
      if (known === 'other') throw new StepRefusal('key-used')
      if (known) return known
      const done = await work(tx, now)
      await saveResult(tx, key, done.result)
      await appendAudit(tx, entry(done.outcome, done.detail, done.target ?? target))
      return done.result
    })
  } catch (error) {
    if (!(error instanceof StepRefusal)) throw error
    await appendAudit(db, entry('refused', { why: error.why }, target))
    return { kind: 'refused', why: error.why }
  }
}
