import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEmail } from '#shared/email.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Database } from '#server/database.ts'
import type { Visit, Visits } from '#server/visits.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { initiateTransaction, listPaymentOptions, processTransaction, readStatus, readTransaction } from '../contract.ts'
import type { Beginning } from '../engine/begin-attempt.ts'
import { paymentOptions } from './payment-options.ts'
import type { PaymentService } from './payment-service.ts'
import type { PostgresPaymentStore } from './payment.store.ts'
import { transactionDetails } from './transaction-details.ts'

type Parts = {
  service: PaymentService
  store: PostgresPaymentStore
  db: Database
  visits: Visits
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
}

export function paymentRoutes({ service, store, db, visits, connectors }: Parts): FastifyPluginAsyncTypebox {
  async function visitOf(request: FastifyRequest): Promise<Visit> {
    const visit = await visits.find(request)
    if (!visit) throw new Problem('no-pending-payment')
    return visit
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
    })

    for (const url of [listPaymentOptions.url, listPaymentOptions.url.replace('/v1/', '/')]) {
      app.route({ ...listPaymentOptions, url, handler: async () => success({ paymentOption: paymentOptions(connectors) }) })
    }

    app.route({
      ...initiateTransaction,
      async handler(request, reply) {
        const { txnId, amount, emailId } = request.body
        if (emailId !== undefined && !isEmail(emailId)) throw new Problem('bad-request', 'not an e-mail address')
        const visit = await visits.findOrBegin(request, reply)
        return success(
          await service.initiate(visit, { purchaseId: txnId, amount, emailId: emailId ?? null, language: languageOf(request) }),
        )
      },
    })

    app.route({
      ...processTransaction,
      async handler(request) {
        const { transactionId, paymentGateway } = request.body
        const connector = [...connectors.keys()].find((id) => id === paymentGateway.toLowerCase())
        if (!connector) throw new Problem('method-unavailable')
        const beginning = await service.pay(await visitOf(request), { transactionId, connector })
        const details = await transactionDetails({ store, db }, transactionId, null)
        return success({ transactionId, redirectUrl: addressOf(beginning), code: codeOf(beginning), status: details?.status ?? '' })
      },
    })

    app.route({
      ...readStatus,
      async handler(request) {
        const details = await transactionDetails({ store, db }, request.query.tid, null)
        if (!details) throw new Problem('not-found')
        return success({ status: details.status, transactionStatus: details.transactionStatus, transactionId: details.transactionId })
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
}

function addressOf(beginning: Beginning): string | null {
  if (beginning.kind !== 'begun' && beginning.kind !== 'resumed') return null
  const { action } = beginning.attempt
  if (action?.type === 'redirect') return action.url
  return action?.type === 'popup' ? action.fallbackUrl : null
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
