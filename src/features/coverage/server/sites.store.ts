import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

export type Site = { title: string; latitude: number; longitude: number; technologies: number }

export async function readSites(db: Database): Promise<Site[]> {
  return db.selectFrom('coverage_site').select(['title', 'latitude', 'longitude', 'technologies']).orderBy('id').execute()
}

export async function replaceSites(db: Database, sites: readonly Site[]): Promise<void> {
  await db.deleteFrom('coverage_site').execute()
  await sql`
    insert into coverage_site (title, latitude, longitude, technologies)
    select title, latitude, longitude, technologies
    from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb)
      as given (title text, latitude double precision, longitude double precision, technologies smallint)`.execute(db)
}
