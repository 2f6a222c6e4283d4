import type { BenchOptions } from './bench-options.ts'
import { median } from './figures.ts'
import { initiateP95, paymentsPerSecond } from './payment-figures.ts'
import { startPaymentPortal, startPostgres, type PaymentDatabase, type PaymentPortal } from './payment-world.ts'
import type { Section } from './performance-page.ts'
import { storePayments } from './stored-payments.ts'

const MOST_GROWTH = 1.2
const WARM_UP_SECONDS = 3

type Round = { initiateMs: number; wholeMs: number; perSecond: number }
type Size = { stored: number; database: PaymentDatabase; portal: PaymentPortal; megabytes: number; rounds: Round[] }

/** The same payments on a young and on an old database, in turns. */
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
    return describe(sizes)
  } finally {
    await postgres.stop()
  }
}

async function prepare(database: PaymentDatabase, stored: number): Promise<Size> {
  const began = performance.now()
  await storePayments(database, stored)
  const { rows } = await database.query('select pg_database_size(current_database()) / 1000000 as megabytes')
  const megabytes = Number((rows[0] as { megabytes: string }).megabytes)
  process.stdout.write(`${stored} payments stored in ${((performance.now() - began) / 1000).toFixed(0)} s, ${megabytes} MB\n`)
  return { stored, database, portal: await startPaymentPortal(database), megabytes, rounds: [] }
}

function describe(sizes: Size[]): Section {
  const of = (size: Size | undefined, key: keyof Round) => median(size?.rounds.map((round) => round[key]) ?? [])
  const [young, old] = [sizes[0], sizes.at(-1)]
  const growth = (key: keyof Round) => of(old, key) / of(young, key)
  const goal = (words: string, key: keyof Round) => ({
    goal: `${words}, ${old?.stored} against ${young?.stored} stored payments`,
    wanted: 'at most 1.20 times',
    measured: `${growth(key).toFixed(2)} times`,
    isReached: growth(key) <= MOST_GROWTH,
  })
  return {
    title: 'Growth',
    how: [
      'The payments of the part before, in turns on databases that hold so many delivered payments already (order, attempt, four sealed lines of the book and a notice each); median of the turns.',
    ],
    goals: [goal('initiate p95 at 50/s', 'initiateMs'), goal('whole payment p95, ten at a time', 'wholeMs')],
    tables: [
      {
        head: ['stored payments', 'database MB', 'initiate p95 ms', 'whole payment p95 ms', 'payments per second'],
        rows: sizes.map((size) => [
          size.stored,
          size.megabytes,
          of(size, 'initiateMs').toFixed(1),
          of(size, 'wholeMs').toFixed(0),
          of(size, 'perSecond').toFixed(1),
        ]),
      },
    ],
  }
}
