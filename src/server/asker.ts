import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readCookie } from './cookies.ts'

const ADDRESS = 'address'

/** A whole town, or every phone of a mobile network, can stand behind one address: its limits are those of a crowd. */
export function isAddress(asker: string): boolean {
  return asker.startsWith(`${ADDRESS}:`)
}

/**
 * Who a limit counts for: the visit when there is one, else the address. A hash, so that no list of addresses builds up in the
 * limits table.
 */
export function askerOf(request: FastifyRequest): string {
  const visit = readCookie(request.headers.cookie, 'sid') ?? readCookie(request.headers.cookie, '__Host-sid')
  const hash = createHash('sha256')
    .update(visit ?? request.ip)
    .digest('base64url')
    .slice(0, 16)
  return `${visit ? 'visit' : ADDRESS}:${hash}`
}
