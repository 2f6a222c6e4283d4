import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

export type Visit = {
  id: Buffer
  draft: Record<string, unknown>
  /** Found by the cookie it had before: good for the draft, never as a proof. */
  hasFormerCookie?: boolean
  /** Begun by this very request: until it comes back with its cookie, anybody could have asked for it. */
  isNew?: true
}

/** By its cookie, or for a while by the one it had before. */
export async function findVisit(db: Database, cookieHash: Buffer, now: Date): Promise<Visit | null> {
  const row = await db
    .selectFrom('visit')
    .select(['id', 'draft', 'former_hash'])
    .where('expires_at', '>', now)
    .where((is) =>
      is.or([
        is('cookie_hash', '=', cookieHash),
        is.and([is('id', '=', cookieHash), is('cookie_hash', 'is', null)]),
        is.and([is('former_hash', '=', cookieHash), is('former_until', '>', now)]),
      ]),
    )
    .executeTakeFirst()
  return row ? { id: row.id, draft: row.draft, hasFormerCookie: row.former_hash?.equals(cookieHash) ?? false } : null
}

export async function insertVisit(db: Database, { id, draft }: Visit, { now, expiresAt }: { now: Date; expiresAt: Date }): Promise<void> {
  await db
    .insertInto('visit')
    .values({ id, draft: JSON.stringify(draft), created_at: now, expires_at: expiresAt })
    .execute()
}

/** A visit that no cookie opens, for whoever is known by something else; begun, or kept for longer. */
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
    .execute()
}
