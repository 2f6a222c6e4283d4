import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readCookie } from './cookies.ts'

const ADDRESS = 'address'

/** A whole town, or every phone of a mobile network, can stand behind one address. */
const CROWD = 50

type Pace = { everySeconds: number; burst: number }

/** What one visit may do, and for an address what a crowd may. What is asked about has limits of its own, which no address changes. */
export function paceOf(asker: string, perVisit: Pace): Pace {
  if (!asker.startsWith(`${ADDRESS}:`)) return perVisit
  return { everySeconds: perVisit.everySeconds / CROWD, burst: perVisit.burst * CROWD }
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
