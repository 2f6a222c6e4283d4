import './join/production-by-default.ts'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openSealedInput } from '#features/sealing/server/open-sealed.ts'
import { createDatabaseClock, type DatabaseClock } from '#server/database-clock.ts'
import { chainBook } from '#features/payment/server/chain-book.ts'
import { openPool, readDatabaseTime, type Database } from '#server/database/database.ts'
import { openHousekeeping } from '#server/jobs/housekeeping.ts'
import { serveMetrics } from '#server/logging/metrics.ts'
import { migrate } from '#server/database/migrations.ts'
import { watchWrites } from '#server/database/write-watch.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { openPageAnswers } from '#server/pages/page-answers.ts'
import { openPageDictionaries } from '#server/pages/page-dictionaries.ts'
import { htmlPageRoutes } from '#server/pages/page-routes.ts'
import { openSentPages } from '#server/pages/sent-pages.ts'
import { serveBuiltFiles } from '#server/pages/serve-built-files.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { startTimers } from '#server/jobs/timers.ts'
import { callHeaders, worldsOf } from '#server/security/worlds.ts'
import { SettingProblem } from '#settings/setting.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import packageFile from '../package.json' with { type: 'json' }
import { builtSource, FOLDERS, runPages } from './join/run-pages.ts'
import { serveAppManifest } from './join/manifest-parts.ts'
import { serveTileFile } from './join/map-parts.ts'
import { serveOfflinePage } from './join/offline-parts.ts'
import { servePack } from './join/pack-parts.ts'
import { serveOfferedNumbers } from './join/phone-parts.ts'
import { payPageOrigins, popupOrigins } from './join/payment-providers.ts'
import { connectOutside } from './join/outside.ts'
import { COUNTRY_PROFILES } from '#shared/country-profiles.ts'
import { buildPortal, type PortalParts } from './join/portal-app.ts'
import { startSandbox } from './join/sandbox-process.ts'
import { startProblemLine } from './join/start-problems.ts'

const LONGEST_STOP_MS = 10_000
const PAGE_LIFETIME_MS = 60_000
const MOST_PAGES = 500
const HOUSEKEEPING_MINUTES = 10
const SEALING_MINUTES = 1
/** FIND-3: whoever waits for an answer gets it soon after it was given. */
const CASES_MINUTES = 1

type Stop = () => Promise<unknown>

/** Joins all parts: settings, database, features, pages, jobs, and the sandbox when nothing real is configured. */
async function start(settings: Settings, stops: Stop[]): Promise<void> {
  // First: what is wrong with a profile is said before anything is started.
  const clock = createDatabaseClock({ askDatabase: () => readDatabaseTime(pool), wallMs: Date.now, steadyMs: () => performance.now() })
  const outside = connectOutside(settings, clock)
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings, stops))
  const pool = openPool(databaseUrl, (error) => process.emitWarning(error))
  stops.unshift(() => pool.end())
  await migrate(databaseUrl)
  await clock.sync()
  const writes = watchWrites({ pool, databaseUrl, onChange: (isOpen) => portal.app.log.warn({ isOpen }, 'database takes writes') })
  stops.unshift(() => writes.stop())

  const portal = await buildPortal(settings, pool, { ...outside, writes })
  await servePages(settings, portal)
  startRounds(portal, clock, stops)
  portal.worker.start()
  stops.unshift(() => portal.worker.stop())
  const metrics = await serveMetrics(portal.metrics, settings.adminPort)
  stops.unshift(async () => metrics.close())
  if (settings.sandboxUrl) stops.unshift(await startSandbox(settings))
  portal.app.log.info(settings.providers, 'providers')
  await portal.app.listen({ port: settings.port, host: settings.host })
  stops.unshift(() => stopServing(portal, settings))
  // A new portal makes its key now: whoever comes first would wait for it longer than for a slow network.
  portal.sealing.offer().catch((error: unknown) => portal.app.log.error({ err: error }, 'sealing key'))
}

async function stopServing({ app, announceStop }: PortalParts, { drainSeconds }: Settings): Promise<void> {
  announceStop()
  await pause(drainSeconds * 1000)
  await app.close()
}

function startRounds({ app, db, metrics, tellCases }: PortalParts, clock: DatabaseClock, stops: Stop[]): void {
  const timers = startTimers((error) => app.log.error({ err: error }, 'timed work'))
  const onTrouble = (step: string, error: unknown) => app.log.error({ err: error, step }, 'housekeeping')
  const housekeeping = openHousekeeping({ db, clock, metrics, onTrouble })
  timers.everyMinutes(HOUSEKEEPING_MINUTES, () => housekeeping.round())
  timers.everyMinutes(SEALING_MINUTES, () => sealWholeBook(db, clock))
  timers.everyMinutes(CASES_MINUTES, tellCases)
  stops.unshift(() => timers.stop())
}

