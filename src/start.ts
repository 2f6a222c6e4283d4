import './composition/production-by-default.ts'
import { OPERATOR } from '#operator-record'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createEncryptedInput } from '#features/field-encryption/server/decrypt-input.ts'
import { createDatabaseClock, type DatabaseClock } from '#server/database-clock.ts'
import { hashLedger } from '#features/payment/server/ledger/ledger-chain.ts'
import { expireProposals } from '#features/staff-acts/server/expire-proposals.ts'
import { openDatabase, openPool, readDatabaseTime, type Database } from '#server/database/database.ts'
import { createHousekeeping } from '#server/jobs/housekeeping.ts'
import { openLog } from '#server/logging/logging.ts'
import { serveMetrics } from '#server/logging/metrics.ts'
import { migrate } from '#server/database/migrations.ts'
import { claimDatabase } from '#server/database/portal-mode.ts'
import { watchWrites, writeOnce } from '#server/database/write-watch.ts'
import { createFormResults } from '#server/pages/form-results.ts'
import { htmlPageRoutes } from '#server/pages/page-routes.ts'
import { createSentPages } from '#server/pages/sent-pages.ts'
import { serveOperatorIcons } from '#server/pages/operator-icons.ts'
import { serveBuiltFiles } from '#server/pages/serve-built-files.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { startTimers } from '#server/jobs/timers.ts'
import { callHeaders, environmentKeys } from '#server/security/environment-keys.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import packageFile from '../package.json' with { type: 'json' }
import { builtSource, FOLDERS, runPages } from './composition/run-pages.ts'
import { serveAppManifest } from './composition/serve-app-manifest.ts'
import { serveTileFile } from './composition/serve-tile-file.ts'
import { serveOfflinePage } from './composition/serve-offline-page.ts'
import { servePack } from './composition/serve-pack.ts'
import { serveOfferedNumbers } from './composition/serve-offered-numbers.ts'
import { payPageOrigins, popupOrigins } from './composition/payment-providers.ts'
import { connectUpstreams } from './composition/connect-upstreams.ts'
import { builtConsole, composeConsole } from './composition/console-app.ts'
import { buildPortal, type PortalModule } from './composition/portal-app.ts'
import { listenEarly } from './composition/early-answers.ts'
import { awaitDatabase } from './composition/await-database.ts'
import { seedPortal } from './composition/seed-portal.ts'
import { startSandbox } from './composition/sandbox-process.ts'
import { startProblemLine } from './composition/start-problems.ts'

const MAX_STOP_MS = 10_000
const PAGE_LIFETIME_MS = 60_000
const MAX_PAGES = 700
const HOUSEKEEPING_MINUTES = 10
const SEALING_MINUTES = 1
/** FIND-3: a claim gets its reply by SMS soon after the decision. */
const CASES_MINUTES = 1
const PROPOSALS_MINUTES = 1
/** CON-8 */
const SWITCH_MINUTES = 5 / 60
/** CON-7: what waits for its time is seen within seconds of it. */
const TEXTS_MINUTES = 1 / 12

type Stop = () => Promise<unknown>

/** Composes all parts: settings, database, features, pages, jobs, and the sandbox when nothing real is configured. */
async function start(settings: Settings, shutdownSteps: Stop[]): Promise<void> {
  // First: a wrong profile is reported before anything is started.
  const clock = createDatabaseClock({ askDatabase: () => readDatabaseTime(pool), wallMs: Date.now, steadyMs: () => performance.now() })
  const outside = connectUpstreams(settings, clock)
  const log = openLog(settings.logLevel)
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings, shutdownSteps))
  const early = await listenEarly(settings)
  shutdownSteps.unshift(() => early.close())
  const pool = openPool(databaseUrl, (error) => process.emitWarning(error))
  shutdownSteps.unshift(() => pool.end())
  const onWait = (reason: string, err: unknown) => {
    early.say(reason)
    log.warn({ reason, err }, 'waits for the database')
  }
  await awaitDatabase(() => prepareDatabase(settings, { databaseUrl, pool, clock }), onWait)
  const writes = watchWrites({ pool, databaseUrl, onChange: (isOpen) => log.warn({ isOpen }, 'database takes writes') })
  shutdownSteps.unshift(() => writes.stop())

  const portal = await awaitDatabase(() => buildPortal(settings, pool, { ...outside, writes }), onWait)
  await servePages(settings, portal)
  startScheduledJobs(portal, clock, shutdownSteps)
  portal.worker.start()
  shutdownSteps.unshift(() => portal.worker.stop())
  const metrics = await serveMetrics(portal.metrics, settings.adminPort)
  shutdownSteps.unshift(async () => metrics.close())
  if (settings.sandboxUrl) shutdownSteps.unshift(await startSandbox(settings))
  await serveConsole(settings, portal, clock, shutdownSteps)
  await tellSetup(settings, portal)
  for (const setting of settings.retired) portal.app.log.warn({ setting }, 'setting is retired and ignored')
  await early.close()
  await portal.app.listen({ port: settings.port, host: settings.host })
  shutdownSteps.unshift(() => stopServing(portal, settings))
  // A new portal creates its key now: for the first visitor it would take longer than a slow network.
  portal.sealing.offer().catch((error: unknown) => portal.app.log.error({ err: error }, 'sealing key'))
}

