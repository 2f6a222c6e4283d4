import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { refreshWhenStale } from '#shared/refresh-when-stale.ts'
import type { Clock } from '#server/clock.ts'
import { CONTENT_VERSION, seedStep } from '#server/database/content-version.ts'
import type { Database } from '#server/database/database.ts'

/** Shops and sites live in tables of their own and are served from memory; a change is seen within seconds on every replica. */
export type PlaceDataKind = 'shops' | 'sites'

export type PlaceData<Row> = {
  rows: readonly Row[]
  /** The day the data describes, for example 2026-11-01. */
  asOf: string
  /** True until the operator has imported data of its own. */
  isDemonstration: boolean
  /** Changes with the data. */
  fingerprint: string
}

const FRESH_MS = 3_000

/** Reads all rows again only when the fingerprint changed; a database that is away for a moment takes nothing off the pages. */
export function createPlaceData<Row>(given: {
  kind: PlaceDataKind
  db: Database
  clock: Clock
  readRows: (db: Database) => Promise<Row[]>
}): () => Promise<PlaceData<Row>> {
  const { kind, db, clock, readRows } = given
  let current: PlaceData<Row> | null = null

  async function check(): Promise<void> {
    const head = await db.selectFrom('place_data').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow()
    if (current?.fingerprint === head.fingerprint) return
    const rows = await readRows(db)
    current = { rows, asOf: head.as_of, isDemonstration: head.source === 'seed', fingerprint: head.fingerprint }
  }

  const checkWhenDue = refreshWhenStale({ now: () => clock.now(), freshForMs: () => (current ? FRESH_MS : 0), refresh: check })

  return async function read() {
    await checkWhenDue().catch((error: unknown) => {
      if (!current) throw error
    })
    if (!current) throw new Error(`${kind} were not read`)
    return current
  }
}

export type NewPlaceData = {
  kind: PlaceDataKind
  source: 'seed' | 'import'
  asOf: string
  /** What is written, for the fingerprint. */
  rows: readonly object[]
  /** Removes what is there and writes the rows, in the transaction it is given. */
  write: (transaction: Database) => Promise<void>
}

/** Replaces all rows of one kind or none. */
export async function replacePlaceData(
  db: Database,
  { kind, source, asOf, rows, write }: NewPlaceData,
  version: number = CONTENT_VERSION,
): Promise<void> {
  const fingerprint = fingerprintOf(asOf, rows)
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`place_data ${kind}`}))`.execute(transaction)
    const seed_version = source === 'seed' ? version : null
    const values = { source, fingerprint, as_of: asOf, seed_version, imported_at: new Date() }
    const step = source === 'seed' ? await seedStepOf(transaction, kind, { fingerprint, version }) : 'replace'
    if (step === 'leave') return
    if (step === 'replace') await write(transaction)
    await transaction
      .insertInto('place_data')
      .values({ kind, ...values })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
      .execute()
  })
}

/** OPS-4 */
async function seedStepOf(db: Database, kind: PlaceDataKind, { fingerprint, version }: { fingerprint: string; version: number }) {
  const head = await db
    .selectFrom('place_data')
    .select(['source', 'fingerprint', 'seed_version'])
    .where('kind', '=', kind)
    .executeTakeFirst()
  return seedStep(head ?? null, { isSame: head?.fingerprint === fingerprint, version })
}

function fingerprintOf(asOf: string, rows: readonly object[]): string {
  return createHash('sha256').update(asOf).update(JSON.stringify(rows)).digest('base64url').slice(0, 22)
}
