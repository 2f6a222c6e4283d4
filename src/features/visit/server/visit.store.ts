import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

export type Visit = {
  id: Buffer
  draft: Record<string, unknown>
  /** Found by its previous cookie: valid for the draft, never as a proof. */
  hasPreviousCookie?: boolean
  /** Created by this request: not confirmed by a returned cookie yet. */
  isNew?: true
}

/** By its cookie, or for a while by the one it had before. */
export async function findVisit(db: Database, cookieHash: Buffer, now: Date): Promise<Visit | null> {
  const row = await db
    .selectFrom('visit')
    .select(['id', 'draft', 'former_hash'])
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .where((is) =>
      is.or([
        is('cookie_hash', '=', cookieHash),
        is.and([is('id', '=', cookieHash), is('cookie_hash', 'is', null)]),
        is.and([is('former_hash', '=', cookieHash), is('former_until', '>', now)]),
      ]),
    )
    .executeTakeFirst()
  return row ? { id: row.id, draft: row.draft, hasPreviousCookie: row.former_hash?.equals(cookieHash) ?? false } : null
}

export async function insertVisit(db: Database, { id, draft }: Visit, { now, expiresAt }: { now: Date; expiresAt: Date }): Promise<void> {
  await db
    .insertInto('visit')
    .values({ id, draft: JSON.stringify(draft), created_at: now, expires_at: expiresAt })
    .execute()
}

/** Creates or extends a visit without a cookie, for a user identified otherwise (USSD). */
export async function keepVisit(db: Database, { id, draft }: Visit, { now, expiresAt }: { now: Date; expiresAt: Date }): Promise<void> {
  await db
    .insertInto('visit')
    .values({ id, draft: JSON.stringify(draft), created_at: now, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expiresAt }))
    .execute()
}

export async function mergeDraft(db: Database, id: Buffer, { change, expiresAt }: { change: object; expiresAt: Date }): Promise<void> {
  await db
    .updateTable('visit')
    .set({ draft: sql`draft || ${JSON.stringify(change)}::jsonb`, expires_at: expiresAt })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function replaceCookie(
  db: Database,
  id: Buffer,
  { cookieHash, formerUntil }: { cookieHash: Buffer; formerUntil: Date },
): Promise<void> {
  await db
    .updateTable('visit')
    .set({ cookie_hash: cookieHash, former_hash: sql`coalesce(cookie_hash, id)`, former_until: formerUntil })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * ERASE-1: ends the visit, its proofs and its purchases, and returns the time by the database's clock. The row stays for a day, because
 * limits of one-time codes are counted by it. Its cookie hash is replaced by a random one, for portal versions that do not know `ended_at`.
 */
export async function endVisit(db: Database, id: Buffer | null): Promise<Date> {
  return db.transaction().execute(async (tx) => {
    if (id) {
      await sql`
        update visit set ended_at = now(), draft = '{}', cookie_hash = ${randomBytes(32)}, former_hash = null, former_until = null,
          expires_at = now() + interval '1 day'
        where id = ${id}`.execute(tx)
      await sql`
        update one_time_code_challenge set proof_hash = null, proof_ends_at = null, ends_at = least(ends_at, now())
        where visit_id = ${id}`.execute(tx)
      await tx.deleteFrom('purchase').where('visit_id', '=', id).execute()
    }
    const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
    return rows[0]?.now ?? new Date()
  })
}
