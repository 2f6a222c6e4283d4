import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { connectorAt } from '#shared/connector-table.ts'
import { Problem } from '#shared/problem.ts'
import type { ConnectorInfo, Webhook, PaymentConnector, RawRequest } from '#payment-connectors/payment-connector.ts'
import { CALLBACK_PATH, WEBHOOK_PATH, RETURN_PARAMETERS, type CallbackPaths } from './callback-paths.ts'
import type { OwnOrigins } from '#server/security/own-origins.ts'
import type { WebhookInbox } from './webhook-inbox.ts'
import type { LimitedQueries } from './limited-queries.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

type Deps = {
  webhookInbox: WebhookInbox
  questions: LimitedQueries
  store: PostgresPaymentStore
  paths: CallbackPaths
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  addresses: OwnOrigins
}

type Params = { connector: string; ref?: string; mac?: string }
type Returned = { attempt: Webhook['attempt']; hasUrlToken: boolean; isCancelled: boolean }

/** Real webhooks are a few kilobytes. */
const NOTICE_LIMIT_BYTES = 64 * 1024
const RETURN_BUDGET_MS = 3_000

/** ROUTE-6, CARD-3: returns of payers and webhooks of providers. Their content is never believed; the provider is queried. */
export function providerRoutes({ webhookInbox, questions, store, paths, connectors, addresses }: Deps): FastifyPluginAsync {
  function connectorOf(params: Params): PaymentConnector {
    const id = connectorAt(params.connector)
    const connector = id && connectors.get(id)
    if (!connector) throw new Problem('not-found')
    return connector
  }

  return async function routes(app) {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_LIMIT_BYTES }, (_request, body, done) => done(null, body))

    for (const tail of ['/:connector', '/:connector/:ref/:mac']) {
      app.route<{ Params: Params }>({
        method: ['GET', 'POST'],
        url: `${CALLBACK_PATH}${tail}`,
        config: { isExternalEndpoint: true },
        schema: { hide: true },
        async handler(request, reply) {
          const connector = connectorOf(request.params)
          const returned = returnedAttempt(paths, connector, request)
          const found = returned && (await store.findOrder(connector.info.id, returned.attempt))
          if (!found) return reply.redirect('/payment/status', 303)
          // Without our mark it may be any client that knows a reference, and a HEAD is no visitor: the page opens all the same.
          const mayAsk = (returned.hasUrlToken || connector.returnsWithoutMark === true) && request.method !== 'HEAD'
          // A short query, so that the page usually opens with the current state; if it takes longer, the page polls.
          const cause = returned.hasUrlToken ? 'marked' : 'unmarked'
          if (mayAsk) await Promise.race([questions.ask(found, cause), pause(RETURN_BUDGET_MS)])
          // CARD-4: the payer has left the gateway. Only our own mark proves that it is the payer.
          if (mayAsk && returned.hasUrlToken) await store.noteLeft(found.attemptId, returned.isCancelled ? 'cancel' : 'return')
          const kept = addresses.areMany ? await store.readWithExtras(found.orderId) : null
          return showPayer(request, reply, { orderId: found.orderId, began: addresses.judge(kept?.extras.origin ?? null), addresses })
        },
      })

      answerTries(app, `${WEBHOOK_PATH}${tail}`, connectorOf)

      app.route<{ Params: Params }>({
        method: ['POST', 'PUT'],
        url: `${WEBHOOK_PATH}${tail}`,
        config: { isExternalEndpoint: true },
        schema: { hide: true },
        async handler(request, reply) {
          const connector = connectorOf(request.params)
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const read = connector.parseWebhook?.(rawRequest(request, body)) ?? 'irrelevant'
          if (typeof read === 'string') {
            webhookInbox.note(connector.info.id, read)
            return reply.code(read === 'unauthentic' ? 401 : 200).send()
          }
          const { others = [], ...webhook } = read
          const { ref = '', mac = '' } = request.params
          // Abuse 89: only the provider knows this address, according to the ledger.
          const hasUrlToken = paths.isWebhook(connector.info.id, ref, mac) && (await store.isWebhookMarkSecret(connector.info.id, ref))
          // A mark is valid for its own payment only, whatever an unsigned webhook names; a signed one names its own (I19).
          const about = hasUrlToken && webhook.trust === 'hint' ? { ...webhook, attempt: { by: 'ref', value: ref } as const } : webhook
          await webhookInbox.receive({ connector: connector.info.id, webhook: about, body, hasUrlToken })
          // A mark names one payment: what else the message tells counts as at an address without one.
          for (const other of others) await webhookInbox.receive({ connector: connector.info.id, webhook: other, body, hasUrlToken: false })
          const answer = connector.acknowledge?.(webhook) ?? { status: 200, contentType: 'text/plain', body: '' }
          return reply.code(answer.status).type(answer.contentType).send(answer.body)
        },
      })
    }
  }
}

/** Abuse 45: some providers try the address by GET first. What it names is not looked at, and the provider is not queried. */
function answerTries(app: FastifyInstance, url: string, connectorOf: (params: Params) => PaymentConnector): void {
  app.route<{ Params: Params }>({
    method: 'GET',
    url,
    config: { isExternalEndpoint: true },
    schema: { hide: true },
    async handler(request, reply) {
      if (!connectorOf(request.params).triesWebhook) throw new Problem('not-found')
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('')
    },
  })
}

/** The attempt named by our own address, or by the provider's parameters. */
function returnedAttempt(paths: CallbackPaths, connector: PaymentConnector, request: FastifyRequest<{ Params: Params }>): Returned | null {
  const { params } = request
  const raw = rawRequest(request, Buffer.alloc(0))
  const parsed = connector.readReturn?.(raw) ?? null
  const ref = params.ref ?? raw.query.get(RETURN_PARAMETERS.ref)
  // A gateway that adds its own parameters with a second question mark appends them to ours.
  const mark = params.mac ?? raw.query.get(RETURN_PARAMETERS.mark)?.split('?')[0]
  if (ref && mark && paths.isReturn(connector.info.id, ref, mark))
    return { attempt: { by: 'ref', value: ref }, hasUrlToken: true, isCancelled: parsed?.isCancelled ?? false }
  return params.ref || !parsed ? null : { ...parsed, hasUrlToken: false }
}

type Shown = { orderId: string; began: string | null; addresses: OwnOrigins }

/**
 * Opens the page at the origin where the payer began, because the visit exists only there. Not by a redirect: the content security policy
 * of a gateway's page checks its form through every redirect, and allows one origin of ours.
 */
function showPayer(request: FastifyRequest, reply: FastifyReply, { orderId, began, addresses }: Shown): FastifyReply {
  const page = `/payment/status?id=${orderId}`
  if (began === null || began === addresses.originOf(request.headers)) return reply.redirect(page, 303)
  const address = `${began}${page}`
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">${address}</a>`)
}

function rawRequest(request: Pick<FastifyRequest, 'url' | 'method' | 'headers'>, body: Buffer): RawRequest {
  const url = new URL(request.url, 'http://portal.invalid')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return { method: request.method, path: url.pathname, query: url.searchParams, headers, body }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