/** Batch by batch until nothing is left unsealed. */
async function sealWholeBook(db: Database, clock: DatabaseClock): Promise<void> {
  while ((await chainBook({ db, clock })) > 0);
}

async function startDatabase(settings: Settings, stops: Stop[]): Promise<string> {
  makeFolder(settings.dataFolder)
  const postgres = await startPrivatePostgres({ folder: settings.dataFolder })
  stops.unshift(() => postgres.stop())
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
  { app, db, answerEarly, addresses, visits, callsFor, readContent, contentVersion, sealing, failureOf }: PortalParts,
): Promise<void> {
  // The development server is no part of a production install: it is loaded only here.
  const development = process.argv.includes('--dev') ? await import('./join/development-pages.ts') : null
  if (!development) await serveBuiltFiles(app, FOLDERS.browser)
  await serveTileFile(app, settings.maps)
  await serveAppManifest(app, readContent)
  if (!development) await serveOfferedNumbers(app, readContent)
  if (!development) await serveOfflinePage(app, { isOn: settings.offlinePage === 'on', readContent })
  if (!development && settings.offlinePage === 'on') await servePack(app, contentVersion)
  const source = development ? await development.developmentSource(app) : builtSource(settings.assetBase)
  const pages = runPages({
    source,
    publicOrigin: settings.publicUrl.origin,
    sandboxUrl: settings.sandboxUrl?.href ?? null,
    ussdCode: settings.ussd?.code ?? null,
    country: COUNTRY_PROFILES[settings.country],
    callHeaders: pageHeaders(settings),
    callsFor,
    readContent,
    formTargets: payPageOrigins(settings.gateways),
    frameTargets: popupOrigins(settings.gateways),
    assetBase: settings.assetBase,
    tileOrigin: settings.maps.tileOrigin,
    ...(development && { policyFor: () => development.LOOSE_POLICY }),
  })
  const sent = openSentPages({
    cache: createPageCache({ mostPages: MOST_PAGES, lifetimeMs: development ? 0 : PAGE_LIFETIME_MS, now: Date.now }),
    addresses,
    visitCookie: visits.cookieName,
    contentVersion,
    answerEarly,
    dictionaries: openPageDictionaries(settings.dictionarySeconds),
  })
  await app.register(
    htmlPageRoutes({
      pages,
      sent,
      answers: openPageAnswers({ db, version: source.version }),
      visits,
      addresses,
      sealedInput: openSealedInput(sealing),
      failureOf,
    }),
  )
}

function pageHeaders({ mode, callers, country }: Settings) {
  const worlds = worldsOf({ isProduction: mode === 'production', callers })
  return callHeaders(worlds, { appVersion: packageFile.version, operatorCode: COUNTRY_PROFILES[country].code })
}

/** Stops taking requests first and the database last; what hangs is cut off ten seconds after visitors had their time to go elsewhere. */
async function stopAndExit(stops: Stop[], exitCode: number, drainSeconds = 0): Promise<void> {
  setTimeout(() => process.exit(1), drainSeconds * 1000 + LONGEST_STOP_MS).unref()
  for (const stop of stops.splice(0)) await stop()
  process.exit(exitCode)
}

async function main(): Promise<void> {
  const stops: Stop[] = []
  // The greeting is not worth the portal: its disk may be full, its reader gone.
  process.stdout.on('error', () => {})
  let settings: Settings | null = null
  try {
    settings = readSettings(process.env)
    const { drainSeconds } = settings
    let stopping: Promise<void> | null = null
    // Asked twice, as a terminal and npm do together, it stops once and cuts nothing off.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopping ??= stopAndExit(stops, 0, drainSeconds)))
    await start(settings, stops)
    announce(settings)
  } catch (error) {
    const words = startProblemLine(error, settings) ?? String(error instanceof Error ? error.stack : error)
    process.stderr.write(`${words}\n`)
    await stopAndExit(stops, 1)
  }
}

function announce({ publicUrl, sandboxUrl, providers: { on, off } }: Settings): void {
  process.stdout.write(`\nPortal:   ${publicUrl.href}\n`)
  if (sandboxUrl) process.stdout.write(`Sandbox:  ${sandboxUrl.href}   (test phone, test cards, no real money)\n`)
  process.stdout.write(`On:       ${on.join(', ')}\nOff:      ${off.join(', ') || 'nothing'}\n`)
  process.stdout.write(`Ready after ${process.uptime().toFixed(1)} s. Stop with Ctrl+C.\n\n`)
}

await main()
