import { createHash, randomUUID } from 'node:crypto'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import { storedText } from '../read-line.ts'
import { readWrittenTime } from '../written-time.ts'
import { UnreadableFile, type Bytes, type FileFault, type FileKind } from './file-rows.ts'
import { kindOfFile, openTable, probeTable, type Probe } from './read-file.ts'

export type Place = { db: Database; clock: Clock; cipher: FieldCipher }

export const MAX_FILE_BYTES = 128 * 1024 * 1024
const PART_BYTES = 512 * 1024
const PURPOSE = 'statement-file'

export type Received =
  | { kind: 'received'; id: number }
  | { kind: 'same-file'; source: string; day: string; fileName: string }
  | { kind: 'refused'; why: 'signed' | 'day' | 'too-large' }
  | { kind: 'unreadable'; why: FileFault; at: string }

export type Upload = { source: string; day: string; fileName: string; bytes: AsyncIterable<Buffer>; staff: Staff }

/** Stores a file until it is compared, and looks at its columns. Nothing of it counts yet. */
export async function receiveStatement(place: Place, upload: Upload): Promise<Received> {
  const { db, clock } = place
  const { source, day, staff } = upload
  const begins = dayBegins(day)
  if (!begins || begins > clock.now()) return { kind: 'refused', why: 'day' }
  if (await isSigned(db, source, day)) return { kind: 'refused', why: 'signed' }
  const stored = await storeParts(place, upload.bytes)
  if ('why' in stored) return { kind: 'refused', why: stored.why }
  try {
    const same = await comparedFile(db, source, stored.hash)
    if (same) {
      await removeParts(db, stored.uploadId)
      return same
    }
    const kind = stored.kind()
    const probe = await probeTable(await openTable(readParts(place, stored.uploadId), kind), shownCell)
    const id = await addStatement(db, { ...upload, fileName: shownFileName(upload.fileName) }, { ...stored, kind, probe, now: clock.now() })
    if (id !== null) return { kind: 'received', id }
    await removeParts(db, stored.uploadId)
    return { kind: 'refused', why: 'signed' }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await removeParts(db, stored.uploadId)
    await appendAudit(db, {
      actor: staff,
      act: 'upload-statement',
      outcome: 'refused',
      target: { kind: 'reconciliation', id: `${source} ${day}` },
      detail: { why: error.why, file: shownFileName(upload.fileName), hash: stored.hash.toString('hex') },
    })
    return { kind: 'unreadable', why: error.why, at: error.at }
  }
}

/** A moment has as many digits as a number. */
function shownCell(text: string): string {
  return readWrittenTime(text.trim()) ? text : storedText(text)
}

/** Data of the visitor's computer, shown as text: no path, no sign that is not printed. */
function shownFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  return (
    maskSecrets(
      Array.from(base.replaceAll(/[\p{Cc}\p{Cf}]/gu, ''))
        .slice(0, 100)
        .join(''),
    ) || 'statement'
  )
}

async function isSigned(db: Database, source: string, day: string): Promise<boolean> {
  const row = await db.selectFrom('recon_day').select('second_at').where('source', '=', source).where('day', '=', day).executeTakeFirst()
  return row !== undefined && row.second_at !== null
}

type Stored = { uploadId: string; hash: Buffer; size: number; kind: () => FileKind }

/** Each part by itself: a slow upload holds no transaction open. Parts whose upload broke off leave with the retention. */
async function storeParts({ db, cipher }: Place, bytes: AsyncIterable<Buffer>): Promise<Stored | { why: 'too-large' }> {
  const uploadId = randomUUID()
  const hash = createHash('sha256')
  const seen = kindOfFile()
  let size = 0
  let part = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const write = async () => {
    const sealed = cipher.encrypt(PURPOSE, Buffer.concat(waiting).toString('latin1'))
    await db.insertInto('recon_file_part').values({ upload_id: uploadId, part, sealed }).execute()
    part += 1
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) {
      await removeParts(db, uploadId)
      return { why: 'too-large' }
    }
    hash.update(chunk)
    seen.see(chunk)
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= PART_BYTES) await write()
  }
  if (waitingBytes > 0) await write()
  return { uploadId, hash: hash.digest(), size, kind: seen.kind }
}

export async function* readParts({ db, cipher }: Pick<Place, 'db' | 'cipher'>, uploadId: string): Bytes {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('recon_file_part')
      .select('sealed')
      .where('upload_id', '=', uploadId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    const text = cipher.decrypt(PURPOSE, row.sealed)
    if (text === null) throw new Error('a stored file cannot be opened')
    yield Buffer.from(text, 'latin1')
  }
}

export async function removeParts(db: Database, uploadId: string): Promise<void> {
  await db.deleteFrom('recon_file_part').where('upload_id', '=', uploadId).execute()
}

export async function comparedFile(db: Database, source: string, hash: Buffer): Promise<(Received & { kind: 'same-file' }) | null> {
  const row = await db
    .selectFrom('recon_statement')
    .select(['day', 'file_name'])
    .where('source', '=', source)
    .where('file_hash', '=', hash)
    .where('compared_at', 'is not', null)
    .executeTakeFirst()
  return row ? { kind: 'same-file', source, day: row.day, fileName: row.file_name } : null
}

type Known = Stored & { now: Date; probe: Probe }

/** Null when the day was signed meanwhile. The same file that no one compared is replaced. */
async function addStatement(
  db: Database,
  { source, day, staff, fileName }: Omit<Upload, 'bytes'>,
  { uploadId, hash, size, kind, probe, now }: Omit<Known, 'kind'> & { kind: FileKind },
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('recon_day')
      .values({ source, day })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { second_at } = await tx
      .selectFrom('recon_day')
      .select('second_at')
      .where('source', '=', source)
      .where('day', '=', day)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (second_at !== null) return null
    const open = tx
      .selectFrom('recon_statement')
      .where('source', '=', source)
      .where('file_hash', '=', hash)
      .where('compared_at', 'is', null)
    const stale = await open.select(['id', 'upload_id', 'day']).execute()
    for (const { id, upload_id } of stale) {
      await removeParts(tx, upload_id)
      await tx.deleteFrom('recon_statement').where('id', '=', id).execute()
    }
    const { id } = await tx
      .insertInto('recon_statement')
      .values({
        source,
        day,
        file_name: fileName,
        file_hash: hash,
        file_bytes: size,
        file_kind: JSON.stringify(kind),
        probe: JSON.stringify(probe),
        upload_id: uploadId,
        uploaded_by_id: staff.id,
        uploaded_by_name: staff.name,
        uploaded_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendAudit(tx, {
      actor: staff,
      act: 'upload-statement',
      outcome: 'done',
      target: { kind: 'reconciliation', id: `${source} ${day}` },
      detail: { file: fileName, hash: hash.toString('hex'), bytes: size, rows: probe.rows },
    })
    return id
  })
}
