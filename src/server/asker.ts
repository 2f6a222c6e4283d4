import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readCookie } from './cookies.ts'

/**
 * Who a limit counts for: the visit when there is one, else the address. A hash, so that no list of addresses builds up in the
 * limits table.
 */
export function askerOf(request: FastifyRequest): string {
  const visit = readCookie(request.headers.cookie, 'sid') ?? readCookie(request.headers.cookie, '__Host-sid')
  return createHash('sha256')
    .update(visit ?? request.ip)
    .digest('base64url')
    .slice(0, 16)
}
