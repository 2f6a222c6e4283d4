import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { OwnAddresses } from './own-addresses.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A payment gateway, the SMS centre or a probe calls this route by an address of its own: neither origin nor host say anything there. */
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
export function addSecurity(app: FastifyInstance, { addresses, isProduction }: { addresses: OwnAddresses; isProduction: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    reply.header('x-request-id', request.id)
    if (isProduction) reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`)
  })

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isCalledFromOutside) return
    // A browser names the origin of every form and script that posts; a call that names none did not come from our pages.
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isWelcome = isReading ? addresses.originOf(request.headers) !== null : addresses.isFromOurPages(request.headers)
    if (!isWelcome) throw new Problem('foreign-origin')
  })
}
