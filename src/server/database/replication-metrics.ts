import type pg from 'pg'
import { expandSeries } from '../logging/metric-series.ts'
import type { MetricSample } from '../logging/metric-sampler.ts'

const SYNC_STATES = { label: 'sync_state', values: ['sync', 'quorum', 'potential', 'async'] }

type Row = {
  isInRecovery: boolean
  isSynchronousWanted: boolean
  /** Null for an account that may see only that standbys are connected. */
  standbys: { syncState: string | null; state: string | null; lagSeconds: number | null; lagBytes: number | null }[]
}

/**
 * What the database reports about its standbys. An account without `pg_read_all_stats` sees that there are some and nothing about them.
 * Then no metric is exported, because none and unknown are not the same. On a standby the view lists its own cascading standbys, which are
 * not monitored.
 */
export async function readReplication(pool: Pick<pg.Pool, 'query'>): Promise<MetricSample[]> {
  const { rows } = await pool.query<Row>(`
    select pg_is_in_recovery() as "isInRecovery", current_setting('synchronous_standby_names') <> '' as "isSynchronousWanted",
      coalesce((select json_agg(json_build_object('syncState', sync_state, 'state', state,
          'lagSeconds', extract(epoch from replay_lag),
          'lagBytes', case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end))
        from pg_stat_replication), '[]') as standbys`)
  const [row] = rows
  if (!row) return []
  const recovery: MetricSample = { name: 'guichet_database_in_recovery', value: Number(row.isInRecovery) }
  return row.isInRecovery ? [recovery] : [recovery, ...primarySamples(row)]
}

function primarySamples({ isSynchronousWanted, standbys }: Row): MetricSample[] {
  const wanted: MetricSample = { name: 'guichet_database_synchronous_wanted', value: Number(isSynchronousWanted) }
  if (standbys.some(({ state }) => state === null)) return [wanted]
  // A standby that is being created by a base backup, or still catches up, protects no data yet.
  const streaming = standbys.filter(({ state }) => state === 'streaming')
  const counts = expandSeries(
    [SYNC_STATES],
    streaming.map(({ syncState }) => ({ labels: { sync_state: syncState ?? '' }, value: 1 })),
  )
  const replaying = standbys.filter(({ lagBytes }) => lagBytes !== null)
  return [
    wanted,
    ...counts.map((told): MetricSample => ({ name: 'guichet_database_standbys', ...told })),
    ...(replaying.length === 0 ? [] : lagSamples(replaying)),
  ]
}

/** PostgreSQL reports no time when everything is replayed and nothing happens: that is no lag. */
function lagSamples(replaying: Row['standbys']): MetricSample[] {
  return [
    { name: 'guichet_database_replication_lag_seconds', value: Math.max(...replaying.map(({ lagSeconds }) => lagSeconds ?? 0)) },
    { name: 'guichet_database_replication_lag_bytes', value: Math.max(...replaying.map(({ lagBytes }) => lagBytes ?? 0)) },
  ]
}
