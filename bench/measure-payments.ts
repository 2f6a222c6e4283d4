import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchOptions } from './bench-options.ts'
import { median } from './figures.ts'
import { openConnection } from './loopback-client.ts'
import { peakMemoryMb } from './machine.ts'
import { initiateP95, paymentsPerSecond } from './payment-metrics.ts'
import { startPaymentPortal, startPostgres, type PaymentDatabase } from './payment-world.ts'
import type { Goal, Section } from './performance-page.ts'
import { findPgbench, pgbenchPerSecond } from './pgbench.ts'
import { pgbenchScript, statementsBetween, type RecordedStatement } from './recorded-statements.ts'

const QUIET_MS = 400
const RECORDINGS = 6
const WARM_UP_SECONDS = 3

type Round = { perSecond: number; pgbench: number | null; initiateMs: number }

/** Complete card payments, alternating with PostgreSQL alone running the same statements. */
export async function measurePayments({ seconds, rounds }: BenchOptions): Promise<Section> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'guichet-pgbench-'))
  try {
    const database = await postgres.database('payments')
    const program = findPgbench()
    const recorded = program ? await recordPayment(database, folder) : null
    const portal = await startPaymentPortal(database)
    try {
      await paymentsPerSecond(portal, WARM_UP_SECONDS)
      const measured: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        // Equal conditions: both start on analyzed tables.
        await database.query('vacuum analyze')
        const { perSecond } = await paymentsPerSecond(portal, seconds)
        await database.query('vacuum analyze')
        const pgbench =
          program && recorded ? await pgbenchPerSecond(program, { databaseUrl: database.url, script: recorded.script, seconds }) : null
        measured.push({ perSecond, pgbench, initiateMs: await initiateP95(portal, seconds) })
        process.stdout.write(`${JSON.stringify(measured.at(-1))}\n`)
      }
      return describe(measured, { statements: recorded?.statements ?? 0, memoryMb: peakMemoryMb(portal.pid) })
    } finally {
      await portal.stop()
      await database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

/** The payment with the fewest statements: the others overlapped with the worker's sweep. */
async function recordPayment(database: PaymentDatabase, folder: string): Promise<{ script: string; statements: number }> {
  const file = join(folder, 'statements.json')
  const portal = await startPaymentPortal(database, { RECORD_TO: file })
  const connection = await openConnection(portal.port)
  const spans: { from: number; to: number }[] = []
  for (const purchase of await portal.preparePurchases(RECORDINGS)) {
    const from = Date.now()
    await portal.pay(connection, purchase, { pauseMs: QUIET_MS })
    spans.push({ from, to: Date.now() })
    await pause(QUIET_MS)
  }
  connection.close()
  await portal.stop()
  const statements = JSON.parse(readFileSync(file, 'utf8')) as RecordedStatement[]
  const payments = spans.map((span) => statementsBetween(statements, span))
  const [shortest = []] = payments.toSorted((one, other) => one.length - other.length)
  const { script, statements: count } = pgbenchScript(shortest)
  const path = join(folder, 'payment.sql')
  writeFileSync(path, script)
  return { script: path, statements: count }
}

function describe(measured: Round[], { statements, memoryMb }: { statements: number; memoryMb: number }): Section {
  const ratios = measured.flatMap(({ perSecond, pgbench }) => (pgbench === null ? [] : [perSecond / pgbench]))
  const initiateMs = median(measured.map((round) => round.initiateMs))
  const ratio = median(ratios)
  const goals: Goal[] = [
    { goal: 'initiate p95 at 50/s', wanted: 'at most 30 ms', measured: `${initiateMs.toFixed(1)} ms`, isReached: initiateMs <= 30 },
    { goal: 'memory of the server', wanted: 'at most 300 MB', measured: `${memoryMb} MB`, isReached: memoryMb <= 300 },
  ]
  if (ratios.length > 0)
    goals.unshift({
      goal: 'complete card payments against pgbench',
      wanted: 'at least 0.40',
      measured: ratio.toFixed(2),
      isReached: ratio >= 0.4,
    })
  return {
    title: 'Payments',
    how: [
      'A whole card payment: initiate, process, the webhook of the gateway, delivery, SMS, and status until success; ten at a time over HTTP on loopback. Gateway, operator and SMS centre answer at once, so that only the portal and PostgreSQL are measured.',
      ratios.length > 0
        ? `pgbench runs the ${statements} statements recorded from one such payment (prepared, ten clients), alternating with the portal on the same PostgreSQL.`
        : 'pgbench is not installed here (Debian: postgresql-contrib), so there is no baseline for payments.',
    ],
    goals,
    tables: [
      {
        head: ['round', 'payments per second', 'pgbench per second', 'ratio', 'initiate p95 ms'],
        rows: measured.map(({ perSecond, pgbench, initiateMs: ms }, position) => [
          position + 1,
          perSecond.toFixed(1),
          pgbench === null ? '' : pgbench.toFixed(1),
          pgbench === null ? '' : (perSecond / pgbench).toFixed(2),
          ms.toFixed(1),
        ]),
      },
    ],
  }
}
