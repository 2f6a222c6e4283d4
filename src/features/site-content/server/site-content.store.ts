import { sql } from 'kysely'
import type { StoredSeed } from '#server/database/content-version.ts'
import type { Language } from '#shared/language.ts'
import type { Database } from '#server/database/database.ts'
import type { PackageName } from '../content-packages.ts'

export type ActivePackage = StoredSeed & { id: number; name: string; language: string; body: unknown }

/** CON-7: grows with every change of what is served, in the order in which changes are seen. */
export async function readContentVersion(db: Database): Promise<number> {
  return (await db.selectFrom('content_state').select('version').executeTakeFirstOrThrow()).version
}

/** Ids are used once, also by transactions that are rolled back: the same ids are the same content. */
export async function readActiveIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('content_active').select('package_id').orderBy('package_id').execute()
  return rows.map((row) => row.package_id)
}

/** Both as of one moment. */
export async function readActiveContent(db: Database): Promise<{ version: number; packages: ActivePackage[] }> {
  const rows = await db
    .selectFrom('content_state')
    .leftJoin('content_active', (join) => join.onTrue())
    .leftJoin('content_package', 'content_package.id', 'content_active.package_id')
    .select(['version', 'content_package.id', 'content_package.name', 'content_package.language', 'source', 'seed_version', 'body'])
    .execute()
  const packages = rows.flatMap(({ version: _version, id, name, language, source, ...row }) =>
    id === null || name === null || language === null || source === null ? [] : [{ ...row, id, name, language, source }],
  )
  return { version: rows[0]?.version ?? 0, packages }
}

export async function readActivePackages(db: Database): Promise<ActivePackage[]> {
  return db
    .selectFrom('content_active')
    .innerJoin('content_package', 'content_package.id', 'content_active.package_id')
    .select(['content_package.id', 'content_package.name', 'content_package.language', 'source', 'seed_version', 'body'])
    .execute()
}

export type NewPackage = { name: PackageName; language: Language; body: unknown; /** Null for an editor's. */ seedVersion: number | null }

/** Adds versions and serves them, all or none; what was served before stays stored. */
export async function replacePackages(db: Database, packages: NewPackage[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockContent(tx)
    await replaceWithin(tx, packages)
  })
}

/** Until the end of the transaction no one else changes what is served. */
export async function lockContent(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content seed'))`.execute(tx)
}

/** Inside a transaction. Shipped packages are stored as imported ones: programs that know no version leave those alone. */
export async function replaceWithin(tx: Database, packages: NewPackage[]): Promise<void> {
  for (const { name, language, body, seedVersion } of packages) {
    const { id } = await tx
      .insertInto('content_package')
      .values({ name, language, body: JSON.stringify(body), source: 'import', seed_version: seedVersion })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('content_active')
      .values({ name, language, package_id: id })
      .onConflict((conflict) => conflict.columns(['name', 'language']).doUpdateSet({ package_id: id }))
      .execute()
  }
}

/** Replaces and marks the served packages that `decide` names, while no other program seeds. */
export async function seedPackages(
  db: Database,
  version: number,
  decide: (active: ActivePackage[]) => { fresh: NewPackage[]; marked: number[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockContent(tx)
    const { fresh, marked } = decide(await readActivePackages(tx))
    await replaceWithin(tx, fresh)
    if (marked.length === 0) return
    await tx.updateTable('content_package').set({ source: 'import', seed_version: version }).where('id', 'in', marked).execute()
  })
}
