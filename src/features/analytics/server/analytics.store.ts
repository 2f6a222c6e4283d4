import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

type Counts = { day: string; language: string; events: { page: string; action: string; count: number }[] }

/** One row per day, page, action and language: the table grows with the pages, not with the visitors. */
export async function addCounts(db: Database, { day, language, events }: Counts): Promise<void> {
  const pages = events.map((event) => event.page)
  const actions = events.map((event) => event.action)
  const counts = events.map((event) => event.count)
  // Sorted, so that two batches lock the same rows in the same order.
  await sql`
    insert into analytics_count as known (day, page, action, language, count)
    select ${day}::date, page, action, ${language}, sum(count)
    from unnest(${pages}::text[], ${actions}::text[], ${counts}::bigint[]) as seen (page, action, count)
    group by page, action order by page, action
    on conflict (day, page, action, language) do update set count = known.count + excluded.count`.execute(db)
}
