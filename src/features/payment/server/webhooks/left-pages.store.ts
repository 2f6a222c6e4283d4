import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** How a payer came back from the page of a gateway. */
export type LeftBy = 'cancel' | 'return'

/** CARD-4: it says nothing about money. */
export async function noteLeft(db: Database, attemptId: string, by: LeftBy): Promise<void> {
  await db
    .updateTable('pay_attempt')
    .set({ left_at: sql`now()`, left_by: by })
    .where('id', '=', attemptId)
    .execute()
}

/** Null while the page may be open. */
export async function readLeft(db: Database, attemptId: string): Promise<LeftBy | null> {
  const row = await db.selectFrom('pay_attempt').select('left_by').where('id', '=', attemptId).executeTakeFirst()
  return row?.left_by ?? null
}
