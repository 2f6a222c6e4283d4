import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from './bench-options.ts'
import { median } from './figures.ts'
import { initiateP95, paymentsPerSecond } from './payment-metrics.ts'
import { startPaymentPortal, startPostgres, type PaymentDatabase, type PaymentPortal } from './payment-world.ts'
import type { Section } from './performance-page.ts'
import { storePayments } from './stored-payments.ts'

const MAX_GROWTH = 1.2
const WARM_UP_SECONDS = 3

type Round = { initiateMs: number; wholeMs: number; perSecond: number }
type Bulk = { megabytes: number; indexMegabytes: number; vacuumSeconds: number }
type Size = { stored: number; database: PaymentDatabase; portal: PaymentPortal; bulk: Bulk; rounds: Round[] }

/** The same payments on a small and on a large database, alternating. */
export async function measureGrowth({ seconds, rounds, stored }: BenchOptions): Promise<Section> {
  const postgres = await startPostgres()
  try {
    const sizes: Size[] = []
    for (const count of stored) sizes.push(await prepare(await postgres.database(`stored_${count}`), count))
    for (const { portal } of sizes) await paymentsPerSecond(portal, WARM_UP_SECONDS)
    for (let round = 0; round < rounds; round += 1) {
      for (const size of sizes) {
        const initiateMs = await initiateP95(size.portal, seconds)
        const { perSecond, p95Ms } = await paymentsPerSecond(size.portal, seconds)
        size.rounds.push({ initiateMs, wholeMs: p95Ms, perSecond })
        process.stdout.write(`${size.stored}: ${JSON.stringify(size.rounds.at(-1))}\n`)
      }
    }
    for (const { portal, database } of sizes) {
      await portal.stop()
      await database.close()
    }
    const backup = measureBackup(postgres.url)
    return describe(sizes, backup)
  } finally {
    await postgres.stop()
  }
}

async function prepare(database: PaymentDatabase, stored: number): Promise<Size> {
  const storeSeconds = await secondsOf(() => storePayments(database, stored))
  const vacuumSeconds = await secondsOf(() => database.query('vacuum (freeze, analyze)'))
  const { rows } = await database.query(`
    select pg_database_size(current_database()) / 1000000 as megabytes,
      (select sum(pg_indexes_size(oid)) / 1000000 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)::int as indexes`)
  const { megabytes, indexes } = rows[0] as { megabytes: string; indexes: number }
  const bulk = { megabytes: Number(megabytes), indexMegabytes: indexes, vacuumSeconds }
  process.stdout.write(`${stored} payments stored in ${storeSeconds.toFixed(0)} s: ${JSON.stringify(bulk)}\n`)
  return { stored, database, portal: await startPaymentPortal(database), bulk, rounds: [] }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

type Backup = { megabytes: number; seconds: number }

/** Backs up all these databases at once to another folder on the same disk. */
function measureBackup(databaseUrl: string): Backup | null {
  const program = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').at(-1)
  if (!program) return null
  const folder = mkdtempSync(join(tmpdir(), 'guichet-backup-'))
  try {
    const began = performance.now()
    execFileSync(program, ['-d', databaseUrl, '-D', join(folder, 'copy'), '-c', 'fast', '-X', 'none', '--no-sync'], { stdio: 'ignore' })
    const seconds = (performance.now() - began) / 1000
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    return { megabytes: Math.round(bytes / 1_000_000), seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function describe(sizes: Size[], backup: Backup | null): Section {
  const of = (size: Size | undefined, key: keyof Round) => median(size?.rounds.map((round) => round[key]) ?? [])
  const [young, old] = [sizes[0], sizes.at(-1)]
  const growth = (key: keyof Round) => of(old, key) / of(young, key)
  const goal = (words: string, key: keyof Round) => ({
    goal: `${words}, ${old?.stored} against ${young?.stored} stored payments`,
    wanted: 'at most 1.20 times',
    measured: `${growth(key).toFixed(2)} times`,
    isReached: growth(key) <= MAX_GROWTH,
  })
  return {
    title: 'Growth',
    how: [
      'The payments of the previous part, alternating on databases with this number of delivered payments (order, attempt, four hashed ledger rows and a webhook each); median of the rounds.',
      ...(backup ? [`A base backup of them all: ${backup.megabytes} MB in ${backup.seconds.toFixed(0)} s, on one disk.`] : []),
    ],
    goals: [goal('initiate p95 at 50/s', 'initiateMs'), goal('whole payment p95, ten at a time', 'wholeMs')],
    tables: [
      {
        head: [
          'stored payments',
          'database MB',
          'of it indexes MB',
          'vacuum freeze s',
          'initiate p95 ms',
          'whole payment p95 ms',
          'payments per second',
        ],
        rows: sizes.map((size) => [
          size.stored,
          size.bulk.megabytes,
          size.bulk.indexMegabytes,
          size.bulk.vacuumSeconds.toFixed(1),
          of(size, 'initiateMs').toFixed(1),
          of(size, 'wholeMs').toFixed(0),
          of(size, 'perSecond').toFixed(1),
        ]),
      },
    ],
  }
}
