import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import { readCookie } from '#server/security/cookies.ts'
import { ERASED_COOKIE, ERASED_SECONDS } from '#shared/erased-cookie.ts'
import type { Database } from '#server/database/database.ts'
import * as store from './visit.store.ts'
import type { Visit } from './visit.store.ts'

const VISIT_MS = 7 * 24 * 3600_000
const FORMER_COOKIE_MS = 10 * 60_000
/** Lifetime of a visit that only looked things up: long enough to tell visitors behind one IP address apart. */
const LOOKER_MS = 2 * 3600_000

/**
 * An anonymous visit: a random cookie that script cannot read, and a draft stored in the database.
 * A visit is created only when there is something to store; before that, pages are the same for all visitors and come from the cache.
 */
export type Visits = {
  /** The cookie's name, to check whether a request belongs to a visit. */
  cookieName: string
  find(request: FastifyRequest): Promise<Visit | null>
  /** Finds the visit or begins one; the answer then carries the cookie. */
  findOrBegin(request: FastifyRequest, reply: FastifyReply): Promise<Visit>
  /** For a lookup without a cookie: from then on the browser has its own rate limits. Nothing else is stored. */
  beginForLooker(request: FastifyRequest, reply: FastifyReply): Promise<void>
  saveDraft(visit: Visit, change: Record<string, unknown>): Promise<void>
  /** A new visit with the same draft, for a browser with a previous cookie only. */
  copyVisit(visit: Visit, reply: FastifyReply): Promise<Visit>
  /** ERASE-1: ends the visit, and makes the browser delete its cookie and all data of this site. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Replaces the visit's cookie and nothing else: used when the visit becomes worth stealing. */
  rotateCookie(visit: Visit, reply: FastifyReply): Promise<void>
}

export function createVisits({ db, clock, isSecure }: { db: Database; clock: Clock; isSecure: boolean }): Visits {
  const { cookieName, setCookie, dropCookie } = visitCookie(isSecure)
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)

  const found = new WeakMap<FastifyRequest, Promise<Visit | null>>()
  const begun = new WeakMap<FastifyRequest, Promise<Visit>>()

  /** Memoized per request. */
  function find(request: FastifyRequest): Promise<Visit | null> {
    const visit = found.get(request) ?? read(request.headers.cookie)
    found.set(request, visit)
    return visit
  }

  async function read(cookies: string | undefined): Promise<Visit | null> {
    const token = readCookie(cookies, cookieName)
    return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? store.findVisit(db, hash('sha256', token, 'buffer'), clock.now()) : null
  }

  async function insert(reply: FastifyReply, draft: Visit['draft'], lifeMs: number): Promise<Visit> {
    const token = newToken()
    const visit: Visit = { id: hash('sha256', token, 'buffer'), draft, isNew: true }
    await store.insertVisit(db, visit, { now: clock.now(), expiresAt: later(lifeMs) })
    setCookie(reply, token)
    return visit
  }

  function begin(reply: FastifyReply, draft: Visit['draft'] = {}, lifeMs = VISIT_MS): Promise<Visit> {
    const visit = insert(reply, draft, lifeMs)
    found.set(reply.request, visit)
    begun.set(reply.request, visit)
    return visit
  }

  /** The calls of one page, also parallel ones, create one visit. */
  async function findOrBegin(request: FastifyRequest, reply: FastifyReply, lifeMs?: number): Promise<Visit> {
    return (await find(request)) ?? begun.get(request) ?? begin(reply, {}, lifeMs)
  }

  return {
    cookieName,
    find,
    findOrBegin: (request, reply) => findOrBegin(request, reply),
    async beginForLooker(request, reply) {
      if (readCookie(request.headers.cookie, cookieName) === null) await findOrBegin(request, reply, LOOKER_MS)
    },
    copyVisit: (visit, reply) => begin(reply, visit.draft),
    async saveDraft(visit, change) {
      await store.mergeDraft(db, visit.id, { change, expiresAt: later(VISIT_MS) })
      // Later reads within the same request see the change.
      visit.draft = { ...visit.draft, ...change }
    },
    async end(request, reply) {
      const endedAt = await store.endVisit(db, (await find(request))?.id ?? null)
      found.set(request, Promise.resolve(null))
      dropCookie(reply, endedAt)
    },
    async rotateCookie(visit, reply) {
      const token = newToken()
      await store.replaceCookie(db, visit.id, { cookieHash: hash('sha256', token, 'buffer'), formerUntil: later(FORMER_COOKIE_MS) })
      setCookie(reply, token)
    },
  }
}

/** Lax, so that the visit is recognised when a payment page sends the visitor back by a plain link. */
function visitCookie(isSecure: boolean) {
  const cookieName = isSecure ? '__Host-sid' : 'sid'
  const secure = isSecure ? '; Secure' : ''
  function setCookie(reply: FastifyReply, token: string, seconds = VISIT_MS / 1000): void {
    reply.header('set-cookie', `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
  }
  return {
    cookieName,
    setCookie,
    dropCookie(reply: FastifyReply, endedAt: Date): void {
      setCookie(reply, '', 0)
      reply.header('set-cookie', `${ERASED_COOKIE}=${endedAt.getTime()}; Path=/; SameSite=Lax; Max-Age=${ERASED_SECONDS}${secure}`)
      // Not "cookies": that directive clears the cookies of every site of the domain.
      reply.header('clear-site-data', '"cache", "storage"')
    },
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}
