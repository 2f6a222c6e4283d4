import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/database/migrations.ts'
import { storePayments } from '../bench/stored-payments.ts'
import { startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts'
import type { LedgerLine } from './payment-records.ts'
import { createDrillWorld, type DrillWorld } from './drill-world.ts'
import { createPayerActions } from './payer-actions.ts'
import { ageEarlyWebhooks, readPaymentRecords } from './portal-tables.ts'
import type { DrillResult } from './report.ts'
import { auditRestored, type Found, type RestoreAudit } from './restore-audit.ts'
import { settleAndAudit, type AuditedPlace } from './settle-and-audit.ts'
import { writeStatements } from './statements.ts'
import { makeTraffic, type TrafficCount } from './traffic.ts'
import { buildVersionBefore, type VersionBefore } from './version-before.ts'

const PHASE_MS = 8_000
const AT_ONCE = 6
/** Visitors do not wait for minutes without a portal. */
const MAX_WAIT_MS = 3_000
/** The portal queries providers and operator about the marked payments. */
const ASKED_MS = 10_000
const MEGABYTE = 2 ** 20

type Chance = () => number
type Figures = { note(figure: string): void; complain(problem: string): void }

/** F44: base backup, archived WAL, a disk loss during payments, and a point-in-time restore. */
export function restoreDatabase(chance: Chance, storedPayments: number): Promise<DrillResult> {
  return restore(chance, { storedPayments, before: null })
}

/** F69: the same with a backup of the version before, which this version takes up: its tables are migrated first. */
export async function restoreVersionBefore(chance: Chance, from: string | null): Promise<DrillResult> {
  const before = buildVersionBefore(from)
  if (before.kind === 'skipped') return { drill: 'restore', what: `skipped: ${before.why}`, problems: [], seconds: 0 }
  try {
    return await restore(chance, { storedPayments: 0, before })
  } finally {
    before.remove()
  }
}

type RestoreOptions = { storedPayments: number; before: VersionBefore | null }

async function restore(chance: Chance, { storedPayments, before }: RestoreOptions): Promise<DrillResult> {
  const began = performance.now()
  const [notes, problems]: [string[], string[]] = [[], []]
  const figures: Figures = { note: (figure) => void notes.push(figure), complain: (problem) => void problems.push(problem) }
  const postgres = await startArchivedPostgres((databaseUrl) => fillBeside(databaseUrl, storedPayments))
  if (!postgres) return { drill: 'restore', what: 'skipped: pg_basebackup is not installed', problems, seconds: 0 }
  const env = { DATABASE_URL: postgres.databaseUrl }
  const world = await createDrillWorld({ dataFolder: postgres.folder, env, ...(before && { root: before.root }) })
  try {
    const traffic = await payAndLose({ world, postgres, chance }, figures)
    if (before) upgradeRestored(world, figures)
    const audit = await takeUpAndAudit(world, postgres, figures)
    if (storedPayments > 0) takeUpStored(world, postgres, figures)
    const { lost } = audit
    figures.note(`before a person ${lost.captures} captures of ${lost.captured} F and ${lost.deliveries} deliveries of ${lost.delivered} F`)
    process.stdout.write(notes.map((each) => `      ${each}\n`).join(''))
    const what = before
      ? `disk lost, restored to a moment of version ${before.commit}, migrated to this one, then the statements (F44, F69)`
      : `disk lost after ${storedPayments} payments, restored to a moment, then the statements (F44)`
    return { drill: 'restore', what, traffic, audit, problems, seconds: (performance.now() - began) / 1000 }
  } finally {
    await world.portal.stop()
    await world.close()
    await postgres.remove()
  }
}

/** As an operator types it after the upgrade: `restored` names `migrate`, which brings the tables up; this version is started afterwards. */
function upgradeRestored(world: DrillWorld, { note, complain }: Figures): void {
  const early = runCommand(world, 'payments', ['restored'])
  if (early.status !== 4 || !early.words.includes('npm run migrate'))
    complain(`\`payments restored\` did not ask for migrate (${early.status}): ${early.words}`)
  const migrated = runCommand(world, 'migrate', [])
  const [, count = '0'] = /^(\d+) migrations applied/m.exec(migrated.words) ?? []
  if (migrated.status !== 0 || count === '0') complain(`\`migrate\` did not bring the tables up: ${migrated.words}`)
  note(`${count} migrations applied to the restored tables`)
  world.portal = world.portalOf(null)
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

/** Payments, backup, payments, restore target, payments, total loss, point-in-time restore. */
async function payAndLose({ world, postgres, chance }: Stage, { note }: Figures): Promise<TrafficCount> {
  let isOver = false
  const journalBefore = await postgres.journalBytes()
  const payerActions = createPayerActions(world.sandboxUrl)
  const paying = makeTraffic({
    portalUrl: world.portalUrl,
    payerActions,
    chance,
    payments: 5_000,
    atOnce: AT_ONCE,
    maxWaitMs: MAX_WAIT_MS,
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
  const payments = (...args: string[]) => {
    const { status, words } = runCommand(world, 'payments', args)
    return { ok: status === 0, words }
  }
  const paidBefore = await paidAttempts(postgres)
  const began = performance.now()
  if (!payments('restored').ok) complain('`payments restored` failed')
  await world.portal.start()
  note(`asking again after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await pause(ASKED_MS)
  const statements = await writeStatements(folder, await readLedger(world))
  const named = statements.map(({ source, path }) => payments('reconcile', source, path).words.match(/^unknown-here /gm)?.length ?? 0)
  for (const { source, path } of statements)
    if (!payments('import-unmatched', source, path).ok) complain(`\`import-unmatched ${source}\` failed`)
  await settle(world)
  // As a person would after a while: what was taken up is known, and what was settled by itself since is left alone.
  for (const { source, path } of await writeStatements(folder, await readLedger(world))) {
    const { words } = payments('import-unmatched', source, path)
    if (!words.includes('0 taken up')) complain(`\`import-unmatched ${source}\` took up again: ${words}`)
  }
  await rm(folder, { recursive: true })
  const paidAfter = await paidAttempts(postgres)
  note(`${named.reduce((sum, count) => sum + count, 0)} lines that the book does not hold were named`)
  note(`${paidAfter - paidBefore} payments of the book were found paid by asking`)
  const found = await postgres.query<Found>('select source, reference, amount_minor::float8 as amount from pay_found')
  return auditRestored(await readPaymentRecords(world.databaseUrl), await readLedger(world), found)
}

/** Ends the waiting time of webhooks about unpaid payments that the ledger does not contain. */
async function settle(world: DrillWorld): Promise<void> {
  const settled = settleAndAudit(world, { withinSeconds: 240 }).then(() => true)
  do await ageEarlyWebhooks(world.databaseUrl)
  while (!(await Promise.race([settled, pause(2_000, false)])))
}

/** The duration of `restored` for a large ledger: it queries the payments of three days, about seventeen thousand here. */
function takeUpStored({ sandboxUrl }: DrillWorld, { databaseUrl }: ArchivedPostgres, { note, complain }: Figures): void {
  const began = performance.now()
  const { status, words } = runCommand({ databaseUrl: storedUrl(databaseUrl), sandboxUrl }, 'payments', ['restored'])
  const marked = /^(\d+) payments are queried/m.exec(words)?.[1]
  note(`\`restored\` took ${((performance.now() - began) / 1000).toFixed(1)} s for the stored book, ${marked ?? 'no'} payments marked`)
  if (status !== 0) complain(`\`restored\` failed on the stored book: ${words.slice(-300)}`)
}

async function paidAttempts(postgres: ArchivedPostgres): Promise<number> {
  const [row] = await postgres.query<{ paid: number }>('select count(*)::int as paid from pay_attempt where paid_minor is not null')
  return row?.paid ?? 0
}

async function readLedger({ sandboxUrl }: DrillWorld): Promise<LedgerLine[]> {
  return (await (await fetch(`${sandboxUrl}/control/ledger`)).json()) as LedgerLine[]
}

/** The operator's command, as typed. */
function runCommand({ databaseUrl, sandboxUrl }: AuditedPlace, name: 'payments' | 'migrate', args: readonly string[]) {
  const file = join(import.meta.dirname, `../src/commands/${name}-command.ts`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, SANDBOX_PORT: new URL(sandboxUrl).port },
  })
  return { status, words: `${stdout}${stderr}` }
}
