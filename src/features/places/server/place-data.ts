import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { keptFresh } from '#shared/kept-fresh.ts'
import type { Clock } from '#server/clock.ts'
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
export function openPlaceData<Row>(given: {
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

  const checkWhenDue = keptFresh({ now: () => clock.now(), freshForMs: () => (current ? FRESH_MS : 0), refresh: check })

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
export async function replacePlaceData(db: Database, { kind, source, asOf, rows, write }: NewPlaceData): Promise<void> {
  const fingerprint = fingerprintOf(asOf, rows)
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`place_data ${kind}`}))`.execute(transaction)
    const values = { source, fingerprint, as_of: asOf, imported_at: new Date() }
    if (source === 'seed' && !(await needsSeed(transaction, kind, fingerprint))) return
    await write(transaction)
    await transaction
      .insertInto('place_data')
      .values({ kind, ...values })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
      .execute()
  })
}

/** First start, or the demonstration data that ships with the portal changed; what the operator imported stays. */
async function needsSeed(db: Database, kind: PlaceDataKind, fingerprint: string): Promise<boolean> {
  const head = await db.selectFrom('place_data').select(['source', 'fingerprint']).where('kind', '=', kind).executeTakeFirst()
  return !head || (head.source === 'seed' && head.fingerprint !== fingerprint)
}

function fingerprintOf(asOf: string, rows: readonly object[]): string {
  return createHash('sha256').update(asOf).update(JSON.stringify(rows)).digest('base64url').slice(0, 22)
}
