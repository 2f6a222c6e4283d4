import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { isDatabaseUnavailable } from './database-problems.ts'
import { openPool } from './database.ts'
import { watchWrites } from './write-watch.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder = ''
let postgres: PrivatePostgres
let person: pg.Client

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-writes-')))
  postgres = await startPrivatePostgres({ folder })
  person = new pg.Client({ connectionString: postgres.databaseUrl })
  await person.connect()
  await person.query('set synchronous_commit = local')
  await person.query('create table line (words text)')
})

afterAll(async () => {
  await person.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function waitForStandby(name: '' | 'nobody'): Promise<void> {
  await person.query(`alter system set synchronous_standby_names = '${name}'`)
  await person.query('select pg_reload_conf()')
}

/** Late only after longer than a heartbeat takes on a busy machine. */
const PACE = { everyMs: 20, lateMs: 2_000 }
const LONG = { timeout: 20_000 }
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error as Error & { code?: string },
  )

test('HA-3 without a standby writes fail at once and reads continue; with one again, writes resume, on the same connections', async () => {
  const pool = openPool(postgres.databaseUrl, () => {})
  const changes: boolean[] = []
  const watch = watchWrites({ pool, databaseUrl: postgres.databaseUrl, onChange: (isOpen) => changes.push(isOpen), pace: PACE })
  const write = (words: string) => pool.query('insert into line values ($1)', [words])
  await write('before')
  await expect.poll(() => watch.beatSeconds(), LONG).toBeLessThan(PACE.lateMs / 1000)

  await waitForStandby('nobody')
  await expect.poll(() => watch.isOpen(), LONG).toBe(false)
  expect(watch.beatSeconds()).toBeGreaterThanOrEqual(PACE.lateMs / 1000)
  const refused = await Promise.all(Array.from({ length: 50 }, (_, at) => refusal(write(`meanwhile ${at}`))))
  for (const error of refused) {
    expect(error?.code).toBe('25006')
    expect(error && isDatabaseUnavailable(error)).toBe(true)
  }
  expect((await pool.query<{ words: string }>('select words from line')).rows).toEqual([{ words: 'before' }])
  // A refused write closes no connection.
  const client = await pool.connect()
  for (let times = 0; times < 3; times += 1) expect((await refusal(client.query('insert into line values (1)')))?.code).toBe('25006')
  client.release()

  await waitForStandby('')
  await expect.poll(() => watch.isOpen(), LONG).toBe(true)
  await Promise.all(Array.from({ length: 20 }, () => write('after')))
  expect(changes).toEqual([false, true])
  await watch.stop()
  await pool.end()
})

test('HA-3 a write that already waits for the standby fails within the heartbeat, so that the pool is free for reads', async () => {
  const pool = openPool(postgres.databaseUrl, () => {})
  const watch = watchWrites({ pool, databaseUrl: postgres.databaseUrl, pace: PACE })
  await expect.poll(() => watch.beatSeconds(), LONG).not.toBeNull()
  await waitForStandby('nobody')
  const waiting = Array.from({ length: 30 }, () => refusal(pool.query('insert into line values ($1)', ['waits'])))
  const outcomes = await Promise.all(waiting)
  expect(outcomes.every((error) => error && isDatabaseUnavailable(error))).toBe(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await waitForStandby('')
  await expect.poll(() => watch.isOpen(), LONG).toBe(true)
  await watch.stop()
  await pool.end()
})

test('HA-3 a heartbeat whose connection broke continues on another one, and writes with it', async () => {
  const pool = openPool(postgres.databaseUrl, () => {})
  const watch = watchWrites({ pool, databaseUrl: postgres.databaseUrl, pace: PACE })
  const beating = async () => {
    const { rows } = await person.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'guichet beat'`)
    return rows.map((row) => row.pid)
  }
  await expect.poll(beating, LONG).toHaveLength(1)
  const broken = await beating()
  await person.query('select pg_terminate_backend($1)', broken)
  await expect.poll(async () => (await beating()).filter((pid) => !broken.includes(pid)), LONG).toHaveLength(1)
  // Whether or not writes were blocked meanwhile (a heartbeat may have been pending): the new one allows them.
  await expect.poll(() => refusal(pool.query('insert into line values ($1)', ['after a broken beat'])), LONG).toBeNull()
  await watch.stop()
  await pool.end()
})
