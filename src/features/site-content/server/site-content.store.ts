import type { Language } from '#shared/language.ts'
import type { Database } from '#server/database/database.ts'
import type { PackageName } from '../package-names.ts'

export type ActivePackage = { id: number; name: string; language: string; source: string; body: unknown }

export async function readActiveIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('content_active').select('package_id').orderBy('package_id').execute()
  return rows.map((row) => row.package_id)
}

export async function readActivePackages(db: Database): Promise<ActivePackage[]> {
  return db
    .selectFrom('content_active')
    .innerJoin('content_package', 'content_package.id', 'content_active.package_id')
    .select(['content_package.id', 'content_package.name', 'content_package.language', 'source', 'body'])
    .execute()
}

export type NewPackage = { name: PackageName; language: Language; body: unknown; source: 'seed' | 'import' }

/** Adds versions and serves them, all or none; what was served before stays stored. */
export async function replacePackages(db: Database, packages: NewPackage[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { name, language, body, source } of packages) {
      const { id } = await tx
        .insertInto('content_package')
        .values({ name, language, body: JSON.stringify(body), source })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('content_active')
        .values({ name, language, package_id: id })
        .onConflict((conflict) => conflict.columns(['name', 'language']).doUpdateSet({ package_id: id }))
        .execute()
    }
  })
}
