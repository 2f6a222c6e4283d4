import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'

export type BodyLimits = {
  /** The longest time for a body to arrive, in any number of pieces. */
  longestMs: number
  /** After this time a body counts as slow: others arrive with their head, or just behind it. */
  slowMs: number
  /** Of all callers together: each may hold 64 KB of memory and one connection. */
  mostOpen: number
  /** Per IP address: the phones of a whole network may share one. */
  mostSlowOfAddress: number
  lookEveryMs: number
}

/**
 * A form of ours is some hundred bytes and arrives in the same packet as its head; it is slow only when that packet was lost on the way. One
 * carrier address brings 1,000 visitors in ten minutes, some ten forms a second: were every tenth of them to lose a packet and to need four
 * seconds, four would be slow at a time. Two hundred leave room for fifty times that, and for every other address.
 */
const LIMITS: BodyLimits = { longestMs: 10_000, slowMs: 2_000, mostOpen: 1_000, mostSlowOfAddress: 200, lookEveryMs: 250 }

type OpenBody = { request: FastifyRequest; reply: FastifyReply; since: number }

/**
 * Requests whose bodies have not arrived completely. They are not processed yet, so they take no place of other requests; they take memory
 * and connections, which are limited here. When they are too late, too many, or too many slow ones of one IP address, the oldest are
 * answered with 408.
 */
export function watchBodies(app: FastifyInstance, { onCut, limits = LIMITS }: { onCut: () => void; limits?: Partial<BodyLimits> }): void {
  const { longestMs, slowMs, mostOpen, mostSlowOfAddress, lookEveryMs } = { ...LIMITS, ...limits }
  // In the order of arrival.
  const open = new Set<OpenBody>()

  function cut(body: OpenBody): void {
    open.delete(body)
    onCut()
    cutOff(body)
  }

  function look(): void {
    const now = performance.now()
    const slowOf = new Map<string, OpenBody[]>()
    for (const body of open) {
      const age = now - body.since
      if (age < slowMs) break
      if (age >= longestMs) cut(body)
      else {
        const { ip } = body.request
        const others = slowOf.get(ip)
        if (others) others.push(body)
        else slowOf.set(ip, [body])
      }
    }
    for (const slow of slowOf.values()) slow.slice(0, Math.max(0, slow.length - mostSlowOfAddress)).forEach(cut)
  }

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    // Most bodies have arrived by now, because they came with their head.
    if (raw instanceof IncomingMessage && !raw.complete) {
      const body = { request, reply, since: performance.now() }
      open.add(body)
      raw.once('close', () => open.delete(body))
      raw.once('end', () => open.delete(body))
      const [oldest] = open
      if (open.size > mostOpen && oldest) cut(oldest)
    }
    done(null, payload)
  })
  // A request refused while its body is still arriving (too large, of a wrong type) is answered at once. The rest of the body is read and
  // discarded, within the same time limit. Closing the connection while the client still sends would lose the response.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.getHeader('connection') === 'close' && isStillSending(request) && reply.statusCode !== TOO_SLOW)
      reply.removeHeader('connection')
    done()
  })
  const timer = setInterval(look, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const TOO_SLOW = 408

function isStillSending({ raw }: FastifyRequest): boolean {
  return raw instanceof IncomingMessage && !raw.complete && !raw.destroyed
}

/** A response where one is still possible; the connection ends with it. */
function cutOff({ request: { raw }, reply }: OpenBody): void {
  // The reader of the body sees a connection failure. Destroying the body itself would leave no connection to answer on.
  if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new Problem('too-slow'))
  else raw.socket.destroy()
}
