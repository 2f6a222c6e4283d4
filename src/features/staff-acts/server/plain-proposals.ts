import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Database } from '#server/database/database.ts'
import type { StaffAct } from '../acts.ts'
import type { Actor } from '../desk-ports.ts'
import { mayApprove } from '../roles.ts'
import { StepRefusal } from './staff-step.ts'

/** CON-3: a proposal that is about no payment; `reference` names what it is about, `mark` what the proposer saw of it. */
export type PlainProposal<Request extends object> = {
  id: number
  act: string
  reference: string
  request: Request
  mark: string
  proposedBy: { id: string; name: string }
  proposedAt: Date
  expiresAt: Date
}

const PROPOSAL_HOURS = 24

type NewProposal<Request extends object> = { act: StaffAct; reference: string; request: Request; mark: string; by: Actor; now: Date }

export async function addPlainProposal<Request extends object>(tx: Database, proposal: NewProposal<Request>): Promise<number> {
  const { act, reference, request, mark, by, now } = proposal
  const { id } = await tx
    .insertInto('staff_proposal')
    .values({
      act,
      order_id: null,
      reference,
      request: JSON.stringify(request),
      mark,
      amount_minor: null,
      currency: null,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
      expires_at: new Date(now.getTime() + PROPOSAL_HOURS * 3_600_000),
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The oldest first. */
export async function openPlainProposals<Request extends object>(
  db: Database,
  act: StaffAct,
  now: Date,
): Promise<PlainProposal<Request>[]> {
  const rows = await db
    .selectFrom('staff_proposal')
    .selectAll()
    .where('act', '=', act)
    .where('order_id', 'is', null)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
  return rows.map((row) => proposalOf<Request>(row))
}

type Row = {
  id: number
  act: string
  reference: string | null
  request: object
  mark: string
  proposed_by: string
  proposed_name: string
  proposed_at: Date
  expires_at: Date
}

function proposalOf<Request extends object>(row: Row): PlainProposal<Request> {
  return {
    id: row.id,
    act: row.act,
    reference: row.reference ?? '',
    request: Object(row.request),
    mark: row.mark,
    proposedBy: { id: row.proposed_by, name: row.proposed_name },
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
  }
}

/** Locked until the end of the transaction; refused when it was decided or is over. */
export async function takePlainProposal<Request extends object>(
  tx: Database,
  { id, act, now }: { id: number; act: StaffAct; now: Date },
): Promise<PlainProposal<Request>> {
  const row = await tx
    .selectFrom('staff_proposal')
    .selectAll()
    .where('id', '=', id)
    .where('act', '=', act)
    .where('order_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new StepRefusal('not-found')
  if (row.state === 'expired' || (row.state === 'open' && row.expires_at <= now)) throw new StepRefusal('expired')
  if (row.state !== 'open') throw new StepRefusal('decided')
  return proposalOf<Request>(row)
}

/** In a shell people only name themselves, so their names must differ too. */
export function refuseOwnProposal(staff: Actor, act: StaffAct, { proposedBy }: { proposedBy: { id: string; name: string } }): void {
  const isSameName = staff.via === 'command' && plainName(staff.name) === plainName(proposedBy.name)
  if (staff.id === proposedBy.id || isSameName) throw new StepRefusal('own-proposal')
  if (!mayApprove(staff, act, proposedBy.id)) throw new StepRefusal('role')
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

type Decision = { id: number; state: 'approved' | 'rejected'; by: Actor; note: string | null; now: Date }

export async function decidePlainProposal(tx: Database, { id, state, by, note, now }: Decision): Promise<void> {
  const decided = { state, decided_by: by.id, decided_name: by.name, decided_at: now, decision_note: note }
  await tx.updateTable('staff_proposal').set(decided).where('id', '=', id).execute()
}

/** CON-4: those whose day is over are closed, with an entry of the portal's own. Returns how many. */
export async function expirePlainProposals(db: Database, acts: readonly StaffAct[], now: Date): Promise<number> {
  const due = await db
    .selectFrom('staff_proposal')
    .select('id')
    .where('order_id', 'is', null)
    .where('act', 'in', acts)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('staff_proposal')
      .set({ state: 'expired', decided_at: now })
      .where('id', 'in', ids)
      .where('state', '=', 'open')
      .returning(['id', 'act', 'reference'])
      .execute()
    for (const { id, act, reference } of ended) {
      const target = { kind: 'proposal', id: reference ?? String(id) }
      await appendAudit(tx, { actor: PORTAL, act, outcome: 'expired', target, detail: { proposal: id } })
    }
    return ended.length
  })
}

/** What ends by time is told by the portal itself. */
export const PORTAL = { id: 'portal', name: 'portal', roles: [] } as const
