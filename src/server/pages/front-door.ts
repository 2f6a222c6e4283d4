import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Metrics } from '../logging/metrics.ts'
import { limitSilentConnections } from '../security/silent-connections.ts'

/**
 * An answer as the framework gave it once, to be given again, in the form that Node sends fastest: names and values of headers alternate, and
 * a text (one character a byte) leaves in one piece with them.
 */
export type ReadyAnswer = { status: number; headers: string[]; body: string }

export type FindReady = (request: IncomingMessage) => ReadyAnswer | undefined

/** Who decides, besides the answer itself, whether it may be given here, and who counts it. */
export type DoorRules = { route: string; isClosed: () => boolean; metrics: Metrics }

export type FrontDoor = {
  createServer(handler: RequestListener, timeouts: Timeouts): Server
  /** From now on an answer that is found is given before the framework sees the request. */
  open(find: FindReady, rules: DoorRules): void
}

type Timeouts = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

/** From the first byte, or from the connection if none comes. A head is one packet or two; a phone may have to send them again. */
const HEAD_TIMEOUT_MS = 10_000
/** Node looks for those who take too long only every half minute by itself. */
const LOOK_EVERY_MS = 1_000

/** Stands before the framework, whose way costs several times what sending a finished page does (decision 0021). */
export function frontDoor(): FrontDoor {
  let answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  return {
    createServer(handler, { keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 }) {
      const timeouts = { keepAliveTimeout, requestTimeout, headersTimeout: HEAD_TIMEOUT_MS, connectionsCheckingInterval: LOOK_EVERY_MS }
      const server = createServer(timeouts, (request, response) => {
        if (!answer(request, response)) handler(request, response)
      })
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
export function readyAnswer(reply: FastifyReply, body?: Buffer): ReadyAnswer {
  assert(!reply.hasHeader('set-cookie'), 'a cookie is for one visitor only')
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  const length = body ? ['content-length', String(body.length)] : []
  return { status: reply.statusCode, headers: [...headers, ...length], body: body?.toString('latin1') ?? '' }
}
