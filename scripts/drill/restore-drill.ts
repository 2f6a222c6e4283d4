import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/database/migrations.ts'
import { storePayments } from '../bench/stored-payments.ts'
import { startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts'
import type { LedgerLine } from './books.ts'
import { openDrillWorld, type DrillWorld } from './drill-world.ts'
import { openHands } from './outside-hands.ts'
import { letEarlyNoticesAge, readBooks } from './portal-books.ts'
import type { DrillResult } from './report.ts'
import { auditRestored, type Found, type RestoreAudit } from './restore-audit.ts'
import { settleAndAudit, type AuditedPlace } from './settle-and-audit.ts'
import { writeStatements } from './statements.ts'
import { makeTraffic, type TrafficCount } from './traffic.ts'

const PHASE_MS = 8_000
const AT_ONCE = 6
/** A visitor whose portal is gone for minutes comes back another day. */
const PATIENCE_MS = 3_000
/** The portal asks providers and operator about what it was told to ask about. */
const ASKED_MS = 10_000
const MEGABYTE = 2 ** 20

type Chance = () => number
type Figures = { note(figure: string): void; complain(problem: string): void }

/** F44: base backup, archived journal, a disk that dies while people pay, and the way back to a moment before. */
export async function restoreDatabase(chance: Chance, storedPayments: number): Promise<DrillResult> {
  const began = performance.now()
  const [notes, problems]: [string[], string[]] = [[], []]
  const figures: Figures = { note: (figure) => void notes.push(figure), complain: (problem) => void problems.push(problem) }
  const postgres = await startArchivedPostgres((databaseUrl) => fillBeside(databaseUrl, storedPayments))
  if (!postgres) return { drill: 'restore', what: 'skipped: pg_basebackup is not installed', problems, seconds: 0 }
  const env = { DATABASE_URL: postgres.databaseUrl }
  const world = await openDrillWorld({ dataFolder: postgres.folder, env })
  try {
    const traffic = await payAndLose({ world, postgres, chance }, figures)
    const audit = await takeUpAndAudit(world, postgres, figures)
    if (storedPayments > 0) takeUpStored(world, postgres, figures)
    const { lost } = audit
    figures.note(`before a person ${lost.captures} captures of ${lost.captured} F and ${lost.deliveries} deliveries of ${lost.delivered} F`)
    process.stdout.write(notes.map((each) => `      ${each}\n`).join(''))
    const what = `disk lost after ${storedPayments} payments, restored to a moment, then the statements (F44)`
    return { drill: 'restore', what, traffic, audit, problems, seconds: (performance.now() - began) / 1000 }
  } finally {
    await world.close()
    await postgres.remove()
  }
}

/** A year of payments in a database of its own: backup and restore carry it, and the auditor need not read it. */
async function fillBeside(databaseUrl: string, count: number): Promise<void> {
  if (count === 0) return
  const stored = storedUrl(databaseUrl)
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query('create database stored')
  await admin.end()
  await migrate(stored)
  const client = new pg.Client({ connectionString: stored })
  await client.connect()
  await storePayments({ url: stored, query: (sql) => client.query(sql), close: () => client.end() }, count)
  await client.end()
}

function storedUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.pathname = '/stored'
  return url.href
}

type Stage = { world: DrillWorld; postgres: ArchivedPostgres; chance: Chance }

/** People pay; backup; people pay; the moment; people pay; everything is gone; the moment is brought back. */
async function payAndLose({ world, postgres, chance }: Stage, { note }: Figures): Promise<TrafficCount> {
  let isOver = false
  const journalBefore = await postgres.journalBytes()
  const hands = openHands(world.sandboxUrl)
  const paying = makeTraffic({
    portalUrl: world.portalUrl,
    hands,
    chance,
    payments: 5_000,
    atOnce: AT_ONCE,
    patienceMs: PATIENCE_MS,
    isOver: () => isOver,
  })
  await pause(PHASE_MS)
  const backup = await postgres.backUp()
  await pause(PHASE_MS)
  const journal = (await postgres.journalBytes()) - journalBefore
  const [clock] = await postgres.query<{ now: Date; orders: number }>(
    'select clock_timestamp() as now, count(*)::int as orders from pay_order',
  )
  const moment = clock?.now ?? new Date()
  await Promise.all([pause(PHASE_MS), postgres.untilArchived(moment)])
  const [end] = await postgres.query<{ orders: number }>('select count(*)::int as orders from pay_order')
  await world.portal.signal('SIGKILL')
  await postgres.destroy()
  isOver = true
  const count = await paying
  const restored = await postgres.restoreTo(moment)
  note(`base backup ${(backup.bytes / MEGABYTE).toFixed(0)} MB in ${backup.seconds.toFixed(1)} s while people paid`)
  note(`journal ${(journal / 1024 / Math.max(clock?.orders ?? 1, 1)).toFixed(0)} KB a payment, with all that portals write beside`)
  note(`restored in ${restored.seconds.toFixed(1)} s`)
  note(`the book lacks ${(end?.orders ?? 0) - (await countOrders(postgres))} of ${end?.orders ?? 0} orders`)
  return count
}

