import type pg from 'pg'
import { tellAll } from '../logging/figure-rows.ts'
import type { Figure } from '../logging/sampled-figures.ts'

const SYNC_STATES = { label: 'sync_state', values: ['sync', 'quorum', 'potential', 'async'] }

type Row = {
  isInRecovery: boolean
  isSynchronousWanted: boolean
  /** Null for an account that may not see more than that somebody streams. */
  standbys: { syncState: string | null; state: string | null; lagSeconds: number | null; lagBytes: number | null }[]
}

/**
 * What the database tells of its standbys. An account without `pg_read_all_stats` sees that there are some and nothing about them: then nothing is
 * told, because none and unknown are not the same. On a standby the view is about those that stream from it, which nobody asked about.
 */
export async function readReplication(pool: Pick<pg.Pool, 'query'>): Promise<Figure[]> {
  const { rows } = await pool.query<Row>(`
    select pg_is_in_recovery() as "isInRecovery", current_setting('synchronous_standby_names') <> '' as "isSynchronousWanted",
      coalesce((select json_agg(json_build_object('syncState', sync_state, 'state', state,
          'lagSeconds', extract(epoch from replay_lag),
          'lagBytes', case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end))
        from pg_stat_replication), '[]') as standbys`)
  const [row] = rows
  if (!row) return []
  const recovery: Figure = { name: 'guichet_database_in_recovery', value: Number(row.isInRecovery) }
  return row.isInRecovery ? [recovery] : [recovery, ...primaryFigures(row)]
}

function primaryFigures({ isSynchronousWanted, standbys }: Row): Figure[] {
  const wanted: Figure = { name: 'guichet_database_synchronous_wanted', value: Number(isSynchronousWanted) }
  if (standbys.some(({ state }) => state === null)) return [wanted]
  // One that is being made by a base backup, or still catches up, keeps nothing safe yet.
  const streaming = standbys.filter(({ state }) => state === 'streaming')
  const counts = tellAll(
    [SYNC_STATES],
    streaming.map(({ syncState }) => ({ labels: { sync_state: syncState ?? '' }, value: 1 })),
  )
  const replaying = standbys.filter(({ lagBytes }) => lagBytes !== null)
  return [
    wanted,
    ...counts.map((told): Figure => ({ name: 'guichet_database_standbys', ...told })),
    ...(replaying.length === 0 ? [] : lagFigures(replaying)),
  ]
}

/** PostgreSQL says no time when everything is replayed and nothing happens: that is no lag. */
function lagFigures(replaying: Row['standbys']): Figure[] {
  return [
    { name: 'guichet_database_replication_lag_seconds', value: Math.max(...replaying.map(({ lagSeconds }) => lagSeconds ?? 0)) },
    { name: 'guichet_database_replication_lag_bytes', value: Math.max(...replaying.map(({ lagBytes }) => lagBytes ?? 0)) },
  ]
}
