import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { connectorAt } from '#shared/connector-table.ts'
import { Problem } from '#shared/problem.ts'
import type { ConnectorInfo, Notice, PaymentConnector, RawRequest } from '#payment-connectors/payment-connector.ts'
import { CALLBACK_PATH, NOTICE_PATH, type CallbackPaths } from './callback-paths.ts'
import type { OwnAddresses } from '#server/security/own-addresses.ts'
import type { NoticeDesk } from './notice-desk.ts'
import type { PacedQuestions } from './paced-questions.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

type Parts = {
  desk: NoticeDesk
  questions: PacedQuestions
  store: PostgresPaymentStore
  paths: CallbackPaths
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  addresses: OwnAddresses
}

type Params = { connector: string; ref?: string; mac?: string }
type Returned = { attempt: Notice['attempt']; isMarked: boolean; isCancelled: boolean }

/** Real notices are a few kilobytes. */
const NOTICE_LIMIT_BYTES = 64 * 1024
const RETURN_BUDGET_MS = 3_000

/** ROUTE-6, CARD-3: payers and providers coming back. What they say is never believed; the provider is asked. */
export function providerRoutes({ desk, questions, store, paths, connectors, addresses }: Parts): FastifyPluginAsync {
  function connectorOf(params: Params): PaymentConnector {
    const id = connectorAt(params.connector)
    const connector = id && connectors.get(id)
    if (!connector) throw new Problem('not-found')
    return connector
  }

  /** The attempt named by our own path, or by what the provider put into the address. */
  function returnedAttempt(connector: PaymentConnector, params: Params, request: FastifyRequest): Returned | null {
    const told = connector.readReturn?.(rawRequest(request, Buffer.alloc(0))) ?? null
    if (params.ref && params.mac) {
      const isMarked = paths.isOurs(connector.info.id, params.ref, params.mac)
      return isMarked ? { attempt: { by: 'ref', value: params.ref }, isMarked, isCancelled: told?.isCancelled ?? false } : null
    }
    return told && { ...told, isMarked: false }
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
          const returned = returnedAttempt(connector, request.params, request)
          const found = returned && (await store.findOrder(connector.info.id, returned.attempt))
          if (!found) return reply.redirect('/payment/status', 303)
          // Without our mark it may be anybody who has seen a reference, and a HEAD is no visitor: the page opens all the same.
          const mayAsk = (returned.isMarked || connector.returnsWithoutMark === true) && request.method !== 'HEAD'
          // A quick question, so that the page mostly opens on the truth; should it take longer, the page goes on asking.
          const cause = returned.isMarked ? 'marked' : 'unmarked'
          if (mayAsk) await Promise.race([questions.ask(found, cause), pause(RETURN_BUDGET_MS)])
          // CARD-4: the payer is no longer at the gateway. Only our own mark says so of the one who pays.
          if (mayAsk && returned.isMarked) await store.noteLeft(found.attemptId, returned.isCancelled ? 'cancel' : 'return')
          const kept = addresses.areMany ? await store.readWithExtras(found.orderId) : null
          return showPayer(request, reply, { orderId: found.orderId, began: addresses.judge(kept?.extras.origin ?? null), addresses })
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
          if (typeof notice === 'string') {
            desk.note(connector.info.id, notice)
            return reply.code(notice === 'unauthentic' ? 401 : 200).send()
          }
          const { ref = '', mac = '' } = request.params
          const isMarked = paths.isOurs(connector.info.id, ref, mac)
          // Whoever paid once knows one mark: it speaks of that payment, and of no other that the notice may name.
          const about = isMarked ? { ...notice, attempt: { by: 'ref', value: ref } as const } : notice
          await desk.receive({ connector: connector.info.id, notice: about, body, isMarked })
          const answer = connector.acknowledge?.(notice) ?? { status: 200, contentType: 'text/plain', body: '' }
          return reply.code(answer.status).type(answer.contentType).send(answer.body)
        },
      })
    }
  }
}

type Shown = { orderId: string; began: string | null; addresses: OwnAddresses }

/**
 * Where the payer began, when the gateway led to another address of ours: the visit is known there only. Not by a redirect: the content policy
 * of a gateway's page follows its form through every redirect, and knows one address of ours.
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

function rawRequest(request: FastifyRequest, body: Buffer): RawRequest {
  const url = new URL(request.url, 'http://portal.invalid')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return { method: request.method, path: url.pathname, query: url.searchParams, headers, body }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