type Prepared = { databaseUrl: string; pool: pg.Pool; clock: DatabaseClock }

/** F68: everything that the database must have or provide before the portal serves. May be repeated. */
async function prepareDatabase({ mode }: Settings, { databaseUrl, pool, clock }: Prepared): Promise<void> {
  await migrate(databaseUrl)
  await clock.sync()
  await writeOnce(pool)
  const other = await claimDatabase(pool, mode)
  if (other) throw new SettingProblem(`DATABASE_URL leads to the database of ${other}: use another database`)
  await seedPortal(openDatabase(pool))
}

/** OPS-2, OPS-3: what an operator should see at every start is logged at the level that production stores. */
async function tellSetup({ mode, testSystems, providers }: Settings, { app, setup }: PortalModule): Promise<void> {
  app.log.info({ mode, testSystems, ...providers }, 'providers')
  if (testSystems.length > 0) app.log.warn({ testSystems }, 'test systems are connected: no real money may move')
  for (const warning of await setup.warnings()) app.log.warn({ warning }, 'setup warning')
}

async function stopServing({ app, startDraining }: PortalModule, { drainSeconds }: Settings): Promise<void> {
  startDraining()
  await pause(drainSeconds * 1000)
  await app.close()
}

function startScheduledJobs(
  { app, db, metrics, sendCaseReplies, reopenWays, endAnnouncementProposals, publishTexts }: PortalModule,
  clock: DatabaseClock,
  shutdownSteps: Stop[],
): void {
  const timers = startTimers((error) => app.log.error({ err: error }, 'scheduled job failed'))
  const onFailure = (step: string, error: unknown) => app.log.error({ err: error, step }, 'housekeeping')
  const housekeeping = createHousekeeping({ db, clock, metrics, onFailure })
  timers.everyMinutes(HOUSEKEEPING_MINUTES, () => housekeeping.round())
  timers.everyMinutes(SEALING_MINUTES, () => hashPendingRows(db, clock))
  timers.everyMinutes(CASES_MINUTES, sendCaseReplies)
  timers.everyMinutes(PROPOSALS_MINUTES, async () => void (await expireProposals({ db, clock })))
  timers.everyMinutes(SWITCH_MINUTES, reopenWays)
  timers.everyMinutes(CASES_MINUTES, endAnnouncementProposals)
  timers.everyMinutes(TEXTS_MINUTES, publishTexts)
  shutdownSteps.unshift(() => timers.stop())
}

/** Batch by batch until no row is unhashed. */
async function hashPendingRows(db: Database, clock: DatabaseClock): Promise<void> {
  while ((await hashLedger({ db, clock })) > 0);
}

