import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { recordFailure } from '#server/jobs/job-failures.ts'
import { reasonOf } from '../../engine/step-failures.ts'

const LINES_AT_ONCE = 500
const FIRST_HASH = Buffer.alloc(32)
/** An arbitrary lock number, used for nothing else in this database. */
const LOCK = 7_304_117

type Line = {
  id: number
  order_id: string
  at: Date
  kind: string
  source: string
  from_state: string | null
  to_state: string | null
  code: string | null
  amount_minor: number | null
}

/**
 * Hashes the rows of the ledger, each with the one before it, a moment after they were written. Changing, removing or inserting a row later
 * breaks the chain. Runs in one process at a time, so payments never wait for each other. Returns how many rows it processed. I13: a row
 * that cannot be hashed is put aside, and the others are hashed.
 */
export async function hashLedger({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const ids = await unchainedLines({ db, clock })
  try {
    return await chainLines(db, ids)
  } catch {
    // One of them fails: hashing each alone shows which.
    for (const id of ids) await chainLines(db, [id]).catch((error: unknown) => putAside({ db, clock }, id, error))
    return ids.length
  }
}

async function unchainedLines({ db, clock }: { db: Database; clock: Clock }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from pay_event e left join work_trouble t on t.kind = 'book-line' and t.item = e.id::text
    where e.sequence is null and (t.item is null or t.until <= ${clock.now()}) order by e.id limit ${LINES_AT_ONCE}`.execute(db)
  return rows.map((row) => row.id)
}

async function putAside(place: { db: Database; clock: Clock }, id: number, error: unknown): Promise<void> {
  await recordFailure(place, { kind: 'book-line', item: String(id) }, reasonOf(error))
}

async function chainLines(db: Database, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`.execute(tx)
    if (!rows[0]?.isMine) return 0
    const last = await tx
      .selectFrom('pay_event')
      .select(['sequence', 'seal'])
      .where('sequence', 'is not', null)
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    const lines = await tx.selectFrom('pay_event').selectAll().where('id', 'in', ids).where('sequence', 'is', null).orderBy('id').execute()
    let sequence = last?.sequence ?? 0
    let seal = last?.seal ?? FIRST_HASH
    for (const line of lines) {
      sequence += 1
      seal = chainHash(line, sequence, seal)
      await tx.updateTable('pay_event').set({ sequence, seal }).where('id', '=', line.id).execute()
    }
    return lines.length
  })
}

/** The first row whose hash (the column `seal`) does not match, or null when the whole ledger is unchanged. */
export async function findTamperedRow(db: Database): Promise<number | null> {
  let sequence = 0
  let seal: Buffer = FIRST_HASH
  for (;;) {
    const lines = await db
      .selectFrom('pay_event')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(LINES_AT_ONCE)
      .execute()
    if (lines.length === 0) return null
    for (const line of lines) {
      sequence += 1
      seal = chainHash(line, sequence, seal)
      if (line.sequence !== sequence || !line.seal?.equals(seal)) return sequence
    }
  }
}

function chainHash(line: Line, sequence: number, before: Buffer): Buffer {
  const text = JSON.stringify([
    sequence,
    line.order_id,
    line.at.toISOString(),
    line.kind,
    line.source,
    line.from_state,
    line.to_state,
    line.code,
    line.amount_minor,
  ])
  return createHash('sha256').update(before).update(text).digest()
}
