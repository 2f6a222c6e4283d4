import type pg from 'pg'
import { analyticsCalls } from '#features/analytics/server/analytics.calls.ts'
import { countedCalls } from '#features/analytics/server/counted-calls.ts'
import { openTally, type Tally } from '#features/analytics/server/tally.ts'
import { balanceQueryCalls } from '#features/balance-query/server/balance-query.calls.ts'
import { openBalanceQueries, type BalanceQueries } from '#features/balance-query/server/read-balances.ts'
import { openRunningBundles, type RunningBundles } from '#features/balance-query/server/running-bundles.ts'
import { billCalls } from '#features/bills/server/bills.calls.ts'
import { openBillLookups, type BillLookups } from '#features/bills/server/look-up-bills.ts'
import type { OperatorBills } from '#features/bills/server/operator-bills.ts'
import { openCatalogue, type Catalogue } from '#features/bundles/server/catalogue.ts'
import { bundleCalls } from '#features/bundles/server/bundles.calls.ts'
import type { OperatorCatalogue } from '#features/bundles/server/operator-catalogue.ts'
import { feedbackCalls } from '#features/feedback/server/feedback.calls.ts'
import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { openHelpLibrary, seedFaqs, type HelpLibrary } from '#features/help/server/help-library.ts'
import { helpCalls } from '#features/help/server/help.calls.ts'
import type { OperatorLeads } from '#features/home-broadband-lead/server/operator-leads.ts'
import { openLineChecks, type LineChecks } from '#features/line/server/check-line.ts'
import { lineCalls } from '#features/line/server/line.calls.ts'
import type { OperatorDelivery } from '#features/payment/server/operator-delivery.ts'
import type { OperatorExchange } from '#features/payment/server/operator-exchange.ts'
import type { PaymentWorker } from '#features/payment/server/payment-worker.ts'
import { oneTimeCodeCalls } from '#features/one-time-code/server/one-time-code.calls.ts'
import { smsReportRoutes } from '#features/one-time-code/server/sms-report.routes.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import { openOneTimeCodes } from '#features/one-time-code/server/open-one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import { openProductConfig, popularBundles, type ProductConfig } from '#features/product-config/server/product-config.ts'
import { productConfigCalls } from '#features/product-config/server/product-config.calls.ts'
import { openPurchaseChooser, type PurchaseChooser } from '#features/purchase/server/choose-purchase.ts'
import { lineOfferCalls } from '#features/purchase/server/line-offer.calls.ts'
import { purchaseCalls } from '#features/purchase/server/purchase.calls.ts'
import { sealingCalls } from '#features/sealing/server/sealing.calls.ts'
import { isPackageName } from '#features/site-content/package-names.ts'
import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { openSiteContent, seedContent, type SiteContent } from '#features/site-content/server/site-content.ts'
import { siteContentCalls } from '#features/site-content/server/site-content.calls.ts'
import { visitCalls } from '#features/visit/server/visit.calls.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { SystemState } from '#outbound/system-guard.ts'
import { buildApp, type BuiltApp } from '#server/app.ts'
import { hiddenAddress } from '#server/limits/asker.ts'
import { openBudgets, type Budgets } from '#server/limits/budgets.ts'
import { directCalls, type DirectCalls } from '#server/calls/direct-calls.ts'
import { fetchedCalls } from '#server/calls/fetched-calls.ts'
import type { Served } from '#server/calls/serve.ts'
import { openVisitors } from '#server/calls/visitor.ts'
import type { Clock } from '#server/clock.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import { checkDatabase, openDatabase, type Database } from '#server/database/database.ts'
import type { Pressure } from '#server/limits/load-shedding.ts'
import type { Metrics } from '#server/logging/metrics.ts'
import { outboundRoutes } from '#server/calls/outbound-routes.ts'
import { ownAddresses, type OwnAddresses } from '#server/security/own-addresses.ts'
import { openFailures, type FailureOf, type ProblemWords } from '#server/calls/problem-replies.ts'
import { openPuzzles } from '#server/limits/puzzles.ts'
import { openSealing, type Sealing } from '#features/sealing/server/sealing.ts'
import { worldsOf } from '#server/security/worlds.ts'
import { openVisits, type Visits } from '#features/visit/server/visits.ts'
import type { Settings } from '#settings/settings.ts'
import { COUNTRY_PROFILES } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'
import { joinLeads } from './lead-parts.ts'
import { joinLinks } from './link-parts.ts'
import { buildMaps, type MapParts } from './map-parts.ts'
import type { Connectors } from './payment-providers.ts'
import { joinPayment } from './payment-parts.ts'
import { joinReceipts } from './receipt-parts.ts'
import { joinUssd } from './ussd-parts.ts'
import { watchOutside, type WatchedWrites } from './watched-outside.ts'

