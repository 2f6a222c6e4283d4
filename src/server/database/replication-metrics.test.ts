import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { readReplication } from './replication-metrics.ts'

const database = await testDatabase()

/** A connection that sees these standbys: a view of ours shadows PostgreSQL's. */
async function seeing(view: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`create temp view pg_stat_replication as ${view}`)
  await client.query('set search_path = pg_temp, pg_catalog, public')
  return client
}

const standby = (state: string, syncState: string, lag: string, bytesBehind: number) =>
  `select '${state}' as state, '${syncState}' as sync_state, ${lag}::interval as replay_lag, pg_current_wal_lsn() - ${bytesBehind}::numeric as replay_lsn`

const told = async (pool: Parameters<typeof readReplication>[0]) =>
  Object.fromEntries(
    (await readReplication(pool)).map(({ name, labels = {}, value }) => [[name, ...Object.values(labels)].join(' '), value]),
  )

test('WATCH-5 a database without standbys has none, and says so', async () => {
  expect(await told(database.pool)).toEqual({
    guichet_database_in_recovery: 0,
    guichet_database_synchronous_wanted: 0,
    'guichet_database_standbys sync': 0,
    'guichet_database_standbys quorum': 0,
    'guichet_database_standbys potential': 0,
    'guichet_database_standbys async': 0,
  })
})

test('WATCH-5 standbys are counted by their synchronous state, and the largest lag is reported', async () => {
  const views = [
    standby('streaming', 'sync', 'null', 0),
    standby('streaming', 'async', "'00:01:30'", 5000),
    standby('catchup', 'async', "'00:00:02'", 10),
  ]
  const seen = await told(await seeing(views.join(' union all ')))
  expect(seen).toMatchObject({
    'guichet_database_standbys sync': 1,
    'guichet_database_standbys async': 1,
    guichet_database_replication_lag_seconds: 90,
  })
  expect(seen.guichet_database_replication_lag_bytes).toBeGreaterThanOrEqual(5000)
})

test('WATCH-5 a sync_state unknown to this version is reported as other', async () => {
  expect(await told(await seeing(standby('streaming', 'hopeful', 'null', 0)))).toMatchObject({ 'guichet_database_standbys other': 1 })
})

test('WATCH-5 an account that may not see the standbys reports nothing rather than something false', async () => {
  const hidden = 'select null::text as state, null::text as sync_state, null::interval as replay_lag, null::pg_lsn as replay_lsn'
  expect(await told(await seeing(hidden))).toEqual({ guichet_database_in_recovery: 0, guichet_database_synchronous_wanted: 0 })
})

test('WATCH-5 an account without any right still gets a result', async () => {
  const role = `plain_${Date.now()}`
  await database.pool.query(`create role ${role}`)
  onTestFinished(async () => void (await database.pool.query(`drop role ${role}`)))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`set role ${role}`)
  expect(await told(client)).toMatchObject({ guichet_database_in_recovery: 0, guichet_database_synchronous_wanted: 0 })
})

test('WATCH-5 a standby reports that it is one, and nothing about others', async () => {
  const client = await seeing(standby('streaming', 'async', 'null', 0))
  await client.query(`create function pg_temp.pg_is_in_recovery() returns boolean language sql as 'select true'`)
  await client.query('set search_path = pg_temp, pg_catalog')
  const asked = { query: async (text: string) => client.query(text.replaceAll('pg_is_in_recovery()', 'pg_temp.pg_is_in_recovery()')) }
  expect(await told(asked as never)).toEqual({ guichet_database_in_recovery: 1 })
})
