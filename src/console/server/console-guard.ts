import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withOneHost } from '#server/security/one-host.ts'
import { ownAddresses } from '#server/security/own-origins.ts'

const ONE_YEAR_SECONDS = 31_536_000
const REQUEST_MS = 15_000
/** A statement of a large day over a slow line. */
const UPLOAD_MS = 300_000
const HEADERS_MS = 8_000
const KEEP_ALIVE_MS = 30_000

/** Nothing inline, nothing from elsewhere, in no frame; text becomes markup only through the policy of the console's own script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types console',
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not `no-referrer`: forms would lose their Origin, by which they are recognised.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
} as const

/** Slow and silent connections are cut; a request names one host. */
export function consoleServer(listener: RequestListener): Server {
  const times = {
    requestTimeout: UPLOAD_MS,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2_000,
  }
  return createServer(times, withOneHost(listener))
}

type Guard = { url: URL; refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> }

/**
 * Headers of every answer; one host, so that a foreign name that resolves to this machine reaches nothing (DNS rebinding); and posts from
 * pages of the console only.
 */
export function guardConsole(app: FastifyInstance, { url, refuse }: Guard): void {
  const own = ownAddresses({ publicOrigin: url.origin, isProduction: true })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    reply.header('x-request-id', request.id)
    if (url.protocol === 'https:') reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`)
  })
  app.addHook('onRequest', async ({ raw, headers }, reply) => {
    if (headers['content-type']?.startsWith('multipart/form-data')) return
    const late = setTimeout(() => raw.complete || raw.destroy(), REQUEST_MS).unref()
    reply.raw.once('close', () => clearTimeout(late))
  })
  app.addHook('onRequest', async (request, reply) => {
    const { headers, method } = request
    if (request.routeOptions.url === '/healthz') return
    if (headers.host !== url.host) return elsewhere(request, reply, url)
    const isReading = method === 'GET' || method === 'HEAD'
    if (!isReading && !own.isFromOurPages(headers)) return refuse(request, reply)
  })
}

/** By a number of this machine a browser comes to the name under which it can sign in. */
function elsewhere({ headers: { host = '' }, method }: FastifyRequest, reply: FastifyReply, url: URL): FastifyReply {
  const isThisMachine = host === `127.0.0.1:${url.port}` || host === `[::1]:${url.port}`
  if (isThisMachine && url.hostname === 'localhost' && method === 'GET') return reply.redirect(url.origin, 302)
  return reply.code(421).type('text/plain; charset=utf-8').send('This is not the address of the console.\n')
}
