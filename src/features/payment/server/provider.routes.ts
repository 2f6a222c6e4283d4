import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { ConnectorInfo, Notice, PaymentConnector, RawRequest } from '#payment-connectors/payment-connector.ts'
import type { PaymentEngine } from '../engine/payment-engine.ts'
import type { KeptNotice } from '../engine/payment-ports.ts'
import { CALLBACK_PATH, NOTICE_PATH, type CallbackPaths } from './callback-paths.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

type Parts = {
  engine: PaymentEngine
  store: PostgresPaymentStore
  paths: CallbackPaths
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  /** Begins to work a notice that has just been kept; the answer to it does not wait. */
  take: (kept: KeptNotice) => void
}

type Params = { connector: string; ref?: string; mac?: string }

const NOTICE_LIMIT_BYTES = 256 * 1024
const RETURN_BUDGET_MS = 3_000

/** ROUTE-6, CARD-3: payers and providers coming back. What they say is never believed; the provider is asked. */
export function providerRoutes({ engine, store, paths, connectors, take }: Parts): FastifyPluginAsync {
  function connectorOf(params: Params): PaymentConnector {
    const connector = [...connectors.values()].find((each) => each.info.id === params.connector)
    if (!connector) throw new Problem('not-found')
    return connector
  }

  /** The attempt named by our own path, or by what the provider put into the address. */
  function returnedAttempt(connector: PaymentConnector, params: Params, request: FastifyRequest): Notice['attempt'] | null {
    if (params.ref && params.mac) return paths.isOurs(params.connector, params.ref, params.mac) ? { by: 'ref', value: params.ref } : null
    return connector.readReturn?.(rawRequest(request, Buffer.alloc(0)))?.attempt ?? null
  }

  return async function routes(app) {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_LIMIT_BYTES }, (_request, body, done) => done(null, body))

    for (const tail of ['/:connector', '/:connector/:ref/:mac']) {
      app.route<{ Params: Params }>({
        method: ['GET', 'POST'],
        url: `${CALLBACK_PATH}${tail}`,
        config: { isCalledFromOutside: true },
        schema: { hide: true },
        async handler(request, reply) {
          const connector = connectorOf(request.params)
          const attempt = returnedAttempt(connector, request.params, request)
          const found = attempt && (await store.findOrder(connector.info.id, attempt))
          if (!found) return reply.redirect('/payment/status', 303)
          // A quick question, so that the page mostly opens on the truth; should it take longer, the page goes on asking.
          await Promise.race([engine.askNow(found.orderId, found.attemptId), pause(RETURN_BUDGET_MS)])
          return reply.redirect(`/payment/status?id=${found.orderId}`, 303)
        },
      })

      app.route<{ Params: Params }>({
        method: ['POST', 'PUT'],
        url: `${NOTICE_PATH}${tail}`,
        config: { isCalledFromOutside: true },
        schema: { hide: true },
        async handler(request, reply) {
          const connector = connectorOf(request.params)
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const notice = connector.readNotice?.(rawRequest(request, body)) ?? 'irrelevant'
          if (notice === 'unauthentic') return reply.code(401).send()
          if (notice === 'irrelevant') return reply.code(200).send()
          const { ref = '', mac = '' } = request.params
          const isMarked = paths.isOurs(request.params.connector, ref, mac)
          const kept = await store.keepNotice(
            connector.info.id,
            isMarked ? { ...notice, attempt: { by: 'ref', value: ref } } : notice,
            isMarked,
            body,
          )
          if (kept) take(kept)
          const answer = connector.acknowledge?.(notice) ?? { status: 200, contentType: 'text/plain', body: '' }
          return reply.code(answer.status).type(answer.contentType).send(answer.body)
        },
      })
    }
  }
}

function rawRequest(request: FastifyRequest, body: Buffer): RawRequest {
  const url = new URL(request.url, 'http://portal.invalid')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return { method: request.method, path: url.pathname, query: url.searchParams, headers, body }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
