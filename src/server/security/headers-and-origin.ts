import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { OwnOrigins } from './own-origins.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Payment gateways, the SMS centre and probes call this route by other names of the portal: origin and host are not checked. */
    isExternalEndpoint?: boolean
  }
}

const ONE_YEAR_SECONDS = 31_536_000

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  // The page's address may contain a transaction id: no other site receives it.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  // Popups of a payment gateway keep their opener; no other window reaches ours.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const

/** Headers for every response, errors and files included; pages replace the content policy by their own. */
export function addSecurity(app: FastifyInstance, { addresses, isProduction }: { addresses: OwnOrigins; isProduction: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    reply.header('x-request-id', request.id)
    if (isProduction) reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`)
  })

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isExternalEndpoint) return
    // A browser sends the Origin of every form and script that posts; a call without one did not come from our pages.
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isWelcome = isReading ? addresses.originOf(request.headers) !== null : addresses.isFromOurPages(request.headers)
    if (!isWelcome) throw new Problem('foreign-origin')
  })
}
