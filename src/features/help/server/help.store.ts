import { sql } from 'kysely'
import type { StoredSeed } from '#server/database/content-version.ts'
import type { Database } from '#server/database/database.ts'

export type StoredDocument = StoredSeed & { id: number; body: unknown }

export async function readNewestId(db: Database): Promise<number | null> {
  const row = await db.selectFrom('help_document').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? null
}

export async function readNewestDocument(db: Database): Promise<StoredDocument | null> {
  const row = await db
    .selectFrom('help_document')
    .select(['id', 'body', 'source', 'seed_version'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Until the end of the transaction no one else changes the questions. */
export async function lockDocuments(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('help seed'))`.execute(tx)
}

/** Shipped questions are stored as imported ones: portal versions without content versions leave those alone. */
export async function addDocument(db: Database, { body, seedVersion }: { body: unknown; seedVersion: number | null }): Promise<void> {
  await db
    .insertInto('help_document')
    .values({ body: JSON.stringify(body), source: 'import', seed_version: seedVersion })
    .execute()
}

export async function markDocument(db: Database, id: number, seedVersion: number): Promise<void> {
  await db.updateTable('help_document').set({ source: 'import', seed_version: seedVersion }).where('id', '=', id).execute()
}

export type Vote = { questionId: string; visitId: Buffer; isLike: boolean; votedAt: Date }

/** One statement, so that the vote and its count are one: false when this visit had voted on the question before. */
export async function addVote(db: Database, { questionId, visitId, isLike, votedAt }: Vote): Promise<boolean> {
  const { rows } = await sql`
    with vote as (
      insert into help_vote (visit_id, question_id, is_like, voted_at) values (${visitId}, ${questionId}, ${isLike}, ${votedAt})
      on conflict do nothing returning question_id, is_like
    )
    insert into help_count as known (question_id, likes, dislikes)
    select question_id, is_like::int, (not is_like)::int from vote
    on conflict (question_id) do update set likes = known.likes + excluded.likes, dislikes = known.dislikes + excluded.dislikes
    returning question_id`.execute(db)
  return rows.length === 1
}

export type Counts = { likes: number; dislikes: number }

export async function readCounts(db: Database, questionId: string): Promise<Counts> {
  const row = await db.selectFrom('help_count').select(['likes', 'dislikes']).where('question_id', '=', questionId).executeTakeFirst()
  return row ?? { likes: 0, dislikes: 0 }
}

export async function readAllCounts(db: Database): Promise<Map<string, Counts>> {
  const rows = await db.selectFrom('help_count').select(['question_id', 'likes', 'dislikes']).execute()
  return new Map(rows.map(({ question_id, likes, dislikes }) => [question_id, { likes, dislikes }]))
}

export async function hasVoted(db: Database, questionId: string, visitId: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('help_vote')
    .select('question_id')
    .where('visit_id', '=', visitId)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
  return row !== undefined
}
