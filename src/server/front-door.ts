import assert from 'node:assert/strict'
import {
  createServer,
  STATUS_CODES,
  validateHeaderValue,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Metrics } from './metrics.ts'
import { limitSilentConnections } from './silent-connections.ts'

/** An answer as the framework gave it once, to be given again. */
export type ReadyAnswer = {
  status: number
  /** Everything that is sent, with these last lines among the headers. */
  bytes(lastLines: string): Buffer
}

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
  let lastLines = lastHeaderLines(0)
  return {
    createServer(handler, { keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 }) {
      lastLines = lastHeaderLines(keepAliveTimeout)
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
        sendWhole(response, ready.bytes(lastLines()))
        metrics.observeRequest({ route, method: 'GET', status: ready.status, milliseconds: performance.now() - began })
        return true
      }
    },
  }
}

/** The lines that Node itself adds to each answer on a connection that stays open; the same text during one second. */
function lastHeaderLines(keepAliveTimeout: number): () => string {
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n\r\n`
  let last = { lines: '', until: 0 }
  return () => {
    const now = Date.now()
    if (now < last.until && now >= last.until - 1000) return last.lines
    last = { lines: `Date: ${new Date(now).toUTCString()}\r\n${connection}`, until: now - (now % 1000) + 1000 }
    return last.lines
  }
}

/**
 * One write of bytes that stay the same, headers included. Node has no way to say "these are the headers already"; these two fields are how it
 * notes that for itself. Checking a dozen headers and joining them with the body cost a third of the answer.
 */
function sendWhole(response: ServerResponse, bytes: Buffer): void {
  const noted = response as ServerResponse & { _header: string; _headerSent: boolean }
  noted._header = 'in the bytes'
  noted._headerSent = true
  response.end(bytes)
}

/** What the framework is about to send, its length included. */
export function readyAnswer(reply: FastifyReply, body: Buffer = Buffer.alloc(0)): ReadyAnswer {
  assert(!reply.hasHeader('set-cookie'), 'a cookie is for one visitor only')
  const status = reply.statusCode
  const headers = Object.entries(reply.getHeaders()).map(([name, value]) => {
    // Nobody else looks at them any more.
    validateHeaderValue(name, String(value))
    return `${name}: ${String(value)}\r\n`
  })
  const length = body.length > 0 ? `content-length: ${body.length}\r\n` : ''
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}${length}`
  let last = { lines: '', bytes: body }
  return {
    status,
    bytes(lastLines) {
      if (lastLines !== last.lines) last = { lines: lastLines, bytes: Buffer.concat([Buffer.from(head + lastLines, 'latin1'), body]) }
      return last.bytes
    },
  }
}
