import type { FastifyReply, FastifyRequest } from 'fastify'
import { PUZZLE_HEADER } from '#shared/puzzle.ts'
import { isLanguage, type Language } from '#shared/language.ts'
import { hiddenAddress, type Asker } from '../limits/asker.ts'
import type { OwnAddresses } from '../security/own-addresses.ts'
import { languageOf } from './problem-replies.ts'
import type { Puzzles } from '../limits/puzzles.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Visits } from '#features/visit/server/visits.ts'

/** Whoever makes a call. What is found out about a visitor is found out once per request, and only where a call asks for it. */
export type Visitor = {
  language: Language
  /** The language that the call itself names (STATE-3); null where only a cookie tells it. */
  namedLanguage: Language | null
  /** The address of ours that was asked. */
  origin: string | null
  /** What a one-time code opened (MM-3); empty without. */
  bearer: string
  /** S8: our own page makes the call because a person wants it; not a link, a foreign page or a browser that fetches ahead. */
  isDeliberate: boolean
  /** Who a limit counts for. */
  asker(): Promise<Asker>
  visit(): Promise<Visit | null>
  /** Finds the visit or begins one; the answer then carries the cookie. */
  visitOrNew(): Promise<Visit>
  /** For a browser without any cookie that looked something up: from now on its limits are its own. */
  beginAsLooker(): Promise<void>
  /** A visit of its own with the same draft, for a visitor who is known by a former cookie only. */
  beginAgain(visit: Visit): Promise<Visit>
  /** Gives the visit another cookie, for the moment when it becomes worth stealing. */
  changeCookie(visit: Visit): Promise<void>
}

/** How a call came: by fetch, with headers of its own, or from a page, which says for it what the headers would. */
export type CallWay = { call: string; isDirect: false } | { call: string; isDirect: true; bearer: string | undefined }

export type Visitors = { of(request: FastifyRequest, reply: FastifyReply, way: CallWay): Visitor }

type Parts = { visits: Visits; puzzles: Pick<Puzzles, 'isSolved'>; addresses: Pick<OwnAddresses, 'originOf'>; secret: string }

export function openVisitors({ visits, puzzles, addresses, secret }: Parts): Visitors {
  async function askerOf(request: FastifyRequest, { call, isDirect }: CallWay): Promise<Asker> {
    const address = hiddenAddress(secret, request.ip)
    // A page brings no solutions: whoever has no script cannot search for them.
    const solution = isDirect ? undefined : request.headers[PUZZLE_HEADER]
    const [visit, hasSolved] = await Promise.all([visits.find(request), puzzles.isSolved(solution, { call, address })])
    // A former cookie may be in a stranger's hands, who is not to spend what belongs to the visit.
    const isKnown = visit !== null && !visit.hasFormerCookie && !visit.isNew
    return { address, visit: isKnown ? visit.id.toString('base64url').slice(0, 22) : null, hasSolved }
  }

  return {
    of(request, reply, way) {
      let asker: Promise<Asker> | null = null
      const { headers } = request
      const language = languageOf(request)
      return {
        language,
        namedLanguage: way.isDirect ? language : isLanguage(headers.lang) ? headers.lang : null,
        origin: addresses.originOf(headers),
        bearer: way.isDirect ? (way.bearer ?? '') : (headers.authorization ?? '').replace(/^Bearer /, ''),
        isDeliberate: way.isDirect || isDeliberate(headers),
        asker: () => (asker ??= askerOf(request, way)),
        visit: () => visits.find(request),
        visitOrNew: () => visits.findOrBegin(request, reply),
        beginAsLooker: () => visits.beginForLooker(request, reply),
        beginAgain: (visit) => visits.beginAgain(visit, reply),
        changeCookie: (visit) => visits.changeCookie(visit, reply),
      }
    },
  }
}

function isDeliberate(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-purpose'] === undefined && headers.purpose === undefined
}
