import type pg from 'pg'

/**
 * OPS-2: a database belongs to one mode permanently. A sandbox on the rows of production would query simulated providers about real
 * payments. Returns the other mode that it belongs to, or null.
 */
export async function otherModeOf(pool: pg.Pool, mode: string): Promise<string | null> {
  const { rows } = await pool.query<{ mode: string }>('select mode from portal_mode')
  return rows[0] && rows[0].mode !== mode ? rows[0].mode : null
}

/** The first start of a version with this check marks the database; later starts find the mark. */
export async function claimMode(pool: pg.Pool, mode: string): Promise<string | null> {
  const other = await otherModeOf(pool, mode)
  if (other !== null) return other
  await pool.query('insert into portal_mode (mode) select $1 where not exists (select from portal_mode) on conflict do nothing', [mode])
  return otherModeOf(pool, mode)
}
