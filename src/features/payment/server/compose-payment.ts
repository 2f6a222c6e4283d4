import { OPERATOR } from '#operator-record'
import { setTimeout as pause } from 'node:timers/promises'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { TIME_LIMITS_MS } from '#outbound/outbound-limits.ts'
import type { OutboundLog } from '#outbound/send.ts'
import { runInContext, createRequestContext } from '#outbound/request-context.ts'
import type { GuardedConnector } from '#payment-connectors/guard-connector.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { Clock } from '#server/clock.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import type { Database } from '#server/database/database.ts'
import type { WriteWatch } from '#server/database/write-watch.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Metrics } from '#server/logging/metrics.ts'
import type { OwnOrigins } from '#server/security/own-origins.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { createPaymentEngine, type PaymentEngine } from '../engine/payment-engine.ts'
import type { PaymentPorts } from '../engine/payment-ports.ts'
import { createPaymentWorker, type PaymentWorker } from '../engine/payment-worker.ts'
import type { PaymentEvent, PaymentState } from '../engine/records.ts'
import { attemptSamples, deliverySamples, reportSamples } from './metrics/attempt-metrics.ts'
import { createCallbackPaths, type CallbackPaths } from './webhooks/callback-paths.ts'
import { catchingUp } from './orders/catch-up.ts'
import { createConnectorHealth } from './methods/connector-health.ts'
import { dueCalls } from './checkout/due.calls.ts'
import { createDuePayments } from './checkout/due-payments.ts'
import { createExchange } from './currency/exchange.ts'
import { createLinePayments } from './checkout/line-payments.ts'
import { createOptionLists, type ClosedForPayments } from './methods/list-options.ts'
import { newPaymentIds } from './orders/new-order.ts'
import { createWebhookInbox } from './webhooks/webhook-inbox.ts'
import type { OperatorDelivery } from '../delivery.ts'
import type { OperatorExchange } from './currency/operator-exchange.ts'
import { createLimitedQueries } from './webhooks/limited-queries.ts'
import { isPaid } from './status/paid-purchase.ts'
import { createPayerProofs, type PayerProofs } from './checkout/payer-proofs.ts'
import { paymentEndings, type PaymentEnding } from './metrics/payment-endings.ts'
import { collectPaymentMetrics } from './metrics/payment-metrics.ts'
import { paymentMessages } from './delivery/payment-messages.ts'
import { createPaymentService } from './checkout/payment-service.ts'
import { paymentCalls } from './checkout/payment.calls.ts'
import { createPaymentStore, type OnEvents, type PostgresPaymentStore } from './orders/payment.store.ts'
import { providerRoutes } from './webhooks/provider.routes.ts'
import { subjectReader, type ReadDebt } from './checkout/read-subject.ts'
import { transactionDetails } from './status/transaction-details.ts'
import { walletCalls } from './checkout/wallet.calls.ts'

type Deps = {
  secret: string
  secretBefore: string | null
  publicUrl: URL
  /** Allowed redirect targets for payers. */
  payPages: readonly string[]
  addresses: OwnOrigins
  db: Database
  clock: Clock
  timekeeper: Timekeeper | null
  writes: Pick<WriteWatch, 'isOpen'> | undefined
  metrics: Metrics
  tally: { count(ending: PaymentEnding, language: '-'): void }
  rateLimiter: RateLimiter
  content: SiteContent
  operator: OperatorDelivery & OperatorExchange & Pick<OperatorLines, 'readBalances'>
  codes: OneTimeCodes
  lines: LineChecks
  config: ProductConfig
  names: BundleNames
  sms: SmsSender
  connectors: ReadonlyMap<ConnectorId, GuardedConnector>
  closedWays: ClosedForPayments
  readDebt: ReadDebt
  /** The language that a number itself chose last; null where it chose none. */
  chosenLanguage: (msisdn: MobileNumber) => Promise<Language | null>
  log: OutboundLog & { error(fields: object, message: string): void }
}

type StoreWatch = Pick<Parameters<typeof createPaymentStore>[0], 'onChange'> & { onEvents: OnEvents }

