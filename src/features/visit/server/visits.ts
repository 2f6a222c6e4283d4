import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import { readCookie } from '#server/security/cookies.ts'
import type { Database } from '#server/database/database.ts'
import * as store from './visit.store.ts'
import type { Visit } from './visit.store.ts'

const VISIT_MS = 7 * 24 * 3600_000
const FORMER_COOKIE_MS = 10 * 60_000
/** Of whoever only looked: long enough to be told apart from others at the same address. */
const LOOKER_MS = 2 * 3600_000

/**
 * An anonymous visit: a random cookie that the browser cannot read, and a draft kept for it in the database.
 * A visit begins only when there is something to remember; before that, pages are the same for everybody and come from the cache.
 */
export type Visits = {
  /** The cookie's name, for whoever needs to know whether a request belongs to a visit. */
  cookieName: string
  find(request: FastifyRequest): Promise<Visit | null>
  /** Finds the visit or begins one; the answer then carries the cookie. */
  findOrBegin(request: FastifyRequest, reply: FastifyReply): Promise<Visit>
  /** For a browser without any cookie that looked something up: from now on its limits are its own. Nothing else is remembered. */
  beginForLooker(request: FastifyRequest, reply: FastifyReply): Promise<void>
  saveDraft(visit: Visit, change: Record<string, unknown>): Promise<void>
  /** A visit of its own with the same draft, for a visitor who is known by a former cookie only. */
  beginAgain(visit: Visit, reply: FastifyReply): Promise<Visit>
  /** Gives the visit another cookie and keeps everything else: for the moment when it becomes worth stealing. */
  changeCookie(visit: Visit, reply: FastifyReply): Promise<void>
}

export function openVisits({ db, clock, isSecure }: { db: Database; clock: Clock; isSecure: boolean }): Visits {
  const cookieName = isSecure ? '__Host-sid' : 'sid'
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)

  const found = new WeakMap<FastifyRequest, Promise<Visit | null>>()
  const begun = new WeakMap<FastifyRequest, Promise<Visit>>()

  /** Read once per request, however many ask. */
  function find(request: FastifyRequest): Promise<Visit | null> {
    const visit = found.get(request) ?? read(request.headers.cookie)
    found.set(request, visit)
    return visit
  }

  async function read(cookies: string | undefined): Promise<Visit | null> {
    const token = readCookie(cookies, cookieName)
    return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? store.findVisit(db, hashOf(token), clock.now()) : null
  }

  /** Lax, so that the visit is known again when a payment page sends the visitor back with a plain link. */
  function setCookie(reply: FastifyReply, token: string): void {
    reply.header(
      'set-cookie',
      `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${VISIT_MS / 1000}${isSecure ? '; Secure' : ''}`,
    )
  }

  async function insert(reply: FastifyReply, draft: Visit['draft'], lifeMs: number): Promise<Visit> {
    const token = newToken()
    const visit: Visit = { id: hashOf(token), draft, isNew: true }
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

  /** A page makes several calls, some at once: together they begin one visit. */
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
    beginAgain: (visit, reply) => begin(reply, visit.draft),
    async saveDraft(visit, change) {
      await store.mergeDraft(db, visit.id, { change, expiresAt: later(VISIT_MS) })
      // Whoever reads it later within the same request finds it.
      visit.draft = { ...visit.draft, ...change }
    },
    async changeCookie(visit, reply) {
      const token = newToken()
      await store.replaceCookie(db, visit.id, { cookieHash: hashOf(token), formerUntil: later(FORMER_COOKIE_MS) })
      setCookie(reply, token)
    },
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