/** What the portal asks of the operator, all features together. */
export type PortalOperator = OperatorLines & OperatorBills & OperatorCatalogue & OperatorDelivery & OperatorExchange & OperatorLeads

/** The world outside: the real one, the sandbox, or a test's own. */
export type Outside = {
  operator: PortalOperator
  sms: SmsSender
  connectors: Connectors
  clock: Clock
  timekeeper?: Timekeeper
  writes?: WatchedWrites
  pressure?: Pressure
  /** How the operator's systems and the SMS centre have been answering lately; nothing is called to find out. */
  health?: () => Record<string, SystemState>
  logOutput?: { write(line: string): unknown }
}

export type PortalParts = BuiltApp & {
  addresses: OwnAddresses
  db: Database
  visits: Visits
  /** The calls as pages make them. */
  callsFor: DirectCalls
  sealing: Sealing
  failureOf: FailureOf
  metrics: Metrics
  tally: Tally
  readContent: (name: string, language: Language) => Promise<unknown>
  contentVersion: () => Promise<string>
  /** Does what is due for payments; whoever starts the portal starts it. */
  worker: PaymentWorker
  tellCases: () => Promise<void>
}

/** Joins settings, database and features into the portal's calls. Tests build it too, on a database of their own. */
export async function buildPortal(settings: Settings, pool: pg.Pool, outside: Outside): Promise<PortalParts> {
  const { operator, connectors, clock, timekeeper = null, writes } = outside
  const conditions = conditionsOf(pool, outside)
  const db = openDatabase(pool)
  const content = await openContent(db, clock)
  const library = await openHelp(db, clock)
  const addresses = ownAddresses({ publicOrigin: settings.publicUrl.origin, isProduction: settings.mode === 'production' })
  const visits = openVisits({ db, clock, isSecure: settings.publicUrl.protocol === 'https:' })
  const puzzles = openPuzzles({ db, clock, secret: settings.secret })
  const budgets = openBudgets({ db, limits: settings.limits })
  const sealing = openSealing({ db, clock, secret: settings.secret })
  const { metrics, sms } = watchOutside(outside, pool, conditions.checkReady)
  const tally = openTally({ db, clock })
  const { sellsPostpaidBundles } = COUNTRY_PROFILES[settings.country]
  const config = openProductConfig(content)
  const lines = openLineChecks({ operator, budgets, clock, isHybridOn: async () => (await config.read()).postpaidHybridCheck })
  const codes = openOneTimeCodes({ db, clock, sms, secret: settings.secret, lines, budgets, content, host: settings.publicUrl.hostname })
  const catalogue = openCatalogue({ operator, clock, sellsPostpaidBundles, readPopular: () => popularBundles(config) })
  const running = openRunningBundles({ operator, codes, budgets, clock, content })
  const bills = openBillLookups({ operator, db, budgets, clock, config })
  const chooser = openPurchaseChooser({ lines, catalogue, bills, config, budgets, sellsPostpaidBundles })
  const log: OutboundLog = { debug: (fields, message) => app.log.debug(fields, message) }
  const onSilence = (reason: string) => app.log.warn({ reason }, 'geocoder is silent')
  const maps = await buildMaps({ settings, db, budgets, clock, content, onSilence, log })
  const onError = (error: unknown, item: string) => app.log.error({ err: error, item }, 'payment work')
  const place = { settings, addresses, db, clock, timekeeper, writes, metrics, budgets, content, tally }
  const payment = joinPayment({ ...place, operator, codes, lines, config, names: catalogue, sms, connectors, onError, log })
  const balances = openBalanceQueries({ operator, codes, budgets })
  const useCases = { lines, catalogue, chooser, payments: payment.lines, balances, bills, shops: maps.shops, config, sellsPostpaidBundles }
  const ussd = joinUssd({ ...useCases, settings, db, clock, content, sms, onError: (error) => app.log.error({ err: error }, 'ussd') })
  const visitors = openVisitors({ visits, puzzles, addresses, secret: settings.secret })
  const receipts = joinReceipts({ ...place, payment, visitors })
  const calls = countedCalls(tally.count, [
    ...informingCalls({ db, clock, budgets, library, content, config, maps }),
    ...linePageCalls({ visits, sealing, lines, codes, catalogue, bills, balances, running, chooser, db, clock, sellsPostpaidBundles }),
    ...joinLeads({ db, clock, visits, budgets, content, operator, codes, lines, catalogue, geocoder: maps.geocoder, payments: payment }),
    ...joinLinks({ settings, db, clock, budgets, lines, catalogue, chooser }),
    ...receipts.calls,
  ])
  const otherRoutes = [smsReportRoutes(codes), outboundRoutes(settings.outboundRoutes), ...receipts.routes, ...ussd]
  const words = problemWords(content)
  const failureOf = openFailures(words, ({ call, ip }) => puzzles.offer({ call, address: hiddenAddress(settings.secret, ip) }))
  const { app, answerEarly, announceStop }: BuiltApp = await buildApp({
    ...appSettings(settings),
    addresses,
    words,
    failureOf,
    metrics,
    ...conditions,
    routes: [fetchedCalls(calls, visitors, sealing), ...otherRoutes],
  })
  app.addHook('onClose', () => tally.flush().catch(() => {}))
  return {
    app,
    answerEarly,
    announceStop,
    addresses,
    db,
    tally,
    visits,
    callsFor: directCalls(calls, { visitors, failureOf, metrics }),
    sealing,
    failureOf,
    metrics,
    worker: payment.worker,
    tellCases: payment.tellCases,
    readContent: contentReader(content),
    contentVersion: () => versionOf(content, library, maps),
  }
}

