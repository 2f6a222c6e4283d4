import { sql, type Selectable } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { OPEN_STATES, type Edition, type Fields } from '../edition.ts'

type Row = Selectable<Tables['text_edition']>

function editionOf(row: Row): Edition {
  return {
    id: row.id,
    textId: row.text_id,
    number: row.number,
    state: row.state,
    revision: row.revision,
    texts: row.texts,
    base: row.base,
    bringsBack: row.brings_back,
    isRestore: row.is_restore,
    authorIds: row.author_ids,
    authorName: row.author_name,
    writtenAt: row.written_at,
    approvedName: row.approved_name,
    approvedAt: row.approved_at,
    publishAt: row.publish_at,
    publishedAt: row.published_at,
    note: row.note,
  }
}

/** I15: one clock for all replicas. */
export async function readTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', clock_timestamp()) as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database gave no time')
  return row.now
}

/** Drafts, reviews and what waits for its time, the oldest first. */
export async function listOpen(db: Database): Promise<Edition[]> {
  const rows = await db.selectFrom('text_edition').selectAll().where('state', 'in', OPEN_STATES).orderBy('id').execute()
  return rows.map(editionOf)
}

const MAX_HISTORY = 100

/** The newest first. */
export async function listEditions(db: Database, textId: string): Promise<Edition[]> {
  const query = db.selectFrom('text_edition').selectAll().where('text_id', '=', textId)
  return (await query.orderBy('number', 'desc').limit(MAX_HISTORY).execute()).map(editionOf)
}

/** Locked until the end of the transaction. */
export async function lockOpen(tx: Database, textId: string): Promise<Edition | null> {
  const query = tx.selectFrom('text_edition').selectAll().where('text_id', '=', textId).where('state', 'in', OPEN_STATES)
  const row = await query.forUpdate().executeTakeFirst()
  return row ? editionOf(row) : null
}

export async function lastPublished(tx: Database, textId: string): Promise<Edition | null> {
  const query = tx.selectFrom('text_edition').selectAll().where('text_id', '=', textId).where('state', '=', 'published')
  const row = await query.orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row ? editionOf(row) : null
}

/** Those whose time has come by the database's clock, and that no other replica is publishing. */
export async function lockDue(tx: Database): Promise<Edition[]> {
  const rows = await tx
    .selectFrom('text_edition')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('publish_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(editionOf)
}

export type NewEdition = {
  textId: string
  texts: Fields
  base: Fields
  bringsBack: number | null
  author: { id: string; name: string }
  at: Date
} & ({ state: 'draft' | 'review' } | { state: 'published'; isRestore: true })

/** Null when another person was faster: one edition of a text is open, and a number is used once. */
export async function addEdition(tx: Database, added: NewEdition): Promise<number | null> {
  const { textId, texts, base, bringsBack, author, at, state } = added
  const isRestore = state === 'published'
  const made = await tx
    .insertInto('text_edition')
    .values({
      text_id: textId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from text_edition where text_id = ${textId})`,
      state,
      revision: 1,
      texts: JSON.stringify(texts),
      base: JSON.stringify(base),
      brings_back: bringsBack,
      is_restore: isRestore,
      author_ids: [author.id],
      author_name: author.name,
      written_at: at,
      approved_by: isRestore ? author.id : null,
      approved_name: isRestore ? author.name : null,
      approved_at: isRestore ? at : null,
      publish_at: isRestore ? at : null,
      published_at: isRestore ? at : null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return made?.number ?? null
}

type Change = Partial<Pick<Row, 'state' | 'author_ids' | 'author_name' | 'written_at' | 'publish_at' | 'published_at' | 'note'>> & {
  texts?: Fields
  base?: Fields
  approval?: { by: { id: string; name: string }; at: Date } | null
}

/** CON-5: only as it was read. */
export async function changeEdition(tx: Database, { id, revision }: Edition, { texts, base, approval, ...change }: Change): Promise<void> {
  const approved = approval && { approved_by: approval.by.id, approved_name: approval.by.name, approved_at: approval.at }
  const none = approval === null && { approved_by: null, approved_name: null, approved_at: null, publish_at: null }
  const { numUpdatedRows } = await tx
    .updateTable('text_edition')
    .set({
      ...change,
      ...approved,
      ...none,
      ...(texts && { texts: JSON.stringify(texts) }),
      ...(base && { base: JSON.stringify(base) }),
      revision: revision + 1,
    })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`edition ${id} changed while it was locked`)
}
