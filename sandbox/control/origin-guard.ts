import type { FastifyReply, FastifyRequest } from 'fastify'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The sandbox has no password, so a page of another origin must not be able to control it through the visitor's browser.
 * Programs send no Origin; our own pages and the portal's are let through.
 */
export function isWelcomeOrigin({
  origin,
  host,
  portalUrl,
}: {
  origin: string | undefined
  host: string | undefined
  portalUrl: string
}): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false // "null" comes from a frame without an origin
  const from = new URL(origin)
  const portal = new URL(portalUrl)
  if (from.origin === portal.origin) return true
  if (!LOOPBACK_NAMES.has(from.hostname)) return false
  return from.host === host || (LOOPBACK_NAMES.has(portal.hostname) && from.port === portal.port)
}

export function refuseForeignOrigins(portalUrl: string) {
  return async function guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { origin, host } = request.headers
    if (isWelcomeOrigin({ origin, host, portalUrl })) return undefined
    return reply.code(403).send({ error: `requests from ${origin} are refused` })
  }
}
