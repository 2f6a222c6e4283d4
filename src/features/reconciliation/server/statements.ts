import { sql } from 'kysely'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { askAboutOrders } from '#features/payment/server/reconciliation/ask-about.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { Database } from '#server/database/database.ts'
import { shippedMappings } from '../example-mappings.ts'
import { mappingProblem, type Mapping, type MappingProblem } from '../mapping.ts'
import { doubtfulOrders, figuresOf, findDifferences, type DayKey } from './compare-day.ts'
import { UnreadableFile, type FileFault, type FileKind } from './file-rows.ts'
import { openTable, type Probe } from './read-file.ts'
import { storeLines, type LineCounts, type LinesRefusal } from './store-lines.ts'
import { comparedFile, readParts, removeParts, type Place } from './uploads.ts'

export type StoredStatement = DayKey & {
  id: number
  fileName: string
  hash: string
  bytes: number
  kind: FileKind
  probe: Probe
  uploadId: string
  uploadedBy: string
  uploadedAt: Date
  counts: LineCounts | null
  comparedAt: Date | null
}

export type Compared =
  | { kind: 'compared'; source: string; day: string; counts: LineCounts; differences: number }
  | LinesRefusal
  | { kind: 'mapping'; why: MappingProblem }
  | { kind: 'amounts-differ' }
  | { kind: 'same-file'; source: string; day: string; fileName: string }
  | { kind: 'unreadable'; why: FileFault; at: string }
  | { kind: 'gone' | 'signed' | 'not-found' | 'compared-before' }

/** Rolls back: nothing of the file is stored. */
class Refused extends Error {
  readonly result: Compared
  constructor(result: Compared) {
    super(result.kind)
    this.result = result
  }
}

export type Comparing = { id: number; staff: Staff; mapping: Mapping; isKept: boolean }

/**
 * CON-6: reads an uploaded file by its mapping and compares the day with the ledger. It changes no payment; what is done there only is asked
 * about afterwards, as `askAboutOrders` does.
 */
export async function compareStatement(place: Place, asked: Comparing): Promise<Compared> {
  try {
    const result = await place.db.transaction().execute((tx) => compareInside(tx, place, asked))
    await askAboutOrders(place, await doubtfulOrders(place.db, result), `statement, ${asked.staff.name}`)
    return result
  } catch (error) {
    if (error instanceof Refused) return noteRefusal(place.db, asked, error.result)
    if (error instanceof UnreadableFile) return noteRefusal(place.db, asked, { kind: 'unreadable', why: error.why, at: error.at })
    throw error
  }
}

async function noteRefusal(db: Database, { staff, id }: Comparing, result: Compared): Promise<Compared> {
  await appendAudit(db, {
    actor: staff,
    act: 'compare-statement',
    outcome: 'refused',
    target: { kind: 'statement', id: String(id) },
    detail: { why: result.kind },
  })
  return result
}

async function compareInside(tx: Database, { clock, cipher }: Place, { id, staff, mapping, isKept }: Comparing) {
  const key = await readStatement(tx, id)
  if (!key) throw new Refused({ kind: 'not-found' })
  await lockOpenDay(tx, key)
  // Another person may have compared it while this one waited.
  const statement = await readStatement(tx, id)
  if (!statement) throw new Refused({ kind: 'not-found' })
  const { source, day } = statement
  if (statement.comparedAt !== null) throw new Refused({ kind: 'compared-before' })
  const same = await comparedFile(tx, source, Buffer.from(statement.hash, 'hex'))
  if (same) throw new Refused(same)
  if (!(await hasParts(tx, statement.uploadId))) throw new Refused({ kind: 'gone' })
  const table = await openTable(readParts({ db: tx, cipher }, statement.uploadId), statement.kind)
  const wrong = mappingProblem(mapping, table.header)
  if (wrong) throw new Refused({ kind: 'mapping', why: wrong })
  const counts = await storeLines(tx, table, { mapping, statementId: id, source, day })
  if ('kind' in counts) throw new Refused(counts)
  const now = clock.now()
  if (isKept) await keepMapping(tx, { source, mapping, staff, now })
  await tx
    .updateTable('recon_statement')
    .set({ mapping: JSON.stringify(mapping), counts: JSON.stringify(counts), compared_at: now })
    .where('id', '=', id)
    .execute()
  await removeParts(tx, statement.uploadId)
  const differences = await compareDay(tx, statement, { staff, now })
  const detail = { statement: id, hash: statement.hash, ...counts, differences }
  await appendAudit(tx, { actor: staff, act: 'compare-statement', outcome: 'done', target: targetOf(statement), detail })
  return { kind: 'compared' as const, source, day, counts, differences }
}

