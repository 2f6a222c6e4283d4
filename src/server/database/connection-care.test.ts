import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { UnreplicatedCommit } from './connection-care.ts'
import { isDatabaseUnavailable } from './database-problems.ts'
import { openDatabase, openPool } from './database.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

let folder = ''
let postgres: PrivatePostgres
let person: pg.Client

/** A server whose commits wait for a standby that does not exist; the administrator's console does not wait. */
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-care-')))
  postgres = await startPrivatePostgres({ folder })
  person = new pg.Client({ connectionString: postgres.databaseUrl })
  await person.connect()
  await person.query('set synchronous_commit = local')
  await person.query('create table line (words text)')
  await person.query(`alter system set synchronous_standby_names = 'absent'`)
  await person.query('select pg_reload_conf()')
})

afterAll(async () => {
  await person.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The console sees a new setting with its next query, a new connection when the server has reloaded it. */
async function untilCommitsWait(): Promise<void> {
  await expect
    .poll(async () => (await person.query('show synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: 'absent' }])
}

/** Cancels every query that waits for the standby, as an administrator or a monitoring tool would. */
async function callOffTheWait(how: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  const callOff = `select ${how}(pid) from pg_stat_activity where wait_event = 'SyncRep'`
  await expect.poll(async () => (await person.query(callOff)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
}

async function lines(): Promise<string[]> {
  const { rows } = await person.query<{ words: string }>('select words from line')
  return rows.map(({ words }) => words)
}

const insert = (words: string) => sql`insert into line values (${words})`

for (const how of ['pg_cancel_backend', 'pg_terminate_backend'] as const) {
  test(`HA-1 a transaction whose commit ${how} called off is not reported as committed, and its connection is not reused`, async () => {
    await untilCommitsWait()
    const pool = openPool(postgres.databaseUrl, () => {})
    const db = openDatabase(pool)
    const writing = db.transaction().execute((tx) => insert(how).execute(tx))
    const [outcome] = await Promise.all([
      writing.then(
        () => 'done',
        (error: unknown) => error,
      ),
      callOffTheWait(how),
    ])
    expect(outcome).toBeInstanceOf(Error)
    expect(isDatabaseUnavailable(outcome as Error)).toBe(true)
    // The row exists all the same: unknown is not failed.
    await expect.poll(lines).toContain(how)
    await expect.poll(() => pool.totalCount).toBe(0)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })
}

test('HA-1 neither is a single statement, run by the pool or by a connection', async () => {
  const pool = openPool(postgres.databaseUrl, () => {})
  const ask = [
    () => pool.query('insert into line values ($1)', ['by the pool']),
    () => insert('by the builder').execute(openDatabase(pool)),
  ]
  for (const one of ask) {
    const [outcome] = await Promise.all([
      one().then(
        () => 'done',
        (error: unknown) => error,
      ),
      callOffTheWait('pg_cancel_backend'),
    ])
    expect(outcome).toBeInstanceOf(UnreplicatedCommit)
  }
  await pool.end()
})

test('HA-1 reads continue while commits wait', async () => {
  const pool = openPool(postgres.databaseUrl, () => {}, 500)
  const writing = pool.query('insert into line values ($1)', ['waits']).then(
    () => 'done',
    (error: unknown) => error,
  )
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await writing).toBeInstanceOf(Error)
  await pool.end()
})

test('HA-1 a connection to a demoted server is closed at its first refused write', async () => {
  const pool = openPool(postgres.databaseUrl, () => {})
  const client = await pool.connect()
  await client.query('set default_transaction_read_only = on')
  await expect(client.query('insert into line values ($1)', ['refused'])).rejects.toMatchObject({ code: '25006' })
  client.release()
  await expect.poll(() => pool.totalCount).toBe(0)
  await pool.end()
})
