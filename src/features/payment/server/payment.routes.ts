import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { gatewayPage } from '#shared/safe-addresses.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { isEmail } from '#shared/email.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Database } from '#server/database.ts'
import type { OwnAddresses } from '#server/own-addresses.ts'
import type { Visit, Visits } from '#server/visits.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { initiateTransaction, listPaymentOptions, processTransaction, readExchangeRate, readStatus, readTransaction } from '../contract.ts'
import type { Beginning } from '../engine/begin-attempt.ts'
import { publicStatus } from '../engine/public-status.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import { connectorFor } from './connector-for.ts'
import type { ConnectorHealth } from './connector-health.ts'
import { majorUnits, readMajorUnits } from './convert-money.ts'
import type { Exchange } from './exchange.ts'
import { paymentOptions } from './payment-options.ts'
import type { PaymentService } from './payment-service.ts'
import type { PostgresPaymentStore } from './payment.store.ts'
import { transactionDetails } from './transaction-details.ts'
import { waitingRequest } from './waiting-request.ts'

type Parts = {
  service: PaymentService
  store: PostgresPaymentStore
  db: Database
  visits: Visits
  askers: Askers
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  health: ConnectorHealth
  config: ProductConfig
  exchange: Exchange
  /** Where pages of the gateways lie. */
  payPages: readonly string[]
  addresses: Pick<OwnAddresses, 'originOf' | 'publicOrigin'>
}

type App = Parameters<FastifyPluginAsyncTypebox>[0]

export function paymentRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { service, store, db, visits, askers, payPages, addresses } = parts

  async function visitOf(request: FastifyRequest): Promise<Visit> {
    const visit = await visits.find(request)
    if (!visit) throw new Problem('no-pending-payment')
    return visit
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
    })

    addChoices(app, parts)

    app.route({
      ...initiateTransaction,
      async handler(request, reply) {
        const { txnId, amount, currencyCode, convertedAmount, emailId, paymentMobile, uniqueCode } = request.body
        const payIn = currencyCode === undefined ? undefined : { currency: currencyCode, shown: convertedAmount }
        if (emailId !== undefined && !isEmail(emailId)) throw new Problem('bad-request', 'not an e-mail address')
        const visit = await visits.findOrBegin(request, reply)
        const payer = isMobileNumber(paymentMobile) && uniqueCode !== undefined ? { msisdn: paymentMobile, proof: uniqueCode } : undefined
        const language = languageOf(request)
        const origin = addresses.originOf(request.headers)
        return success(
          await service.initiate(visit, { purchaseId: txnId, amount, payIn, emailId: emailId ?? null, language, origin, payer }),
        )
      },
    })

    app.route({
      ...processTransaction,
      async handler(request) {
        const { transactionId, paymentGateway, paymentMode, paymentMobile } = request.body
        const beginning = await service.pay(await visitOf(request), {
          transactionId,
          connector: connectorFor(paymentMode, paymentGateway),
          payer: isMobileNumber(paymentMobile) ? paymentMobile : undefined,
          asker: await askers.of(request),
        })
        const state = await store.read(transactionId)
        return success({
          transactionId,
          ...pageOf(beginning, payPages, addresses.originOf(request.headers) === addresses.publicOrigin),
          code: codeOf(beginning),
          status: state ? publicStatus(state).status : '',
        })
      },
    })

    addReads(app, { store, db, visits })
  }
}

/** HUB-1, HUB-4: how and in which currency a purchase can be paid. */
function addChoices(app: App, { store, visits, connectors, health, config, exchange }: Parts): void {
  async function options({ amount, transactionType, currencyCode }: InputOf<typeof listPaymentOptions>) {
    const { currency: own } = COUNTRY
    const [{ enableAmPin }, choices] = await Promise.all([config.read(), exchange.choicesFor({ minor: amount, currency: own })])
    const infos = [...connectors.values()].map(({ info }) => info)
    const currencies = choices.currencies.filter((each) => each === own || infos.some((info) => info.currencies.includes(each)))
    const currency = currencies.find((each) => each === currencyCode) ?? own
    const paymentOption = paymentOptions({
      isConnected: (id) => connectors.get(id)?.info.currencies.includes(currency) === true,
      isAvailable: (id) => health.isAvailable(id),
      isPinOn: enableAmPin,
      transactionType,
      isSmall: choices.isSmall,
    })
    return { paymentOption, currencies }
  }

  for (const url of [listPaymentOptions.url, listPaymentOptions.url.replace('/v1/', '/')]) {
    app.route({
      ...listPaymentOptions,
      url,
      async handler(request) {
        const { purchaseId } = request.body
        const waiting = purchaseId ? await waitingRequest(store, purchaseId, await visits.find(request)) : null
        return success({ ...(await options(request.body)), waiting })
      },
    })
  }

  app.route({
    ...readExchangeRate,
    async handler(request) {
      const { fromCurrency, toCurrency, amount } = request.query
      const money = readMajorUnits(amount, fromCurrency)
      if (!money) throw new Problem('bad-request', 'no amount of this currency')
      return success({ convertedAmount: majorUnits((await exchange.convert(money, toCurrency)).asked) })
    },
  })
}

/** STAT-1, STAT-4: a link is enough to see how a payment stands; who pays sees more. */
function addReads(app: App, { store, db, visits }: Pick<Parts, 'store' | 'db' | 'visits'>): void {
  app.route({
    ...readStatus,
    async handler(request) {
      const state = await store.read(request.query.tid)
      if (!state) throw new Problem('not-found')
      const { status } = publicStatus(state)
      return success({ status, transactionStatus: status, transactionId: state.order.id })
    },
  })

  app.route({
    ...readTransaction,
    async handler(request) {
      const details = await transactionDetails({ store, db }, request.query.txnId, await visits.find(request))
      if (!details) throw new Problem('not-found')
      return success(details)
    },
  })
}

/**
 * Where the payer goes. The address was stored when the attempt began: it is judged again, by the gateways that are on now. A gateway's frame
 * speaks to PUBLIC_URL only; at another address of ours its page is opened instead.
 */
function pageOf(
  beginning: Beginning,
  payPages: readonly string[],
  mayFrame: boolean,
): { redirectUrl: string | null; popupAccessCode: string | null } {
  const action = beginning.kind === 'begun' || beginning.kind === 'resumed' ? beginning.attempt.action : null
  if (action?.type === 'redirect') return { redirectUrl: gatewayPage(action.url, payPages), popupAccessCode: null }
  const redirectUrl = action?.type === 'popup' ? gatewayPage(action.fallbackUrl, payPages) : null
  return { redirectUrl, popupAccessCode: action?.type === 'popup' && redirectUrl && mayFrame ? action.accessCode : null }
}

function codeOf(beginning: Beginning): 'STARTED' | 'ALREADY_PROCESSED' | 'NOT_STARTED' {
  switch (beginning.kind) {
    case 'begun':
      return beginning.attempt.action ? 'STARTED' : 'NOT_STARTED'
    case 'resumed':
    case 'already-paid':
    case 'being-confirmed':
      return 'ALREADY_PROCESSED'
    case 'too-late':
      throw new Problem('no-pending-payment')
  }
}