async function startDatabase(settings: Settings, shutdownSteps: Stop[]): Promise<string> {
  makeFolder(settings.dataFolder)
  const postgres = await startPrivatePostgres({ folder: settings.dataFolder })
  shutdownSteps.unshift(() => postgres.stop())
  return postgres.databaseUrl
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new SettingProblem(`GUICHET_DATA must be a folder that can be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function servePages(
  settings: Settings,
  {
    app,
    db,
    serveFromFastPath,
    addresses,
    visits,
    callsFor,
    readContent,
    pinContent,
    announcementsOn,
    contentVersion,
    sealing,
    failureOf,
  }: PortalModule,
): Promise<void> {
  // The development server is not part of a production install: it is loaded only here.
  const development = process.argv.includes('--dev') ? await import('./composition/development-pages.ts') : null
  if (!development) await serveBuiltFiles(app, FOLDERS.browser)
  serveOperatorIcons(app, OPERATOR.look.icons)
  await serveTileFile(app, settings.maps)
  await serveAppManifest(app, readContent)
  if (!development) await serveOfferedNumbers(app, readContent)
  if (!development) await serveOfflinePage(app, { isOn: settings.offlinePage === 'on', readContent })
  if (!development && settings.offlinePage === 'on') await servePack(app, contentVersion)
  const source = development ? await development.developmentSource(app) : builtSource(settings.assetBase)
  const pages = runPages({
    source,
    publicOrigin: settings.publicUrl.origin,
    isTrial: settings.mode === 'sandbox',
    sandboxUrl: settings.sandboxUrl?.href ?? null,
    ussdCode: settings.ussd?.code ?? null,
    country: OPERATOR.country,
    callHeaders: pageHeaders(settings),
    callsFor,
    pinContent,
    announcementsOn,
    formTargets: payPageOrigins(settings.gateways),
    frameTargets: popupOrigins(settings.gateways),
    assetBase: settings.assetBase,
    tileOrigin: settings.maps.tileOrigin,
    ...(development && { policyFor: () => development.LOOSE_POLICY }),
  })
  const sent = createSentPages({
    mostPages: MAX_PAGES,
    lifetimeMs: development ? 1 : PAGE_LIFETIME_MS,
    addresses,
    visitCookie: visits.cookieName,
    contentVersion,
    serveFromFastPath,
  })
  await app.register(
    htmlPageRoutes({
      pages,
      sent,
      answers: createFormResults({ db, version: source.version }),
      visits,
      addresses,
      sealedInput: createEncryptedInput(sealing),
      failureOf,
    }),
  )
}

/** CON-1: beside the portal, on a port of its own. */
async function serveConsole(settings: Settings, portal: PortalModule, clock: DatabaseClock, shutdownSteps: Stop[]): Promise<void> {
  const { console } = settings
  if (!console) return
  const isDevelopment = process.argv.includes('--dev')
  const source = isDevelopment ? await (await import('./composition/development-pages.ts')).developmentConsole() : builtConsole()
  const app = await composeConsole({ settings, console, portal, clock, source })
  await app.listen({ port: console.port, host: console.host })
  shutdownSteps.unshift(() => app.close())
}

function pageHeaders({ mode, callers }: Settings) {
  const worlds = environmentKeys({ isProduction: mode === 'production', callers })
  return callHeaders(worlds, { appVersion: packageFile.version, operatorCode: OPERATOR.country.code })
}

/** Stops accepting requests first and the database last; hanging work is cut off ten seconds after the drain time of visitors. */
async function stopAndExit(shutdownSteps: Stop[], exitCode: number, drainSeconds = 0): Promise<void> {
  setTimeout(() => process.exit(1), drainSeconds * 1000 + MAX_STOP_MS).unref()
  for (const stop of shutdownSteps.splice(0)) await stop()
  process.exit(exitCode)
}

async function main(): Promise<void> {
  const shutdownSteps: Stop[] = []
  // A failed greeting must not stop the portal: its disk may be full, its reader gone.
  process.stdout.on('error', () => {})
  let settings: Settings | null = null
  try {
    settings = readSettings(process.env)
    const { drainSeconds } = settings
    let stopping: Promise<void> | null = null
    // A second signal, as a terminal and npm send together, stops it only once and cuts nothing off.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopping ??= stopAndExit(shutdownSteps, 0, drainSeconds)))
    await start(settings, shutdownSteps)
    announce(settings)
  } catch (error) {
    const words = startProblemLine(error, settings) ?? String(error instanceof Error ? error.stack : error)
    process.stderr.write(`${words}\n`)
    await stopAndExit(shutdownSteps, 1)
  }
}

function announce({ publicUrl, sandboxUrl, console, testSystems, providers: { on, off } }: Settings): void {
  process.stdout.write(`\nPortal:   ${publicUrl.href}\n`)
  if (sandboxUrl) process.stdout.write(`Sandbox:  ${sandboxUrl.href}   (test phone, test cards, no real money)\n`)
  if (console) process.stdout.write(`Console:  ${console.url.href}   (for staff${sandboxUrl ? ', one test account per role' : ''})\n`)
  if (testSystems.length > 0) process.stdout.write(`Test:     ${testSystems.join(', ')}   (test systems outside, no real money)\n`)
  process.stdout.write(`On:       ${on.join(', ')}\nOff:      ${off.join(', ') || 'nothing'}\n`)
  process.stdout.write(`Ready after ${process.uptime().toFixed(1)} s. Stop with Ctrl+C.\n\n`)
}

await main()
