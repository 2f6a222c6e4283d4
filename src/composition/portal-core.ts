import type { FastifyBaseLogger } from 'fastify'
import { OPERATOR } from '#operator-record'
import type pg from 'pg'
import type { OperatorBills } from '#features/bills/server/operator-bills.ts'
import type { OperatorCatalogue } from '#features/bundles/server/operator-catalogue.ts'
import type { OperatorLeads } from '#features/home-broadband-lead/server/operator-leads.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { OperatorDelivery } from '#features/payment/delivery.ts'
import type { OperatorExchange } from '#features/payment/server/currency/operator-exchange.ts'
import type { SystemState } from '#outbound/system-guard.ts'
import type { Clock } from '#server/clock.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import { checkDatabase, openDatabase } from '#server/database/database.ts'
import { createRateLimiter } from '#server/limits/rate-limiter.ts'
import type { Pressure } from '#server/limits/load-shedding.ts'
import { createPuzzles } from '#server/limits/puzzles.ts'
import { ownAddresses } from '#server/security/own-origins.ts'
import type { Settings } from '#settings/settings.ts'
import { guardConnectors, payPageOrigins, type Connectors } from './payment-providers.ts'
import { watchCircuits, collectUpstreamMetrics, type WatchedWrites } from './upstream-metrics.ts'

/** The operator's interface for all features together. */
export type PortalOperator = OperatorLines & OperatorBills & OperatorCatalogue & OperatorDelivery & OperatorExchange & OperatorLeads

/** The upstreams: the real ones, the sandbox, or a test's own. */
export type Upstreams = {
  operator: PortalOperator
  sms: SmsSender
  connectors: Connectors
  clock: Clock
  timekeeper?: Timekeeper
  writes?: WatchedWrites
  pressure?: Pressure
  /** The recent health of the operator's systems and the SMS centre; no call is made to find out. */
  health?: () => Record<string, SystemState>
  logOutput?: { write(line: string): unknown }
}

export type PortalCore = ReturnType<typeof createCore>

/** What every feature may use: settings, database, clock, limits, metrics, log and upstreams. */
export function createCore(settings: Settings, pool: pg.Pool, outside: Upstreams) {
  const { secret, publicUrl } = settings
  const { operator, clock, timekeeper = null, writes } = outside
  const db = openDatabase(pool)
  const checkReady = readyCheck(pool, timekeeper)
  const { metrics, sms } = collectUpstreamMetrics(outside, pool, checkReady)
  const connectors = guardConnectors(outside.connectors, clock)
  watchCircuits(metrics, connectors)
  return {
    ...settings,
    sellsPostpaidBundles: OPERATOR.country.sellsPostpaidBundles,
    addresses: ownAddresses({ publicOrigin: publicUrl.origin, isProduction: settings.mode === 'production' }),
    payPages: payPageOrigins(settings.gateways),
    db,
    clock,
    timekeeper,
    writes,
    puzzles: createPuzzles({ db, clock, secret }),
    rateLimiter: createRateLimiter({ db, limits: settings.limits }),
    operator,
    connectors,
    sms,
    metrics,
    checkReady,
    log: deferredLog(),
  }
}

/** I15: a machine with a wrong clock should get no traffic; requests it still gets are decided by the database's clock all the same. */
function readyCheck(pool: pg.Pool, timekeeper: Timekeeper | null): () => Promise<void> {
  return async () => {
    await checkDatabase(pool)
    if (timekeeper && !timekeeper.isInStep()) throw new Error('the clock of this machine differs from that of the database')
  }
}

/** Features are composed before the app, which owns the log. */
function deferredLog() {
  let log: FastifyBaseLogger | null = null
  return {
    debug: (fields: object, message: string) => log?.debug(fields, message),
    warn: (fields: object, message: string) => log?.warn(fields, message),
    error: (fields: object, message: string) => log?.error(fields, message),
    writeTo: (target: FastifyBaseLogger) => void (log = target),
  }
}
