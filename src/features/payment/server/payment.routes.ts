import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { askerOf } from '#server/asker.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Database } from '#server/database.ts'
import type { Visit, Visits } from '#server/visits.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { initiateTransaction, listPaymentOptions, processTransaction, readStatus, readTransaction } from '../contract.ts'
import type { Beginning } from '../engine/begin-attempt.ts'
import { publicStatus } from '../engine/public-status.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import { connectorFor } from './connector-for.ts'
import type { ConnectorHealth } from './connector-health.ts'
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
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  health: ConnectorHealth
  config: ProductConfig
}

type App = Parameters<FastifyPluginAsyncTypebox>[0]

export function paymentRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { service, store, db, visits } = parts

  async function visitOf(request: FastifyRequest): Promise<Visit> {
    const visit = await visits.find(request)
    if (!visit) throw new Problem('no-pending-payment')
    return visit
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
    })

    addOptions(app, parts)

    app.route({
      ...initiateTransaction,
      async handler(request, reply) {
        const { txnId, amount, emailId, paymentMobile, uniqueCode } = request.body
        if (emailId !== undefined && !isEmail(emailId)) throw new Problem('bad-request', 'not an e-mail address')
        const visit = await visits.findOrBegin(request, reply)
        const payer = isMobileNumber(paymentMobile) && uniqueCode !== undefined ? { msisdn: paymentMobile, proof: uniqueCode } : undefined
        return success(
          await service.initiate(visit, { purchaseId: txnId, amount, emailId: emailId ?? null, language: languageOf(request), payer }),
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
          asker: askerOf(request),
        })
        const state = await store.read(transactionId)
        return success({
          transactionId,
          redirectUrl: addressOf(beginning),
          popupAccessCode: popupOf(beginning),
          code: codeOf(beginning),
          status: state ? publicStatus(state).status : '',
        })
      },
    })

    addReads(app, { store, db, visits })
  }
}

/** HUB-1 */
function addOptions(app: App, { store, visits, connectors, health, config }: Parts): void {
  async function options(transactionType: string) {
    const { enableAmPin } = await config.read()
    return paymentOptions({
      isConnected: (id) => connectors.has(id),
      isAvailable: (id) => health.isAvailable(id),
      isPinOn: enableAmPin,
      transactionType,
    })
  }

  for (const url of [listPaymentOptions.url, listPaymentOptions.url.replace('/v1/', '/')]) {
    app.route({
      ...listPaymentOptions,
      url,
      async handler(request) {
        const { transactionType, purchaseId } = request.body
        const waiting = purchaseId ? await waitingRequest(store, purchaseId, await visits.find(request)) : null
        return success({ paymentOption: await options(transactionType), waiting })
      },
    })
  }
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

function addressOf(beginning: Beginning): string | null {
  if (beginning.kind !== 'begun' && beginning.kind !== 'resumed') return null
  const { action } = beginning.attempt
  if (action?.type === 'redirect') return action.url
  return action?.type === 'popup' ? action.fallbackUrl : null
}

function popupOf(beginning: Beginning): string | null {
  const action = beginning.kind === 'begun' || beginning.kind === 'resumed' ? beginning.attempt.action : null
  return action?.type === 'popup' ? action.accessCode : null
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