export const targetOf = ({ source, day }: DayKey) => ({ kind: 'reconciliation', id: `${source} ${day}` })

/** Everything that changes a day waits here; a day that two people signed is refused. */
async function lockOpenDay(tx: Database, key: DayKey): Promise<{ version: number }> {
  const row = await tx
    .selectFrom('recon_day')
    .select(['version', 'second_at'])
    .where('source', '=', key.source)
    .where('day', '=', key.day)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused({ kind: 'not-found' })
  if (row.second_at !== null) throw new Refused({ kind: 'signed' })
  return row
}

async function compareDay(tx: Database, key: DayKey, { staff, now }: { staff: Staff; now: Date }): Promise<number> {
  if (!(await findDifferences(tx, key))) throw new Refused({ kind: 'amounts-differ' })
  const totals = await figuresOf(tx, key)
  // What a first person signed is not what is there now.
  await tx
    .updateTable('recon_day')
    .set((each) => ({ version: each('version', '+', 1), first_by_id: null, first_by_name: null, first_at: null }))
    .set({ compared_at: now, compared_by: staff.name, totals: JSON.stringify(totals) })
    .where('source', '=', key.source)
    .where('day', '=', key.day)
    .execute()
  const { count } = await tx
    .selectFrom('recon_difference')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('source', '=', key.source)
    .where('day', '=', key.day)
    .executeTakeFirstOrThrow()
  return count
}

/** The ledger went on, or a file of another day came: the same lines, compared again. */
export async function compareAgain(place: Place, { staff, ...key }: DayKey & { staff: Staff }): Promise<Compared> {
  try {
    const result = await place.db.transaction().execute(async (tx) => {
      await lockOpenDay(tx, key)
      const differences = await compareDay(tx, key, { staff, now: place.clock.now() })
      await appendAudit(tx, { actor: staff, act: 'compare-statement', outcome: 'done', target: targetOf(key), detail: { differences } })
      return differences
    })
    await askAboutOrders(place, await doubtfulOrders(place.db, key), `statement, ${staff.name}`)
    return { kind: 'compared', ...key, counts: { lines: 0, ours: 0, left: 0, known: 0 }, differences: result }
  } catch (error) {
    if (error instanceof Refused) return error.result
    throw error
  }
}

async function hasParts(tx: Database, uploadId: string): Promise<boolean> {
  return (await tx.selectFrom('recon_file_part').select('part').where('upload_id', '=', uploadId).limit(1).executeTakeFirst()) !== undefined
}

type Keeping = { source: string; mapping: Mapping; staff: Staff; now: Date }

async function keepMapping(tx: Database, { source, mapping, staff, now }: Keeping): Promise<void> {
  const kept = { mapping: JSON.stringify(mapping), saved_by: staff.name, saved_at: now }
  await tx
    .insertInto('recon_mapping')
    .values({ source, name: mapping.name, ...kept })
    .onConflict((conflict) => conflict.columns(['source', 'name']).doUpdateSet(kept))
    .execute()
}

/** Those of staff, the newest first; then the shipped ones. */
export async function mappingsOf(db: Database, source: string): Promise<Mapping[]> {
  const { rows } = await sql<{
    mapping: Mapping
  }>`select mapping from recon_mapping where source = ${source} order by saved_at desc`.execute(db)
  return [...rows.map(({ mapping }) => mapping), ...shippedMappings(source)]
}

export async function readStatement(db: Database, id: number): Promise<StoredStatement | null> {
  const { rows } = await sql<Row>`select * from recon_statement where id = ${id}`.execute(db)
  const [row] = rows
  return row ? statementOf(row) : null
}

export async function statementsOf(db: Database, { source, day }: DayKey): Promise<StoredStatement[]> {
  const { rows } = await sql<Row>`
    select * from recon_statement where source = ${source} and day = ${day}::date order by uploaded_at`.execute(db)
  return rows.map(statementOf)
}

type Row = {
  id: number
  source: string
  day: string
  file_name: string
  file_hash: Buffer
  file_bytes: number
  file_kind: FileKind
  probe: Probe
  upload_id: string
  uploaded_by_name: string
  uploaded_at: Date
  counts: LineCounts | null
  compared_at: Date | null
}

function statementOf(row: Row): StoredStatement {
  return {
    id: row.id,
    source: row.source,
    day: row.day,
    fileName: row.file_name,
    hash: row.file_hash.toString('hex'),
    bytes: row.file_bytes,
    kind: row.file_kind,
    probe: row.probe,
    uploadId: row.upload_id,
    uploadedBy: row.uploaded_by_name,
    uploadedAt: row.uploaded_at,
    counts: row.counts,
    comparedAt: row.compared_at,
  }
}
