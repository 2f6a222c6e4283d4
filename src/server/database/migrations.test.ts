import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { openPool } from './database.ts'
import { migrate } from './migrations.ts'

const { url, pool } = await testDatabase()
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-migrations-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function applied(database: pg.Pool = pool): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select column_name as name from information_schema.columns where table_name = $1', [
    table,
  ])
  return rows.map(({ name }) => name)
}

test('F41 F43 replicas that start together on an empty database apply every migration once', async () => {
  await pool.query('create database roll_empty')
  const empty = new URL(url)
  empty.pathname = '/roll_empty'
  try {
    await Promise.all([migrate(empty.href), migrate(empty.href), migrate(empty.href)])
    const other = openPool(empty.href, () => {})
    expect(await applied(other)).toEqual(readdirSync('migrations').toSorted())
    await other.end()
  } finally {
    await pool.query('drop database roll_empty with (force)')
  }
})

test('F43 a program starts again on the tables of a newer version, and does not change them', async () => {
  await pool.query(`insert into kysely_migration values ('9999-of-a-newer-version.sql', '2099-01-01T00:00:00.000Z')`)
  await migrate(url)
  expect(await applied()).toContain('9999-of-a-newer-version.sql')
})

test('F43 a migration releases a table that is in use, lets other queries run, and tries again', async () => {
  const user = await pool.connect()
  await user.query('begin')
  await user.query('select from pay_order')
  const folder = folderWith({ '9001-a-column.sql': 'alter table pay_order add column planted_note text;' })
  const blocked = Promise.withResolvers<string>()
  const migrated = migrate(url, { folder, lockTimeoutMs: 100, pauseMs: 20, onBlocked: blocked.resolve })
  expect(await blocked.promise).toContain('9001-a-column.sql')
  // New queries wait for the migration, at most for as long as the migration itself waits for its lock.
  await pool.query('select from pay_order')
  expect(await columnsOf('pay_order')).not.toContain('planted_note')
  await user.query('commit')
  user.release()
  await migrated
  expect(await columnsOf('pay_order')).toContain('planted_note')
})

test('F43 a migration that never gets its lock gives up, and leaves no change', async () => {
  const user = await pool.connect()
  await user.query('begin')
  await user.query('select from visit')
  const folder = folderWith({ '9002-a-column.sql': 'create table planted_half (id int); alter table visit add column planted_note text;' })
  const migrated = migrate(url, { folder, lockTimeoutMs: 20, pauseMs: 5, maxWaitMs: 100, onBlocked: () => {} })
  await expect(migrated).rejects.toMatchObject({ code: '55P03' })
  await user.query('rollback')
  user.release()
  expect(await columnsOf('planted_half')).toEqual([])
  expect(await applied()).not.toContain('9002-a-column.sql')
})

test('F43 a failing file is rolled back, and the files before it stay applied', async () => {
  const folder = folderWith({
    '9003-good.sql': 'create table planted_good (id int);',
    '9004-bad.sql': 'create table planted_bad (id int); select 1 / 0;',
  })
  await expect(migrate(url, { folder })).rejects.toThrow('division by zero')
  expect(await columnsOf('planted_good')).toEqual(['id'])
  expect(await columnsOf('planted_bad')).toEqual([])
})

test('F43 an index is built while the table is being written', async () => {
  const writer = await pool.connect()
  await writer.query('create table planted_rows (id int)')
  await writer.query('begin')
  await writer.query('insert into planted_rows values (1)')
  const folder = folderWith({ '9005-index.sql': 'create index concurrently if not exists planted_rows_id on planted_rows (id); -- a; b\n' })
  const migrated = migrate(url, { folder })
  // It waits for the open write; a second write does not wait for it.
  await pool.query('insert into planted_rows values (2)')
  await writer.query('commit')
  writer.release()
  await migrated
  expect(await isValid('planted_rows_id')).toBe(true)
})

test('F43 an index whose build was interrupted is rebuilt', async () => {
  await pool.query('create table planted_twins (id int); insert into planted_twins values (1), (1)')
  const folder = folderWith({ '9006-index.sql': 'create unique index concurrently if not exists planted_one on planted_twins (id);' })
  await expect(migrate(url, { folder })).rejects.toThrow('planted_one')
  expect(await isValid('planted_one')).toBe(false)
  await pool.query('truncate planted_twins')
  await migrate(url, { folder })
  expect(await isValid('planted_one')).toBe(true)
})

async function isValid(index: string): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ valid: boolean }>('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [
    index,
  ])
  return rows[0]?.valid
}
