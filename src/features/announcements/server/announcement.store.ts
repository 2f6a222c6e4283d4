import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { isKind, isService, type AnnouncedService, type AnnouncementKind, type WordsByLanguage } from '../announcement-rules.ts'

export type Announcement = {
  id: number
  kind: AnnouncementKind
  service: AnnouncedService
  town: string | null
  /** Null for a template. */
  words: WordsByLanguage | null
  startsAt: Date
  endsAt: Date
  by: string
  approvedBy: string | null
  takenDownAt: Date | null
  takenDownBy: string | null
}

/** An arbitrary lock number, used for nothing else in this database. */
const LOCK = 7_304_231

export async function lockAnnouncements(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** Those whose time may come or lasts, the newest first. */
export async function readOpen(db: Database, now: Date): Promise<Announcement[]> {
  const query = db.selectFrom('announcement').selectAll().where('taken_down_at', 'is', null).where('ends_at', '>', now)
  return (await query.orderBy('id', 'desc').execute()).flatMap((row) => announcementOf(row) ?? [])
}

/** The newest of all, those of the past too. */
export async function readLatest(db: Database, most: number): Promise<Announcement[]> {
  const rows = await db.selectFrom('announcement').selectAll().orderBy('id', 'desc').limit(most).execute()
  return rows.flatMap((row) => announcementOf(row) ?? [])
}

type Row = {
  id: number
  kind: string
  service: string
  town: string | null
  words: WordsByLanguage | null
  starts_at: Date
  ends_at: Date
  by_name: string
  approved_name: string | null
  taken_down_at: Date | null
  taken_down_name: string | null
}

/** Null for what this program does not know, which a newer one stored. */
function announcementOf(row: Row): Announcement | null {
  const { id, kind, service, town, words } = row
  if (!isKind(kind) || !isService(service)) return null
  const people = { by: row.by_name, approvedBy: row.approved_name, takenDownAt: row.taken_down_at, takenDownBy: row.taken_down_name }
  return { id, kind, service, town, words, startsAt: row.starts_at, endsAt: row.ends_at, ...people }
}

type Person = { id: string; name: string }
type NewAnnouncement = Pick<Announcement, 'kind' | 'service' | 'town' | 'words' | 'startsAt' | 'endsAt'> & {
  by: Person
  approvedBy: Person | null
}

export async function insertAnnouncement(tx: Database, made: NewAnnouncement): Promise<number> {
  const { kind, service, town, words, startsAt, endsAt, by, approvedBy } = made
  const { id } = await tx
    .insertInto('announcement')
    .values({
      kind,
      service,
      town,
      words: words && JSON.stringify(words),
      starts_at: startsAt,
      ends_at: endsAt,
      by_id: by.id,
      by_name: by.name,
      approved_by: approvedBy?.id ?? null,
      approved_name: approvedBy?.name ?? null,
      taken_down_at: null,
      taken_down_name: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when it is not shown any more. */
export async function takeDown(tx: Database, id: number, { by, now }: { by: string; now: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('announcement')
    .set({ taken_down_at: now, taken_down_name: by })
    .where('id', '=', id)
    .where('taken_down_at', 'is', null)
    .where('ends_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
