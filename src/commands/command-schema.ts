import type pg from 'pg'
import { compareSchema } from '#server/database/migrations.ts'
import { otherOwner } from '#server/database/portal-mode.ts'
import type { Mode } from '#settings/setting.ts'

/** F69: why this program must not use these tables, with what to do; null when they are of its version. */
export async function schemaProblem(pool: pg.Pool, mode: Mode): Promise<string | null> {
  const { isEmpty, missing, unknown } = await compareSchema(pool)
  if (isEmpty) return 'The database holds no tables of the portal: nothing was done. A new database is prepared by npm run migrate.'
  if (unknown.length > 0)
    return `The database was migrated by a newer version (${unknown.join(', ')}): nothing was done. Use the commands of that version.`
  if (missing.length > 0)
    return `The database is behind this version (${missing.join(', ')}): nothing was done. Run npm run migrate, then this command again.`
  const other = await otherOwner(pool, mode)
  return other && `The database belongs to ${other}: nothing was done.`
}
