import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Metrics } from '../logging/metrics.ts'
import { withOneHost } from '../security/one-host.ts'
import { servePipelinesInTurn } from '../security/pipelined-requests.ts'
import { limitSilentConnections } from '../security/silent-connections.ts'

/**
 * A response as the framework sent it once, to be sent again, in the form that Node sends fastest. Names and values of headers alternate,
 * and a text (one character a byte) is written in one piece with them.
 */
export type CachedResponse = { status: number; headers: string[]; body: string }

export type FindCachedResponse = (request: IncomingMessage) => CachedResponse | undefined

/** Decides, besides the response itself, whether it may be served here, and counts it. */
export type FastPathRules = { route: string; isClosed: () => boolean; metrics: Metrics }

export type FastPath = {
  createServer(handler: RequestListener, timeouts: Timeouts): Server
  /** From now on a cached response is sent before the framework sees the request. */
  open(find: FindCachedResponse, rules: FastPathRules): void
}

type Timeouts = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

/** From the first byte, or from the connection if none comes. A head is one packet or two; a phone may have to send them again. */
const HEAD_TIMEOUT_MS = 10_000
/** By default Node checks for slow clients only every half minute. */
const LOOK_EVERY_MS = 1_000

/** Runs before the framework, which costs several times what sending a cached page does (decision 0021). */
export function fastPath({ onCut }: { onCut: () => void }): FastPath {
  let answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  return {
    createServer(handler, { keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 }) {
      const timeouts = { keepAliveTimeout, requestTimeout, headersTimeout: HEAD_TIMEOUT_MS, connectionsCheckingInterval: LOOK_EVERY_MS }
      const serve: RequestListener = (request, response) => {
        if (!answer(request, response)) handler(request, response)
      }
      const server = createServer(timeouts, servePipelinesInTurn(withOneHost(serve), { onCut }))
      limitSilentConnections(server)
      return server.setTimeout(connectionTimeout)
    },
    open(find, { route, isClosed, metrics }) {
      answer = (request, response) => {
        if (request.method !== 'GET' || !response.shouldKeepAlive || isClosed()) return false
        const began = performance.now()
        const ready = find(request)
        if (!ready) return false
        response.writeHead(ready.status, ready.headers).end(ready.body, 'latin1')
        metrics.observeRequest({ route, method: 'GET', status: ready.status, milliseconds: performance.now() - began })
        return true
      }
    },
  }
}

/** What the framework is about to send, its length included. */
export function readyAnswer(reply: FastifyReply, body?: Buffer): CachedResponse {
  assert(!reply.hasHeader('set-cookie'), 'a cookie is for one visitor only')
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  const length = body ? ['content-length', String(body.length)] : []
  return { status: reply.statusCode, headers: [...headers, ...length], body: body?.toString('latin1') ?? '' }
}
