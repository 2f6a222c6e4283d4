import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { isStaffRole } from '#shared/staff-role.ts'
import type { AuditDetail, AuditEntry, AuditOutcome, StoredAuditEntry } from '../audit-entry.ts'

const LINES_AT_ONCE = 500
const FIRST_HASH = Buffer.alloc(32)
/** An arbitrary lock number, used for nothing else in this database. */
const LOCK = 7_304_200

/**
 * CON-4: writes one entry, hashed with the one before it, in the transaction of the caller. Writers wait for each other until the end of
 * their transaction, so that the sequence has no gaps and the chain no branches: an entry is the last thing that a transaction writes.
 */
export async function appendAudit(db: Database, entry: AuditEntry): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => appendAudit(tx, entry))
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  // A statement after the lock sees what the writer before committed.
  const { rows } = await sql<{ now: Date; sequence: number | null; hash: Buffer | null }>`
    select date_trunc('milliseconds', clock_timestamp()) as now, last.sequence, last.hash
    from (select 1) one left join (select sequence, hash from audit_entry order by sequence desc limit 1) last on true`.execute(db)
  const [last] = rows
  if (!last) throw new Error('the audit log has no end')
  const sequence = (last.sequence ?? 0) + 1
  const line = { ...maskedEntry(entry), sequence, at: last.now }
  const { actor, act, outcome, target, detail } = line
  await db
    .insertInto('audit_entry')
    .values({
      sequence,
      at: line.at,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_roles: [...actor.roles],
      act,
      outcome,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      detail: JSON.stringify(detail),
      hash: entryHash(line, last.hash ?? FIRST_HASH),
    })
    .execute()
}

/** No full number, PIN, code, card number or e-mail address is stored, wherever it was typed. */
function maskedEntry({ actor, act, outcome, target, detail }: AuditEntry): AuditEntry {
  const { id, name, roles } = actor
  return {
    actor: { id, name, roles },
    act,
    outcome,
    target: target && { kind: target.kind, id: maskSecrets(target.id) },
    detail: Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, typeof value === 'string' ? maskSecrets(value) : value])),
  }
}

export type AuditFilter = {
  actorId?: string | undefined
  act?: string | undefined
  outcome?: AuditOutcome | undefined
  target?: { kind: string; id: string } | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Entries older than this one: for the next page. */
  before?: number | undefined
  limit?: number | undefined
}

const MAX_LISTED = 200

/** Newest first. */
export async function listAudit(db: Database, filter: AuditFilter = {}): Promise<StoredAuditEntry[]> {
  const { actorId, act, outcome, target, from, until, before, limit = MAX_LISTED } = filter
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId ?? ''))
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? ''))
    .$if(target !== undefined, (query) => query.where('target_kind', '=', target?.kind ?? '').where('target_id', '=', target?.id ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? new Date(0)))
    .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0))
    .orderBy('sequence', 'desc')
    .limit(Math.min(Math.max(limit, 1), MAX_LISTED))
    .execute()
  return rows.map(entryOf)
}

/** `brokenAt`: the first entry that is missing or was changed; null when the whole log is as written. */
export type AuditVerdict = { entries: number; brokenAt: number | null }

export async function verifyAudit(db: Database): Promise<AuditVerdict> {
  let sequence = 0
  let hash: Buffer = FIRST_HASH
  for (;;) {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(LINES_AT_ONCE)
      .execute()
    if (rows.length === 0) return { entries: sequence, brokenAt: null }
    for (const row of rows) {
      const expected = sequence + 1
      const next = entryHash(entryOf(row), hash)
      if (row.sequence !== expected || !row.hash.equals(next)) return { entries: sequence, brokenAt: expected }
      sequence = expected
      hash = next
    }
  }
}

type Row = {
  sequence: number
  at: Date
  actor_id: string
  actor_name: string
  actor_roles: string[]
  act: string
  outcome: string
  target_kind: string | null
  target_id: string | null
  detail: AuditDetail
  hash: Buffer
}

function entryOf(row: Row): StoredAuditEntry {
  const { target_kind: kind, target_id: id } = row
  return {
    sequence: row.sequence,
    at: row.at,
    actor: { id: row.actor_id, name: row.actor_name, roles: row.actor_roles.filter(isStaffRole) },
    act: row.act,
    outcome: row.outcome as AuditOutcome,
    target: kind !== null && id !== null ? { kind, id } : null,
    detail: row.detail,
    hash: row.hash.toString('hex'),
  }
}

/** The database keeps the keys of `detail` in an order of its own. */
function entryHash({ sequence, at, actor, act, outcome, target, detail }: Omit<StoredAuditEntry, 'hash'>, before: Buffer): Buffer {
  const details = Object.entries(detail).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify([
    sequence,
    at.toISOString(),
    actor.id,
    actor.name,
    actor.roles,
    act,
    outcome,
    target && [target.kind, target.id],
    details,
  ])
  return createHash('sha256').update(before).update(text).digest()
}
