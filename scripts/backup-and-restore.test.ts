import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findTamperedRow, hashLedger } from '#features/payment/server/ledger/ledger-chain.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase, openPool } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { storePayments } from '../bench/stored-payments.ts'

const programs = [...globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().toReversed(), '/usr/bin/pg_dump'].find((path) =>
  existsSync(path),
)
const COUNTED = ['pay_order', 'pay_attempt', 'pay_event', 'pay_notice', 'kysely_migration']

test.skipIf(!programs)('docs/handbook/backup.md: a dump restores every payment, the migrations and the seals of the book', async () => {
  const { url, pool } = await testDatabase()
  const client = await pool.connect()
  await storePayments({ url, query: (sql) => client.query(sql), close: async () => client.release() }, 200)
  // The stored ledger has no real hashes: they are made here, as by the portal's job.
  await client.query('update pay_event set sequence = null, seal = null')
  client.release()
  const db = openDatabase(pool)
  while ((await hashLedger({ db: db, clock: systemClock })) > 0);

  const folder = mkdtempSync(join(tmpdir(), 'guichet-backup-'))
  const file = join(folder, 'guichet.dump')
  const run = (program: string, ...args: string[]) => execFileSync(join(dirname(programs ?? ''), program), args, { stdio: 'pipe' })
  run('pg_dump', '--format=custom', '--no-owner', '--no-unlogged-table-data', `--file=${file}`, url)

  const restored = new URL(url)
  restored.pathname = `/restored_${randomBytes(4).toString('hex')}`
  await pool.query(`create database ${restored.pathname.slice(1)}`)
  run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored.href}`, file)
  rmSync(folder, { recursive: true })

  const other = openPool(restored.href, () => {})
  for (const table of COUNTED) {
    const count = `select count(*) from ${table}`
    expect((await other.query(count)).rows, table).toEqual((await pool.query(count)).rows)
  }
  const restoredDb = openDatabase(other)
  await migrate(restored.href)
  expect(await findTamperedRow(restoredDb)).toBeNull()
  await other.end()
  await pool.query(`drop database ${restored.pathname.slice(1)}`)
})
