import { sql } from 'kysely'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { createPaymentStore, type OnEvents } from '#features/payment/server/orders/payment.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { StaffAct } from '../acts.ts'
import type { DeskResult, DeskStore, DeskTransaction, NewProposal, Proposal, ProposalState } from '../desk-ports.ts'
import type { PaymentActRequest } from '../payment-acts.ts'

type Deps = {
  db: Database
  clock: Clock
  /** After the commit: the worker continues with the payment. */
  onChange?: (orderId: string, nextWorkAt: Date | null) => void
  onEvents?: OnEvents
}

/** The desk in PostgreSQL: the payment, the proposal, the key and the audit entry are written in one transaction, or none of them. */
export function createDeskStore(deps: Deps): DeskStore {
  return {
    async transact(work) {
      const committed: (() => void)[] = []
      const result = await deps.db.transaction().execute((tx) => work(deskTransaction(tx, deps, committed)))
      for (const tell of committed) tell()
      return result
    },
  }
}

function deskTransaction(tx: Database, { clock, onChange, onEvents }: Deps, committed: (() => void)[]): DeskTransaction {
  const store = createPaymentStore({
    db: tx,
    clock,
    onChange: (orderId, nextWorkAt) => void committed.push(() => onChange?.(orderId, nextWorkAt)),
    onEvents: (events, state) => void committed.push(() => onEvents?.(events, state)),
  })
  return {
    claimKey: (key, claim) => claimKey(tx, key, claim),
    saveResult: (key, result) => saveResult(tx, key, result),
    async findOrder(reference) {
      const row = await tx.selectFrom('pay_order').select('id').where('reference', '=', reference).executeTakeFirst()
      return row?.id ?? null
    },
    read: (orderId) => store.read(orderId),
    change: async (orderId, decide) => void (await store.change(orderId, (state) => ({ ...decide(state), result: null }))),
    async countActs(orderId, act, since) {
      const { count } = await tx
        .selectFrom('staff_act')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('order_id', '=', orderId)
        .where('act', '=', act)
        .where('at', '>', since)
        .executeTakeFirstOrThrow()
      return count
    },
    addProposal: (proposal) => addProposal(tx, proposal),
    async readProposal(id) {
      const row = await tx.selectFrom('staff_proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      return row ? proposalOf(row) : null
    },
    async staleProposals(orderId, now) {
      const rows = await tx
        .selectFrom('staff_proposal')
        .selectAll()
        .where('order_id', '=', orderId)
        .where('state', '=', 'open')
        .where('expires_at', '<=', now)
        .forUpdate()
        .execute()
      return rows.flatMap((row) => proposalOf(row) ?? [])
    },
    async decideProposal(id, { state, by, note, at }) {
      await tx
        .updateTable('staff_proposal')
        .set({ state, decided_by: by?.id ?? null, decided_name: by?.name ?? null, decided_at: at, decision_note: note })
        .where('id', '=', id)
        .execute()
    },
    appendAudit: (entry) => appendAudit(tx, entry),
  }
}

type Claim = Parameters<DeskTransaction['claimKey']>[1]

/** A second call under the same key waits here for the first, and then sees its result. */
export async function claimKey(tx: Database, key: string, claim: Claim): Promise<DeskResult | 'other' | null> {
  const { actorId, hash, act, orderId, isEmergency, now } = claim
  const made = await tx
    .insertInto('staff_act')
    .values({ key, actor_id: actorId, hash, act, order_id: orderId, at: now, is_emergency: isEmergency, result: null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (made) return null
  const known = await tx.selectFrom('staff_act').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  const isSame = known.actor_id === actorId && known.hash === hash
  return isSame && known.result ? (known.result as DeskResult) : 'other'
}

export async function saveResult(tx: Database, key: string, result: object): Promise<void> {
  await tx
    .updateTable('staff_act')
    .set({ result: JSON.stringify(result) })
    .where('key', '=', key)
    .execute()
}

/** The index decides: of two proposals at once about one payment, one is made. */
async function addProposal(tx: Database, proposal: NewProposal): Promise<number | null> {
  const { act, orderId, reference, request, mark, amount, proposedBy, proposedAt, expiresAt } = proposal
  const made = await tx
    .insertInto('staff_proposal')
    .values({
      act,
      order_id: orderId,
      reference,
      request: JSON.stringify(request),
      mark,
      amount_minor: amount?.minor ?? null,
      currency: amount?.currency ?? null,
      proposed_by: proposedBy.id,
      proposed_name: proposedBy.name,
      proposed_at: proposedAt,
      expires_at: expiresAt,
      state: 'open',
    })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .where(sql<boolean>`state = 'open' and order_id is not null`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

type ProposalRow = {
  id: number
  act: string
  order_id: string | null
  reference: string | null
  request: object
  mark: string
  amount_minor: number | null
  currency: string | null
  proposed_by: string
  proposed_name: string
  proposed_at: Date
  expires_at: Date
  state: string
}

/** Null for a proposal that is about no payment. */
function proposalOf(row: ProposalRow): Proposal | null {
  const { order_id: orderId, reference, amount_minor: minor, currency } = row
  if (orderId === null || reference === null) return null
  return {
    id: row.id,
    act: row.act as StaffAct,
    orderId,
    reference,
    request: row.request as PaymentActRequest,
    mark: row.mark,
    amount: minor !== null && currency !== null ? { minor, currency } : null,
    proposedBy: { id: row.proposed_by, name: row.proposed_name },
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    state: row.state as ProposalState,
  }
}

/** Open proposals, oldest first; of one payment, or of all. */
export async function listOpenProposals(db: Database, { now, orderId }: { now: Date; orderId?: string }): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('staff_proposal')
    .selectAll()
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('order_id', 'is not', null)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.flatMap((row) => proposalOf(row) ?? [])
}
