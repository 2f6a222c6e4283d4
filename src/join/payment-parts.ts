import { setTimeout as pause } from 'node:timers/promises'
import type { Tally } from '#features/analytics/server/tally.ts'
import { createPaymentEngine, type PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { PaymentEvent, PaymentState } from '#features/payment/engine/records.ts'
import { createWorkSweeper } from '#features/payment/engine/sweep-work.ts'
import { findPaymentCalls } from '#features/find-payment/server/find-payment.calls.ts'
import { openClaims } from '#features/find-payment/server/claims.ts'
import { openFoundPayments } from '#features/find-payment/server/found-payments.ts'
import { openCallbackPaths } from '#features/payment/server/callback-paths.ts'
import { openConnectorHealth } from '#features/payment/server/connector-health.ts'
import { attemptFigures, deliveryFigures } from '#features/payment/server/attempt-figures.ts'
import { watchPayments } from '#features/payment/server/payment-figures.ts'
import { paymentEndings } from '#features/payment/server/payment-endings.ts'
import { paymentMessages } from '#features/payment/server/payment-messages.ts'
import { openExchange } from '#features/payment/server/exchange.ts'
import type { OperatorDelivery } from '#features/payment/server/operator-delivery.ts'
import type { OperatorExchange } from '#features/payment/server/operator-exchange.ts'
import { openLinePayments, type LinePayments } from '#features/payment/server/line-payments.ts'
import { openOptionLists } from '#features/payment/server/list-options.ts'
import { newPaymentIds } from '#features/payment/server/new-order.ts'
import { openPayerProofs } from '#features/payment/server/payer-proofs.ts'
import { openPaymentService } from '#features/payment/server/payment-service.ts'
import { paymentCalls } from '#features/payment/server/payment.calls.ts'
import { isPaid } from '#features/payment/server/paid-purchase.ts'
import { openPaymentStore, type PostgresPaymentStore } from '#features/payment/server/payment.store.ts'
import { createPaymentWorker, type PaymentWorker } from '#features/payment/server/payment-worker.ts'
import { openPacedQuestions } from '#features/payment/server/paced-questions.ts'
import { nameWork } from '#features/payment/server/name-work.ts'
import { openNoticeDesk } from '#features/payment/server/notice-desk.ts'
import { providerRoutes } from '#features/payment/server/provider.routes.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import { transactionDetails } from '#features/payment/server/transaction-details.ts'
import { walletCalls } from '#features/payment/server/wallet.calls.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { TIME_LIMITS_MS } from '#outbound/room-sizes.ts'
import type { OutboundLog } from '#outbound/send.ts'
import { guardConnector } from '#payment-connectors/guard-connector.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { COUNTRY_PROFILES } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Timekeeper } from '#server/database-clock.ts'
import type { WriteWatch } from '#server/database/write-watch.ts'
import type { Metrics } from '#server/logging/metrics.ts'
import type { Database } from '#server/database/database.ts'
import type { OwnAddresses } from '#server/security/own-addresses.ts'
import type { Settings } from '#settings/settings.ts'
import type { FastifyPluginAsync } from 'fastify'
import { payPageOrigins, type Connectors } from './payment-providers.ts'
import { watchCircuits } from './watched-outside.ts'

type Parts = {
  settings: Settings
  addresses: OwnAddresses
  db: Database
  clock: Clock
  timekeeper: Timekeeper | null
  writes: Pick<WriteWatch, 'isOpen'> | undefined
  metrics: Metrics
  tally: Tally
  budgets: Budgets
  content: SiteContent
  operator: OperatorDelivery & OperatorExchange & Pick<OperatorLines, 'readBalances'>
  codes: OneTimeCodes
  lines: LineChecks
  config: ProductConfig
  names: BundleNames
  sms: SmsSender
  connectors: Connectors
  onError: (error: unknown, item: string) => void
  log: OutboundLog
}

export type JoinedPayment = {
  calls: Served[]
  routes: FastifyPluginAsync[]
  worker: PaymentWorker
  /** FIND-3: SMS about cases that are still to be sent. */
  tellCases: () => Promise<void>
  lines: LinePayments
  /** STAT-4: a payment as a visit may see it. */
  readDetails: (asked: { transactionId: string; language: Language }, visit: Visit | null) => Promise<TransactionDetails | null>
  isPaid: (purchase: { purchaseId: string; visitId: Buffer }) => Promise<boolean>
}

/** Joins the payment engine with its store, connectors, operator and messages. */
export function joinPayment(parts: Parts): JoinedPayment {
  const { settings, addresses, db, clock, timekeeper, writes, metrics, budgets, content, tally } = parts
  const { operator, codes, lines, config, names, sms, onError, log } = parts
  const callContext = { fetch, now: () => clock.now(), timeoutMs: TIME_LIMITS_MS.short, log }
  const guarded = new Map([...parts.connectors].map(([id, connector]) => [id, guardConnector(connector, callContext)]))
  const health = openConnectorHealth({ connectors: guarded, context: callContext })
  const connectors = new Map([...guarded].map(([id, { connector }]) => [id, connector]))
  const paths = openCallbackPaths({ publicOrigin: settings.publicUrl.origin, secret: settings.secret })
  const store = openPaymentStore({
    db,
    clock,
    onChange(orderId, nextWorkAt) {
      if (nextWorkAt && nextWorkAt <= clock.now()) worker.wake(orderId)
    },
    onEvents: countingBook({ tally, metrics, clock }),
  })
  const engine = nameWork(
    createPaymentEngine({
      store,
      now: () => clock.now(),
      ids: newPaymentIds,
      isConnected: (id) => connectors.has(id),
      connector(id) {
        const connector = connectors.get(id)
        if (!connector) throw new Error(`the connector ${id} is not configured`)
        return connector
      },
      contextFor: (attempt, patience, to) => ({ ...callContext, timeoutMs: TIME_LIMITS_MS[patience], urls: paths.urlsFor(attempt, to) }),
      operator,
      sendMessage: paymentMessages({ store, content, sms, publicOrigin: settings.publicUrl.origin }),
      pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
      onTrouble({ kind, id }, error) {
        metrics.countWorkFailure(kind)
        onError(error, `${kind} ${id}`)
      },
    }),
  )
  const worker = startableWorker({ engine, store, timekeeper, writes, onError: (error) => onError(error, 'sweep') })
  watchPayments(metrics, { db, clock, connectors: [...connectors.keys()] })
  watchCircuits(metrics, guarded)
  const proofs = openPayerProofs({ db, clock, codes })
  const exchange = openExchange({ operator, clock, country: COUNTRY_PROFILES[settings.country] })
  const shared = { store, db, clock, connectors, health, exchange, addresses }
  const service = openPaymentService({ ...shared, engine, proofs, lines, budgets, operator })
  const options = openOptionLists({ connectors, health, config, exchange })
  const payPages = payPageOrigins(settings.gateways)
  const questions = openPacedQuestions({ db, engine })
  const desk = openNoticeDesk({
    store,
    questions,
    take: (kept) => worker.takeNotice(kept),
    onNotice: metrics.countNotice,
    onError: (error) => onError(error, 'notice'),
  })
  const finding = { db, clock, budgets, codes, store, names }
  const claims = openClaims({ ...finding, engine, questions, content, sms, onError: (error) => onError(error, 'case') })
  return {
    worker,
    tellCases: () => claims.tell(),
    isPaid: (purchase) => isPaid(store, purchase),
    readDetails: (asked, visit) => transactionDetails({ store, db, names, codes }, asked, visit),
    lines: openLinePayments({ service, proofs, options, store }),
    calls: [
      ...paymentCalls({ service, store, db, clock, options, names, exchange, payPages, addresses, codes }),
      ...walletCalls(service),
      ...findPaymentCalls(openFoundPayments(finding), claims),
    ],
    routes: [providerRoutes({ desk, questions, store, paths, connectors, addresses })],
  }
}

/** What was written into the book counts: what ended, for statistics; what became of attempts and deliveries, for whoever watches. */
function countingBook({ tally, metrics, clock }: Pick<Parts, 'tally' | 'metrics' | 'clock'>) {
  return (events: readonly PaymentEvent[], state: PaymentState) => {
    for (const ending of paymentEndings(events)) tally.count(ending, '-')
    for (const figure of attemptFigures(events, state)) metrics.count('guichet_attempts_total', figure)
    for (const { goods, seconds } of deliveryFigures(events, state, clock.now())) metrics.observeDelivery(goods, seconds)
  }
}

type WorkerParts = Pick<Parts, 'timekeeper' | 'writes'> & {
  engine: PaymentEngine
  store: PostgresPaymentStore
  onError: (error: unknown) => void
}

function startableWorker({ engine, store, timekeeper, writes, onError }: WorkerParts): PaymentWorker {
  return createPaymentWorker({
    sweeper: createWorkSweeper({ engine, store, startTimer, onError }),
    mayWork: async () => {
      if (writes && !writes.isOpen()) return false
      await timekeeper?.sync()
      return timekeeper?.isInStep() ?? true
    },
    onError,
  })
}

function startTimer(milliseconds: number, happen: () => void): () => void {
  const timer = setTimeout(happen, milliseconds).unref()
  return () => clearTimeout(timer)
}