/** The payment engine with its store, connectors, operator and messages, and its API calls. */
export function composePayment(deps: Deps) {
  const { addresses, db, clock, metrics, rateLimiter, operator, codes, config, names, connectors: guarded, payPages, closedWays } = deps
  const connectors = new Map([...guarded].map(([id, { connector }]) => [id, connector]))
  const context = callContext(deps)
  const paths = createCallbackPaths({ ...deps, publicOrigin: deps.publicUrl.origin })
  const watching: StoreWatch = {
    onChange(orderId, nextWorkAt) {
      if (nextWorkAt && nextWorkAt <= clock.now()) worker.wake(orderId)
    },
    onEvents: countLedgerEvents(deps),
  }
  const store = createPaymentStore({ db, clock, ...watching })
  const readSubject = subjectReader(deps.readDebt)
  const proofs = createPayerProofs({ db, clock, codes })
  const engine = composeEngine(deps, { store, proofs, readSubject, connectors, paths })
  const worker = startableWorker(deps, { engine, store })
  collectPaymentMetrics(metrics, { db, clock, connectors: [...connectors.keys()] })
  const exchange = createExchange({ operator, clock, payIn: OPERATOR.money.payIn })
  const health = createConnectorHealth({ connectors: guarded, context })
  const service = createPaymentService({ ...deps, store, connectors, health, exchange, engine, proofs })
  const options = createOptionLists({ connectors, health, config, exchange, closedWays })
  const questions = createLimitedQueries({ db, engine })
  const webhookInbox = createWebhookInbox({
    store,
    questions,
    take: (kept) => worker.handleWebhook(kept),
    onWebhook: metrics.countWebhook,
    onMissed: () => worker.markBehind(),
    onError: failureLog(deps, 'notice'),
  })
  return {
    store,
    /** For stores of the same payments that write in a transaction of their own. */
    watching,
    engine,
    questions,
    worker,
    health,
    isPaid: (purchase: { purchaseId: string; visitId: Buffer }) => isPaid(store, purchase, clock.now()),
    /** STAT-4: a payment as a visit may see it. */
    readDetails: (asked: { transactionId: string; language: Language }, visit: Visit | null) =>
      transactionDetails({ store, db, clock, names, codes }, asked, visit),
    linePayments: createLinePayments({ service, proofs, options, store, clock }),
    calls: [
      ...paymentCalls({ service, store, db, clock, options, names, exchange, payPages, addresses, codes }),
      ...walletCalls(service),
      ...dueCalls(createDuePayments({ store, readSubject, db, clock, rateLimiter, config })),
    ],
    routes: [providerRoutes({ webhookInbox, questions, store, paths, connectors, addresses })],
  }
}

const callContext = ({ clock, log }: Deps) => ({ fetch, now: () => clock.now(), timeoutMs: TIME_LIMITS_MS.short, log })

type EngineParts = {
  store: PostgresPaymentStore
  proofs: PayerProofs
  readSubject: PaymentPorts['readSubject']
  connectors: ReadonlyMap<ConnectorId, PaymentConnector>
  paths: CallbackPaths
}

function composeEngine(deps: Deps, { store, proofs, readSubject, connectors, paths }: EngineParts): PaymentEngine {
  const { db, clock, content, sms, operator, chosenLanguage, metrics } = deps
  return createPaymentEngine({
    store,
    now: () => clock.now(),
    ids: newPaymentIds,
    isConnected: (id) => connectors.has(id),
    connector: (id) => connected(connectors, id),
    contextFor: (attempt, timeoutClass, to) => ({
      ...callContext(deps),
      timeoutMs: TIME_LIMITS_MS[timeoutClass],
      urls: paths.urlsFor(attempt, to),
    }),
    operator,
    readSubject,
    sendMessage: paymentMessages({ store, db, clock, content, sms, proofs, chosenLanguage }),
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
    onFailure({ kind, id }, error) {
      metrics.countWorkFailure(kind)
      failureLog(deps, `${kind} ${id}`)(error)
    },
  })
}

function failureLog({ log }: Deps, item: string): (error: unknown) => void {
  return (error) => log.error({ err: error, item }, 'payment job failed')
}

function connected(connectors: EngineParts['connectors'], id: ConnectorId): PaymentConnector {
  const connector = connectors.get(id)
  if (!connector) throw new Error(`the connector ${id} is not configured`)
  return connector
}

/** Ledger rows feed counters: ended payments the statistics; outcomes of attempts and deliveries the metrics. */
function countLedgerEvents({ tally, metrics, clock }: Deps) {
  return (events: readonly PaymentEvent[], state: PaymentState) => {
    for (const ending of paymentEndings(events)) tally.count(ending, '-')
    const dropped = events.filter(({ kind }) => kind === 'message-dropped').length
    if (dropped > 0) metrics.count('guichet_sms_dropped_total', {}, dropped)
    for (const figure of attemptSamples(events, state)) metrics.count('guichet_attempts_total', figure)
    for (const figure of reportSamples(events, state)) metrics.count('guichet_delivery_reports_total', figure)
    for (const { goods, seconds } of deliverySamples(events, state, clock.now())) metrics.observeDelivery(goods, seconds)
  }
}

type WorkerParts = { engine: PaymentEngine; store: PostgresPaymentStore }

function startableWorker(deps: Deps, { engine, store }: WorkerParts): PaymentWorker {
  const { clock, timekeeper, writes } = deps
  const onError = failureLog(deps, 'sweep')
  return createPaymentWorker({
    engine,
    store,
    startTimer,
    inContext: (work) => runInContext(createRequestContext(), work),
    mayWork: async () => {
      if (writes && !writes.isOpen()) return false
      await timekeeper?.sync()
      return timekeeper?.isInStep() ?? true
    },
    catchUp: catchingUp({ store, clock, onError }),
    onError,
  })
}

function startTimer(milliseconds: number, happen: () => void): () => void {
  const timer = setTimeout(happen, milliseconds).unref()
  return () => clearTimeout(timer)
}
