import type pg from 'pg'
import { analyticsRoutes } from '#features/analytics/server/analytics.routes.ts'
import { balanceQueryRoutes } from '#features/balance-query/server/balance-query.routes.ts'
import { openBalanceQueries } from '#features/balance-query/server/read-balances.ts'
import { billRoutes } from '#features/bills/server/bills.routes.ts'
import { openBillLookups } from '#features/bills/server/look-up-bills.ts'
import type { OperatorBills } from '#features/bills/server/operator-bills.ts'
import { openCatalogue } from '#features/bundles/server/catalogue.ts'
import { bundleRoutes } from '#features/bundles/server/bundles.routes.ts'
import type { OperatorCatalogue } from '#features/bundles/server/operator-catalogue.ts'
import { feedbackRoutes } from '#features/feedback/server/feedback.routes.ts'
import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { openHelpLibrary, seedFaqs } from '#features/help/server/help-library.ts'
import { helpRoutes } from '#features/help/server/help.routes.ts'
import type { OperatorLeads } from '#features/home-broadband-lead/server/operator-leads.ts'
import { openLineChecks } from '#features/line/server/check-line.ts'
import { lineRoutes } from '#features/line/server/line.routes.ts'
import type { OperatorDelivery } from '#features/payment/server/operator-delivery.ts'
import type { OperatorExchange } from '#features/payment/server/operator-exchange.ts'
import type { PaymentWorker } from '#features/payment/server/payment-worker.ts'
import { oneTimeCodeRoutes } from '#features/one-time-code/server/one-time-code.routes.ts'
import { openOneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import { openProductConfig } from '#features/product-config/server/product-config.ts'
import { productConfigRoutes } from '#features/product-config/server/product-config.routes.ts'
import { openPurchaseChooser } from '#features/purchase/server/choose-purchase.ts'
import { lineOfferRoutes } from '#features/purchase/server/line-offer.routes.ts'
import { purchaseRoutes } from '#features/purchase/server/purchase.routes.ts'
import { sealingRoutes } from '#features/sealing/server/sealing.routes.ts'
import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { openSiteContent, seedContent } from '#features/site-content/server/site-content.ts'
import { siteContentRoutes } from '#features/site-content/server/site-content.routes.ts'
import { visitRoutes } from '#features/visit/server/visit.routes.ts'
import type { OutboundLog } from '#outbound/send.ts'
import { buildApp, type BuiltApp } from '#server/app.ts'
import { hiddenAddress, openAskers } from '#server/asker.ts'
import { openBudgets } from '#server/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import { checkDatabase, openDatabase, type Database } from '#server/database.ts'
import type { Pressure } from '#server/load-shedding.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { outboundRoutes } from '#server/outbound-routes.ts'
import { ownAddresses, type OwnAddresses } from '#server/own-addresses.ts'
import { openPuzzles } from '#server/puzzles.ts'
import { openSealing, type Sealing } from '#server/sealing.ts'
import { openVisits, type Visits } from '#server/visits.ts'
import type { Settings } from '#settings/settings.ts'
import { COUNTRY_PROFILES } from '#shared/country-profiles.ts'
import { joinLeads } from './lead-parts.ts'
import { buildMaps } from './map-parts.ts'
import type { Connectors } from './payment-providers.ts'
import { joinPayment } from './payment-parts.ts'

/** What the portal asks of the operator, all features together. */
export type PortalOperator = OperatorLines & OperatorBills & OperatorCatalogue & OperatorDelivery & OperatorExchange & OperatorLeads

/** The world outside: the real one, the sandbox, or a test's own. */
export type Outside = {
  operator: PortalOperator
  sms: SmsSender
  connectors: Connectors
  clock: Clock
  timekeeper?: Timekeeper
  pressure?: Pressure
  logOutput?: { write(line: string): unknown }
}

export type PortalParts = BuiltApp & {
  addresses: OwnAddresses
  db: Database
  visits: Visits
  sealing: Sealing
  metrics: Metrics
  contentVersion: () => Promise<string>
  /** Does what is due for payments; whoever starts the portal starts it. */
  worker: PaymentWorker
}

/** Joins settings, database and features into the portal's calls. Tests build it too, on a database of their own. */
export async function buildPortal(settings: Settings, pool: pg.Pool, outside: Outside): Promise<PortalParts> {
  const { operator, sms, connectors, clock, timekeeper = null, pressure, logOutput } = outside
  const db = openDatabase(pool)
  const seeds = readSeedFiles()
  await seedContent(db, seeds)
  const content = openSiteContent({ db, clock, seeds })
  const library = await openHelp(db, clock)
  const addresses = ownAddresses({ publicOrigin: settings.publicUrl.origin, isProduction: settings.mode === 'production' })
  const visits = openVisits({ db, clock, isSecure: settings.publicUrl.protocol === 'https:' })
  const puzzles = openPuzzles({ db, clock, secret: settings.secret })
  const askers = openAskers({ visits, puzzles, secret: settings.secret })
  const budgets = openBudgets({ db, limits: settings.limits })
  const sealing = openSealing({ db, clock, secret: settings.secret })
  const metrics = createMetrics()
  const { sellsPostpaidBundles } = COUNTRY_PROFILES[settings.country]
  const config = openProductConfig(content)
  const lines = openLineChecks({ operator, budgets, clock, isHybridOn: async () => (await config.read()).postpaidHybridCheck })
  const codes = openOneTimeCodes({ db, clock, sms, secret: settings.secret, lines, budgets, content, host: settings.publicUrl.hostname })
  const catalogue = openCatalogue({ operator, clock, sellsPostpaidBundles })
  const bills = openBillLookups({ operator, db, budgets, clock, config })
  const chooser = openPurchaseChooser({ lines, catalogue, bills, config, budgets, sellsPostpaidBundles })
  const log: OutboundLog = { debug: (fields, message) => app.log.debug(fields, message) }
  const onSilence = (reason: string) => app.log.warn({ reason }, 'geocoder is silent')
  const maps = await buildMaps({ settings, db, askers, budgets, clock, content, onSilence, log })
  const onError = (error: unknown, item: string) => app.log.error({ err: error, item }, 'payment work')
  const place = { settings, addresses, db, clock, timekeeper, metrics, visits, askers, budgets, content }
  const payment = joinPayment({ ...place, operator, codes, lines, config, sms, connectors, onError, log })
  const { app, answerEarly }: BuiltApp = await buildApp({
    ...appSettings(settings),
    addresses,
    words: async (kind, language) => String((await content.read('problem-translation', language))[kind]),
    offerPuzzle: (request) => puzzles.offer(request, hiddenAddress(settings.secret, request.ip)),
    metrics,
    checkReady: () => checkReady(pool, timekeeper),
    pressure,
    logOutput,
    routes: [
      siteContentRoutes(content, maps.specialPackages),
      ...maps.routes,
      visitRoutes(visits),
      analyticsRoutes({ db, clock }),
      sealingRoutes(sealing),
      helpRoutes({ db, clock, visits, askers, budgets, library }),
      feedbackRoutes({ db, clock, visits, askers, budgets }),
      outboundRoutes(settings.outboundRoutes),
      productConfigRoutes(config),
      lineRoutes({ lines, askers, visits }),
      oneTimeCodeRoutes({ codes, visits, askers, sealing }),
      bundleRoutes(catalogue),
      billRoutes({ bills, codes, visits, askers }),
      balanceQueryRoutes({ balances: openBalanceQueries({ operator, codes, budgets }), visits, askers }),
      purchaseRoutes({ chooser, visits, askers, db, clock }),
      lineOfferRoutes({ lines, catalogue, visits, askers }),
      joinLeads({ db, clock, visits, askers, budgets, content, operator, codes, lines, catalogue, geocoder: maps.geocoder }),
      ...payment.routes,
    ],
  })
  return {
    app,
    answerEarly,
    addresses,
    db,
    visits,
    sealing,
    metrics,
    worker: payment.worker,
    contentVersion: async () => `${await content.version()}/${await library.version()}/${await maps.version()}`,
  }
}

/** I15: a machine whose clock is wrong is better left out; what it was asked for meanwhile is decided by the database's clock all the same. */
async function checkReady(pool: pg.Pool, timekeeper: Timekeeper | null): Promise<void> {
  await checkDatabase(pool)
  if (timekeeper && !timekeeper.isInStep()) throw new Error('the clock of this machine differs from that of the database')
}

function appSettings({ publicUrl, mode, trustedProxies, logLevel, apiDescription }: Settings) {
  return {
    publicOrigin: publicUrl.origin,
    isProduction: mode === 'production',
    trustedProxies,
    logLevel,
    describesCalls: apiDescription === 'on',
  }
}

async function openHelp(db: Database, clock: Clock) {
  const seed = readFaqSeed()
  await seedFaqs(db, seed)
  return openHelpLibrary({ db, clock, seed })
}
