import type pg from 'pg'
import { COUNTRY, MONEY } from '#shared/operator.ts'

/**
 * OPS-2: a database belongs to one mode permanently, and in production to one country and one currency of prices. A sandbox on the rows of
 * production would query simulated providers about real payments; another operator would price them in its own currency. Says which portal
 * it belongs to; null when it is this one's or no one's yet.
 */
export async function otherOwner(pool: pg.Pool, mode: string): Promise<string | null> {
  const { rows } = await pool.query<{ mode: string; country: string | null; currency: string | null }>(
    'select mode, country, currency from portal_mode',
  )
  const [found] = rows
  if (!found) return null
  if (found.mode !== mode) return `a portal in ${found.mode} mode, and GUICHET_MODE is ${mode}`
  if (mode !== 'production' || found.country === null) return null
  const isOurs = found.country === COUNTRY.code && found.currency === MONEY.prices
  if (isOurs) return null
  return `an operator with country ${found.country} and prices in ${found.currency}, and GUICHET_OPERATOR has ${COUNTRY.code} and ${MONEY.prices}`
}

/** The first start of a version with this check marks the database; later starts find the mark. */
export async function claimDatabase(pool: pg.Pool, mode: string): Promise<string | null> {
  const other = await otherOwner(pool, mode)
  if (other !== null) return other
  const ofProduction = mode === 'production' ? [COUNTRY.code, MONEY.prices] : [null, null]
  await pool.query(
    `insert into portal_mode (mode, country, currency) values ($1, $2, $3) on conflict (only_row) do update
     set country = excluded.country, currency = excluded.currency where portal_mode.country is null and portal_mode.mode = excluded.mode`,
    [mode, ...ofProduction],
  )
  return otherOwner(pool, mode)
}
