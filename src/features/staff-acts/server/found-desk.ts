import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { AuditDetail, AuditOutcome } from '#features/audit/audit-entry.ts'
import { endFound, findFound, FOUND_ENDINGS, type FoundEnding } from '#features/payment/server/reconciliation/unmatched-payments.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { noteProblem } from '../act-texts.ts'
import type { Actor, DeskRefusal, DeskResult } from '../desk-ports.ts'
import { mayApprove } from '../roles.ts'
import { isSamePerson, PROPOSAL_HOURS } from '../two-people.ts'
import { claimKey } from './desk-store.ts'

type Deps = { db: Database; clock: Clock }
type Ending = { reference: string; as: FoundEnding; note: string }

/** Rolls the transaction back: nothing was done. */
class Refused extends Error {
  readonly why: DeskRefusal
  constructor(why: DeskRefusal) {
    super(why)
    this.why = why
  }
}

async function orRefusal(work: () => Promise<DeskResult>): Promise<DeskResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', why: error.why }
    throw error
  }
}

/**
 * F44: closes the review of what only a statement contains. It has no order, and only commands reach it. As `delivered` by one person;
 * otherwise one proposes and another approves, or one does it in an emergency, which raises an alert.
 */
export function closeFound(
  { db, clock }: Deps,
  { staff, key, isEmergency, ...ending }: Ending & { staff: Actor; key: string; isEmergency: boolean },
): Promise<DeskResult> {
  const { reference, as, note } = ending
  const byTwo = as !== 'delivered'
  return orRefusal(() =>
    db.transaction().execute(async (tx) => {
      const problem = noteProblem(note)
      if (problem) throw new Refused(problem)
      if (byTwo && !isEmergency) return propose(tx, staff, ending, clock.now())
      if (!(await endFound({ db: tx, clock }, { ...ending, by: staff.name }))) throw new Refused('not-in-review')
      const claim = { actorId: staff.id, hash: JSON.stringify(ending), act: 'close-review' as const, orderId: null }
      if (byTwo) await claimKey(tx, key, { ...claim, isEmergency, now: clock.now() })
      await tell(tx, staff, { outcome: 'done', reference, detail: { as, note, ...(byTwo && { emergency: true }) } })
      return { kind: 'done' }
    }),
  )
}

async function propose(tx: Database, staff: Actor, ending: Ending, now: Date): Promise<DeskResult> {
  const { reference, as, note } = ending
  if ((await findFound(tx, reference)).every(({ ended_at }) => ended_at !== null)) throw new Refused('not-in-review')
  const { id: proposal } = await tx
    .insertInto('staff_proposal')
    .values({
      act: 'close-review',
      order_id: null,
      reference,
      request: JSON.stringify(ending),
      mark: '',
      amount_minor: null,
      currency: null,
      proposed_by: staff.id,
      proposed_name: staff.name,
      proposed_at: now,
      expires_at: new Date(now.getTime() + PROPOSAL_HOURS * 3_600_000),
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(tx, staff, { outcome: 'proposed', reference, detail: { proposal, as, note } })
  return { kind: 'proposed', proposal }
}

export type FoundProposal = Ending & { id: number; proposedBy: { id: string; name: string }; expiresAt: Date }

/** Open ones, the oldest first; `id`: that one alone, locked until the end of the transaction. */
export async function listFoundProposals(db: Database, now: Date, id?: number): Promise<FoundProposal[]> {
  const rows = await db
    .selectFrom('staff_proposal')
    .selectAll()
    .where('act', '=', 'close-review')
    .where('order_id', 'is', null)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0).forUpdate())
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    ...endingIn(row.reference, row.request),
    id: row.id,
    proposedBy: { id: row.proposed_by, name: row.proposed_name },
    expiresAt: row.expires_at,
  }))
}

function endingIn(reference: string | null, request: object): Ending {
  const field = (name: string) => String(Reflect.get(request, name) ?? '')
  const as = FOUND_ENDINGS.find((each) => each === field('as'))
  if (reference === null || !as) throw new Error('a proposal about a found payment lacks its ending')
  return { reference, as, note: field('note') }
}

/** `how`: what the other person decides; the proposer withdraws by rejecting. */
export function decideFound(
  { db, clock }: Deps,
  { staff, proposal: id, how, note: reason }: { staff: Actor; proposal: number; how: 'approved' | 'rejected'; note: string | null },
): Promise<DeskResult> {
  return orRefusal(() =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      const [found] = await listFoundProposals(tx, now, id)
      if (!found) throw new Refused('not-found')
      const { reference, as, note, proposedBy } = found
      if (how === 'approved') {
        if (isSamePerson(staff, proposedBy) || !mayApprove(staff, 'close-review', proposedBy.id)) throw new Refused('own-proposal')
        const by = `${proposedBy.name}, approved by ${staff.name}`
        if (!(await endFound({ db: tx, clock }, { reference, as, by, note }))) throw new Refused('not-in-review')
      } else if (noteProblem(reason ?? '')) throw new Refused('note-missing')
      const decision = { decided_by: staff.id, decided_name: staff.name, decided_at: now, decision_note: reason }
      await tx
        .updateTable('staff_proposal')
        .set({ state: how, ...decision })
        .where('id', '=', id)
        .execute()
      await tell(tx, staff, { outcome: how, reference, detail: { proposal: id, as, note: reason ?? note } })
      return { kind: 'done' }
    }),
  )
}

type Told = { outcome: AuditOutcome; reference: string; detail: AuditDetail }

function tell(tx: Database, { id, name, roles, via }: Actor, { outcome, reference, detail }: Told): Promise<void> {
  const target = { kind: 'payment', id: reference }
  return appendAudit(tx, { actor: { id, name, roles }, act: 'close-review', outcome, target, detail: { ...detail, via } })
}
