import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { readCookie } from './cookies.ts'
import type { Database } from './database.ts'

const VISIT_SECONDS = 7 * 24 * 3600

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
  saveDraft(visit: Visit, change: Record<string, unknown>): Promise<void>
}

export type Visit = { id: Buffer; draft: Record<string, unknown> }

export function openVisits({ db, clock, isSecure }: { db: Database; clock: Clock; isSecure: boolean }): Visits {
  const cookieName = isSecure ? '__Host-sid' : 'sid'

  async function find(request: FastifyRequest): Promise<Visit | null> {
    const token = readCookie(request.headers.cookie, cookieName)
    if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
    const row = await db
      .selectFrom('visit')
      .select(['id', 'draft'])
      .where('id', '=', hashOf(token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()
    return row ?? null
  }

  async function begin(reply: FastifyReply): Promise<Visit> {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    const visit = { id: hashOf(token), draft: {} }
    const expires = new Date(now.getTime() + VISIT_SECONDS * 1000)
    await db.insertInto('visit').values({ id: visit.id, draft: '{}', created_at: now, expires_at: expires }).execute()
    // Lax, so that the visit is known again when a payment page sends the visitor back with a plain link.
    reply.header(
      'set-cookie',
      `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${VISIT_SECONDS}${isSecure ? '; Secure' : ''}`,
    )
    return visit
  }

  return {
    cookieName,
    find,
    async findOrBegin(request, reply) {
      return (await find(request)) ?? (await begin(reply))
    },
    async saveDraft(visit, change) {
      await db
        .updateTable('visit')
        .set({
          draft: sql`draft || ${JSON.stringify(change)}::jsonb`,
          expires_at: new Date(clock.now().getTime() + VISIT_SECONDS * 1000),
        })
        .where('id', '=', visit.id)
        .execute()
    },
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
