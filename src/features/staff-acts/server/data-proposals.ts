import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DATA_ACTS, type DataProposal, type DataRequest } from '../customer-data.ts'

const STATES = ['open', 'approved', 'rejected', 'expired'] as const satisfies readonly DataProposal['state'][]

type Row = {
  id: number
  act: string
  request: object
  proposed_by: string
  proposed_name: string
  proposed_at: Date
  expires_at: Date
  state: string
  decided_name: string | null
  decided_at: Date | null
}

function proposalOf(row: Row): DataProposal {
  return {
    id: row.id,
    request: requestIn(row),
    proposedBy: { id: row.proposed_by, name: row.proposed_name },
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    state: STATES.find((state) => state === row.state) ?? 'expired',
    decided: row.decided_at && { by: row.decided_name, at: row.decided_at },
  }
}

function requestIn({ act, request }: Pick<Row, 'act' | 'request'>): DataRequest {
  const field = (name: string) => String(Reflect.get(request, name) ?? '')
  const note = field('note')
  if (act === 'export-numbers') return { act, filter: field('filter'), note }
  if (act === 'export-customer-data' || act === 'erase-customer-data') return { act, sealed: field('sealed'), shown: field('shown'), note }
  throw new Error(`a proposal about data has another act: ${act}`)
}

/** `isLocked`: until the end of the transaction, so that of two decisions at once the second sees the first. */
export async function readDataProposal(db: Database, id: number, { isLocked = false } = {}): Promise<DataProposal | null> {
  // A number that a form or an address made up.
  if (!Number.isSafeInteger(id) || id <= 0) return null
  const row = await db
    .selectFrom('staff_proposal')
    .selectAll()
    .where('id', '=', id)
    .where('act', 'in', DATA_ACTS)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ? proposalOf(row) : null
}

/** Open ones, the oldest first. */
export async function listDataProposals(db: Database, now: Date): Promise<DataProposal[]> {
  const rows = await db
    .selectFrom('staff_proposal')
    .selectAll()
    .where('state', '=', 'open')
    .where('act', 'in', DATA_ACTS)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(proposalOf)
}

/** Approved exports that their proposer may still fetch, the newest first. */
export async function listFetchable(db: Database, { staffId, since }: { staffId: string; since: Date }): Promise<DataProposal[]> {
  const rows = await db
    .selectFrom('staff_proposal')
    .selectAll()
    .where('state', '=', 'approved')
    .where('act', 'in', ['export-numbers', 'export-customer-data'])
    .where('proposed_by', '=', staffId)
    .where('decided_at', '>', since)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(proposalOf)
}

/** An arbitrary lock number: proposals about data are made one after the other. */
const LOCK = 7_304_201

/** Null when `isSame` finds an open proposal that asks for the same. */
export async function addDataProposal(
  tx: Database,
  proposal: Pick<DataProposal, 'request' | 'proposedBy' | 'proposedAt' | 'expiresAt'>,
  isSame: (open: DataRequest) => boolean,
): Promise<number | null> {
  const { request, proposedBy, proposedAt, expiresAt } = proposal
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  const open = await listDataProposals(tx, proposedAt)
  if (open.some((each) => isSame(each.request))) return null
  const { id } = await tx
    .insertInto('staff_proposal')
    .values({
      act: request.act,
      order_id: null,
      reference: null,
      request: JSON.stringify(request),
      mark: '',
      amount_minor: null,
      currency: null,
      proposed_by: proposedBy.id,
      proposed_name: proposedBy.name,
      proposed_at: proposedAt,
      expires_at: expiresAt,
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
