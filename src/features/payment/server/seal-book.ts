import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database.ts'

const LINES_AT_ONCE = 500
const FIRST_SEAL = Buffer.alloc(32)
/** Any number that nobody else in this database locks. */
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
 * Chains the lines of the payment book, each to the one before it, a moment after they were written: a line that is changed, removed or
 * slipped in later breaks the chain. Done in one place at a time, so that payments never wait for each other because of it.
 */
export async function sealBook(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`.execute(tx)
    if (!rows[0]?.isMine) return 0
    const last = await tx
      .selectFrom('pay_event')
      .select(['sequence', 'seal'])
      .where('sequence', 'is not', null)
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    const lines = await tx.selectFrom('pay_event').selectAll().where('sequence', 'is', null).orderBy('id').limit(LINES_AT_ONCE).execute()
    let sequence = last?.sequence ?? 0
    let seal = last?.seal ?? FIRST_SEAL
    for (const line of lines) {
      sequence += 1
      seal = sealOf(line, sequence, seal)
      await tx.updateTable('pay_event').set({ sequence, seal }).where('id', '=', line.id).execute()
    }
    return lines.length
  })
}

/** The first line whose seal does not fit, or null when the whole book is as it was written. */
export async function firstBrokenSeal(db: Database): Promise<number | null> {
  let sequence = 0
  let seal: Buffer = FIRST_SEAL
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
      seal = sealOf(line, sequence, seal)
      if (line.sequence !== sequence || !line.seal?.equals(seal)) return sequence
    }
  }
}

function sealOf(line: Line, sequence: number, before: Buffer): Buffer {
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