async function countOrders(postgres: ArchivedPostgres): Promise<number> {
  const [row] = await postgres.query<{ orders: number }>('select count(*)::int as orders from pay_order')
  return row?.orders ?? 0
}

async function takeUpAndAudit(world: DrillWorld, postgres: ArchivedPostgres, { note, complain }: Figures): Promise<RestoreAudit> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-statements-'))
  const payments = (...args: string[]) => runPayments(world, args)
  const paidBefore = await paidAttempts(postgres)
  const began = performance.now()
  if (!payments('restored').isGood) complain('`payments restored` failed')
  await world.portal.start()
  note(`asking again after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await pause(ASKED_MS)
  const statements = await writeStatements(folder, await readLedger(world))
  const named = statements.map(({ source, path }) => payments('compare', source, path).words.match(/^unknown-here /gm)?.length ?? 0)
  for (const { source, path } of statements) if (!payments('take-up', source, path).isGood) complain(`\`take-up ${source}\` failed`)
  await settle(world)
  // As a person would after a while: what was taken up is known, and what was settled by itself since is left alone.
  for (const { source, path } of await writeStatements(folder, await readLedger(world))) {
    const { words } = payments('take-up', source, path)
    if (!words.includes('0 taken up')) complain(`\`take-up ${source}\` took up again: ${words}`)
  }
  await rm(folder, { recursive: true })
  const paidAfter = await paidAttempts(postgres)
  note(`${named.reduce((sum, count) => sum + count, 0)} lines that the book does not hold were named`)
  note(`${paidAfter - paidBefore} payments of the book were found paid by asking`)
  const found = await postgres.query<Found>('select source, reference, amount_minor::float8 as amount from pay_found')
  return auditRestored(await readBooks(world.databaseUrl), await readLedger(world), found)
}

/** What is told of payments that nobody paid and that the book does not hold, whenever it comes, has waited for its order long enough. */
async function settle(world: DrillWorld): Promise<void> {
  const settled = settleAndAudit(world, { withinSeconds: 240 }).then(() => true)
  do await letEarlyNoticesAge(world.databaseUrl)
  while (!(await Promise.race([settled, pause(2_000, false)])))
}

/** What `restored` takes for a large book: it asks about the payments of three days, some seventeen thousand here. */
function takeUpStored({ sandboxUrl }: DrillWorld, { databaseUrl }: ArchivedPostgres, { note, complain }: Figures): void {
  const began = performance.now()
  const { isGood, words } = runPayments({ databaseUrl: storedUrl(databaseUrl), sandboxUrl }, ['restored'])
  const marked = /^(\d+) payments are asked about/m.exec(words)?.[1]
  note(`\`restored\` took ${((performance.now() - began) / 1000).toFixed(1)} s for the stored book, ${marked ?? 'no'} payments marked`)
  if (!isGood) complain(`\`restored\` failed on the stored book: ${words.slice(-300)}`)
}

async function paidAttempts(postgres: ArchivedPostgres): Promise<number> {
  const [row] = await postgres.query<{ paid: number }>('select count(*)::int as paid from pay_attempt where paid_minor is not null')
  return row?.paid ?? 0
}

async function readLedger({ sandboxUrl }: DrillWorld): Promise<LedgerLine[]> {
  return (await (await fetch(`${sandboxUrl}/control/ledger`)).json()) as LedgerLine[]
}

/** The operator's own command, as typed. */
function runPayments({ databaseUrl, sandboxUrl }: AuditedPlace, args: readonly string[]): { isGood: boolean; words: string } {
  const file = join(import.meta.dirname, '../../src/commands/payments-command.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, SANDBOX_PORT: new URL(sandboxUrl).port },
  })
  return { isGood: status === 0, words: `${stdout}${stderr}` }
}
