import type { FastifyReply, FastifyRequest } from 'fastify'
import { PUZZLE_HEADER } from '#shared/puzzle.ts'
import { isLanguage, type Language } from '#shared/language.ts'
import { hashIp, type Caller } from '../limits/caller.ts'
import type { OwnOrigins } from '../security/own-origins.ts'
import { languageOf } from './problem-replies.ts'
import type { Puzzles } from '../limits/puzzles.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Visits } from '#features/visit/server/visits.ts'

/** The client of a call. Lookups about it are memoized per request and run only when a call needs them. */
export type Visitor = {
  /** The language of what a call says; never one that is only a draft (OPR-4). */
  language: Language
  /** As the visitor chose it, for what is not about money. */
  chosenLanguage: Language
  /** The language that the call itself names (STATE-3); null where only a cookie sets it. */
  namedLanguage: Language | null
  /** The origin of ours that the request was sent to. */
  origin: string | null
  /** Access granted by a verified one-time code (MM-3); empty without. */
  bearer: string
  /** S8: our own page makes the call on an action of the visitor; not a link, a foreign page or a browser's prefetch. */
  isDeliberate: boolean
  /** The caller that rate limits count for. */
  caller(): Promise<Caller>
  visit(): Promise<Visit | null>
  /** Finds the visit or begins one; the response then sets the cookie. */
  visitOrNew(): Promise<Visit>
  /** For a browser without any cookie that looked something up: from now on it has its own limits. */
  startVisitForLookup(): Promise<void>
  /** A new visit with the same draft, for a visitor with a former cookie only. */
  copyVisit(visit: Visit): Promise<Visit>
  /** ERASE-1: ends the visit; without one, the browser's data is cleared all the same. */
  endVisit(): Promise<void>
  /** Rotates the visit's cookie, for the moment when it becomes worth stealing. */
  rotateCookie(visit: Visit): Promise<void>
}

/** How a call came: by fetch, with its own headers, or from a page, which supplies what the headers would say. */
export type CallWay = { call: string; isDirect: false } | { call: string; isDirect: true; bearer: string | undefined }

export type Visitors = { of(request: FastifyRequest, reply: FastifyReply, way: CallWay): Visitor }

type Deps = { visits: Visits; puzzles: Pick<Puzzles, 'isSolved'>; addresses: Pick<OwnOrigins, 'originOf'>; secret: string }

export function createVisitors({ visits, puzzles, addresses, secret }: Deps): Visitors {
  async function callerOf(request: FastifyRequest, reply: FastifyReply, { call, isDirect }: CallWay): Promise<Caller> {
    const address = hashIp(secret, request.ip)
    // Page requests carry no puzzle solutions: a browser without script cannot compute them.
    const solution = isDirect ? undefined : request.headers[PUZZLE_HEADER]
    const [visit, isSolved] = await Promise.all([visits.find(request), puzzles.isSolved(solution, { call, address })])
    // Another person may have a former cookie, so it must not use up the visit's own limits.
    const isKnown = visit !== null && !visit.hasPreviousCookie && !visit.isNew
    return {
      address,
      visit: isKnown ? visit.id.toString('base64url').slice(0, 22) : null,
      puzzle: isSolved ? 'solved' : isDirect ? 'none' : 'open',
      signal: untilGone(reply),
    }
  }

  return {
    of(request, reply, way) {
      let caller: Promise<Caller> | null = null
      const { headers } = request
      const chosenLanguage = languageOf(request)
      return {
        language: moneyLanguage(chosenLanguage),
        chosenLanguage,
        namedLanguage: way.isDirect ? chosenLanguage : isLanguage(headers.lang) ? headers.lang : null,
        origin: addresses.originOf(headers),
        bearer: way.isDirect ? (way.bearer ?? '') : (headers.authorization ?? '').replace(/^Bearer /, ''),
        isDeliberate: way.isDirect || isDeliberate(headers),
        caller: () => (caller ??= callerOf(request, reply, way)),
        visit: () => visits.find(request),
        visitOrNew: () => visits.findOrBegin(request, reply),
        startVisitForLookup: () => visits.beginForLooker(request, reply),
        copyVisit: (visit) => visits.copyVisit(visit, reply),
        endVisit: () => visits.end(request, reply),
        rotateCookie: (visit) => visits.rotateCookie(visit, reply),
      }
    },
  }
}

/** The request's own signal no longer fires once the body was read. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}

function isDeliberate(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-purpose'] === undefined && headers.purpose === undefined
}
