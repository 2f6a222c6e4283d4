import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A payment gateway or the SMS centre calls this route from its own address: the origin says nothing there. */
    isCalledFromOutside?: boolean
  }
}

const ONE_YEAR_SECONDS = 31_536_000

const HEADERS = {
  'x-content-type-options': 'nosniff',
  // The page's address may hold a transaction id: it is told to nobody else.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  // Popups of a payment gateway keep their link back; nobody else reaches our window.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const

/** Headers for every answer, errors and files included; pages replace the content policy by their own. */
export function addSecurity(app: FastifyInstance, { publicOrigin, isProduction }: { publicOrigin: string; isProduction: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    reply.header('x-request-id', request.id)
    if (isProduction) reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`)
  })

  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.isCalledFromOutside) return
    if (!isFromOurPages(request.headers, publicOrigin)) throw new Problem('foreign-origin')
  })
}

/** A browser names the origin of every form and script that posts; a call that names none did not come from our pages. */
function isFromOurPages(headers: Record<string, string | string[] | undefined>, publicOrigin: string): boolean {
  const { origin, referer } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (typeof origin === 'string') return origin === publicOrigin
  if (typeof referer === 'string' && URL.canParse(referer)) return new URL(referer).origin === publicOrigin
  return site === 'same-origin'
}