async function versionOf(...parts: readonly { version(): Promise<string> }[]): Promise<string> {
  return (await Promise.all(parts.map((part) => part.version()))).join('/')
}

type Informing = {
  db: Database
  clock: Clock
  budgets: Budgets
  library: HelpLibrary
  content: SiteContent
  config: ProductConfig
  maps: MapParts
}

/** What needs neither an operator nor a payment. */
function informingCalls({ db, clock, budgets, library, content, config, maps }: Informing): Served[] {
  return [
    ...siteContentCalls(content, maps.specialPackages),
    ...maps.calls,
    ...analyticsCalls({ db, clock }),
    ...helpCalls({ db, clock, budgets, library }),
    ...feedbackCalls({ db, clock, budgets }),
    ...productConfigCalls(config),
  ]
}

type LinePages = {
  visits: Visits
  sealing: Sealing
  lines: LineChecks
  codes: OneTimeCodes
  catalogue: Catalogue
  bills: BillLookups
  balances: BalanceQueries
  running: RunningBundles
  chooser: PurchaseChooser
  db: Database
  clock: Clock
  sellsPostpaidBundles: boolean
}

/** What the pages about a line ask for: its type, its bundles, bills and balance, and the choice of a purchase. */
function linePageCalls(parts: LinePages): Served[] {
  const { visits, sealing, lines, codes, catalogue, bills, balances, running, chooser, db, clock, sellsPostpaidBundles } = parts
  return [
    ...visitCalls(visits),
    ...sealingCalls(sealing),
    ...lineCalls(lines),
    ...oneTimeCodeCalls({ codes, sealing }),
    ...bundleCalls(catalogue),
    ...billCalls({ bills, codes, visits }),
    ...balanceQueryCalls(balances, running),
    ...purchaseCalls({ chooser, names: catalogue, db, clock }),
    ...lineOfferCalls({ lines, catalogue, visits, running, sellsPostpaidBundles }),
  ]
}

function problemWords(content: SiteContent): ProblemWords {
  return async (kind, language) => String((await content.read('problem-translation', language))[kind])
}

function contentReader(content: SiteContent): PortalParts['readContent'] {
  return async (name, language) => {
    if (!isPackageName(name)) throw new Error(`there is no package ${name}`)
    return content.read(name, language)
  }
}

/** Under which the portal answers, and where it writes its log. */
function conditionsOf(pool: pg.Pool, { timekeeper, writes, pressure, logOutput }: Outside) {
  return {
    pressure,
    logOutput,
    /** I15: a machine whose clock is wrong is better left out; what it was asked for meanwhile is decided by the database's clock all the same. */
    async checkReady() {
      await checkDatabase(pool)
      if (timekeeper && !timekeeper.isInStep()) throw new Error('the clock of this machine differs from that of the database')
    },
    canWrite: () => writes?.isOpen() ?? true,
  }
}

function appSettings({ publicUrl, mode, trustedProxies, logLevel, apiDescription, callers }: Settings) {
  return {
    publicOrigin: publicUrl.origin,
    isProduction: mode === 'production',
    worlds: worldsOf({ isProduction: mode === 'production', callers }),
    trustedProxies,
    logLevel,
    describesCalls: apiDescription === 'on',
  }
}

async function openContent(db: Database, clock: Clock): Promise<SiteContent> {
  const seeds = readSeedFiles()
  await seedContent(db, seeds)
  return openSiteContent({ db, clock, seeds })
}

async function openHelp(db: Database, clock: Clock) {
  const seed = readFaqSeed()
  await seedFaqs(db, seed)
  return openHelpLibrary({ db, clock, seed })
}
