import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/database/migrations.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { storePayments } from '../bench/stored-payments.ts'

/** Migrations up to this one predate the first release (tests/architecture/migrations.test.ts). */
const LAST_OF_HISTORY = '0147'
const PAYMENTS = 2_000
/** Row threshold: a full table scan exceeds it at any table size. */
const FEW_ROWS = 500

const { url, pool } = await testDatabase()
const before = new URL(url)
before.pathname = '/roll_before'
let client: pg.Client

beforeAll(async () => {
  await pool.query('create database roll_before')
  const folder = mkdtempSync(join(tmpdir(), 'guichet-history-'))
  for (const name of readdirSync('migrations').filter((each) => each.slice(0, 4) <= LAST_OF_HISTORY))
    cpSync(join('migrations', name), join(folder, name))
  await migrate(before.href, { folder })
  rmSync(folder, { recursive: true })
  client = new pg.Client({ connectionString: before.href })
  await client.connect()
  await storePayments({ url: before.href, query: (sql) => client.query(sql), close: () => client.end() }, PAYMENTS)
})

afterAll(async () => {
  await client.end()
  await pool.query('drop database roll_before with (force)')
})

type Held = { table: string; mode: string }

/**
 * Applies a migration in a transaction and checks before its end which existing tables it locks against writes or reads, and whether
 * it read or wrote many rows meanwhile. A row count is valid at any table size, a duration only at one.
 */
async function lookBeforeCommit(text: string): Promise<{ held: Held[]; rows: number }> {
  const { rows: known } = await client.query<{ oid: number }>(
    `select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  await client.query('begin')
  try {
    const touchedBefore = await rowsTouched()
    await client.query(text)
    const { rows: held } = await client.query<Held>(
      `select relation::regclass::text as "table", mode from pg_locks where pid = pg_backend_pid() and relation = any($1)
       and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') order by 1`,
      [known.map(({ oid }) => oid)],
    )
    return { held, rows: (await rowsTouched()) - touchedBefore }
  } finally {
    await client.query('rollback')
  }
}

async function rowsTouched(): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(seq_tup_read + n_tup_ins + n_tup_upd + n_tup_del), 0)::int as rows from pg_stat_xact_user_tables`,
  )
  return rows[0]?.rows ?? 0
}

/** Locks that grow with the number of payments. */
function isLong({ held, rows }: Awaited<ReturnType<typeof lookBeforeCommit>>): boolean {
  return rows > FEW_ROWS && held.length > 0
}

test('F43 no migration since then reads or writes many rows while it keeps others from a table', async () => {
  const names = readdirSync('migrations').filter((name) => name.slice(0, 4) > LAST_OF_HISTORY)
  for (const name of names.toSorted()) {
    const text = readFileSync(join('migrations', name), 'utf8')
    if (!/\bconcurrently\b/i.test(text.replaceAll(/--.*$/gm, ''))) expect(isLong(await lookBeforeCommit(text)), name).toBe(false)
    const folder = mkdtempSync(join(tmpdir(), 'guichet-one-'))
    cpSync(join('migrations', name), join(folder, name))
    await migrate(before.href, { folder })
    rmSync(folder, { recursive: true })
  }
})

test.for([
  'create index planted on pay_order (language)',
  'alter table pay_order add constraint planted check (sends >= 0)',
  'alter table pay_order add constraint planted check (sends >= 0) not valid; alter table pay_order validate constraint planted',
  `alter table pay_order add column planted text check (planted <> '')`,
  'alter table pay_order alter column sends type bigint',
  'alter table pay_order alter column wanted_until set not null, alter column paid_at set not null',
  'alter table pay_order add column planted uuid default gen_random_uuid()',
  'alter table pay_attempt add constraint planted foreign key (order_id) references pay_order (id)',
  'alter table pay_order add column planted text; update pay_order set planted = language',
])('F43 it finds the reading under a lock: %s', async (text) => {
  expect(isLong(await lookBeforeCommit(text))).toBe(true)
})

test.for([
  `alter table pay_order add column planted text not null default 'web', add column planted_too text`,
  'alter table pay_order add constraint planted check (sends >= 0) not valid',
  'create table planted (order_id text references pay_order (id)); create index planted_order on planted (order_id)',
])('F43 it lets pass what costs the same however many payments there are: %s', async (text) => {
  const seen = await lookBeforeCommit(text)
  expect(seen.held.length).toBeGreaterThan(0)
  expect(seen.rows).toBeLessThan(FEW_ROWS)
})

test('F43 a check is validated beside the traffic when its file does nothing else', async () => {
  await client.query('alter table pay_order add constraint planted check (sends >= 0) not valid')
  const seen = await lookBeforeCommit('alter table pay_order validate constraint planted')
  expect(seen.rows).toBeGreaterThan(FEW_ROWS)
  expect(seen.held).toEqual([])
  await client.query('alter table pay_order drop constraint planted')
})
