import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { isConnectorId, type ConnectorId } from '#shared/connector-table.ts'
import { isCloseReason, type Closure, type CloseReason } from '../closing-rules.ts'

export type Closures = ReadonlyMap<ConnectorId, Closure>

/** An arbitrary lock number, used for nothing else in this database. */
const LOCK = 7_304_230

/** Who closes and who opens wait for each other: of two people who close the last two ways at once, the second sees what the first did. */
export async function lockSwitches(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** What is closed now. */
export async function readClosures(db: Database): Promise<Closures> {
  const rows = await db.selectFrom('way_closure').selectAll().where('ended_at', 'is', null).execute()
  return new Map(
    rows.flatMap((row) => {
      const { id, connector, note, renewals, until } = row
      if (!isConnectorId(connector)) return []
      const reason: CloseReason = isCloseReason(row.reason) ? row.reason : 'other'
      const closure = { id, connector, reason, note, closedAt: row.closed_at, closedBy: row.closed_name, until, renewals }
      return [[connector, closure] as const]
    }),
  )
}

export async function readClosedUntil(db: Database, connector: ConnectorId): Promise<Date | null> {
  const query = db.selectFrom('way_closure').select('until').where('connector', '=', connector).where('ended_at', 'is', null)
  return (await query.executeTakeFirst())?.until ?? null
}

type NewClosure = { connector: ConnectorId; reason: CloseReason; note: string; by: { id: string; name: string }; until: Date; now: Date }

export async function insertClosure(tx: Database, { connector, reason, note, by, until, now }: NewClosure): Promise<void> {
  await tx
    .insertInto('way_closure')
    .values({
      connector,
      reason,
      note,
      closed_at: now,
      closed_by: by.id,
      closed_name: by.name,
      until,
      until_set_at: now,
      ended_at: null,
      ended_by: null,
    })
    .execute()
}

/** A later end. `isRenewal`: the provider gave no good answer at the end that was set. */
export async function setEnd(tx: Database, id: number, end: { until: Date; now: Date; isRenewal: boolean }): Promise<void> {
  const { until, now, isRenewal } = end
  await tx
    .updateTable('way_closure')
    .set((row) => ({ until, until_set_at: now, renewals: row('renewals', '+', isRenewal ? 1 : 0) }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endClosure(tx: Database, id: number, { by, now }: { by: string; now: Date }): Promise<void> {
  await tx.updateTable('way_closure').set({ ended_at: now, ended_by: by }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

export type LastAnswers = ReadonlyMap<ConnectorId, { good: Date | null; missed: Date | null }>

/** When each provider last answered, and when a request to it last went without an answer, among the payments of a day. */
export async function readLastAnswers(db: Database, now: Date): Promise<LastAnswers> {
  const { rows } = await sql<{ connector: string; good: Date | null; missed: Date | null }>`
    select a.connector, max(e.at) filter (where e.kind <> 'no-answer') as good, max(e.at) filter (where e.kind = 'no-answer') as missed
    from pay_order o
    join pay_attempt a on a.order_id = o.id
    join pay_event e on e.order_id = o.id and e.attempt_id = a.id and e.source in ('start', 'notice', 'query', 'refund')
    where o.created_at > ${now}::timestamptz - interval '1 day'
    group by a.connector`.execute(db)
  return new Map(rows.flatMap(({ connector, good, missed }) => (isConnectorId(connector) ? [[connector, { good, missed }] as const] : [])))
}
