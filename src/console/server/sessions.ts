import { createHmac, hash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { readCookie } from '#server/security/cookies.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { ConsoleNotice } from '../console-notice.ts'
import { confirmRoles, sealedTokens } from './confirm-roles.ts'
import type { Identity, IdentityProvider } from './identity-provider.ts'
import * as store from './session.store.ts'

const IDLE_MS = 15 * 60_000
/** Use is noted so often. */
const SEEN_MS = 10_000

export type ConsoleSession = {
  id: Buffer
  staff: Staff
  /** In every form of this session, and of no other. */
  formToken: string
  idleEndsAt: Date
  notice: ConsoleNotice | null
}

export type SessionState =
  | { kind: 'open'; session: ConsoleSession }
  | { kind: 'none' }
  /** `roles`: the provider has ended the session, took all roles away, or must be asked by the browser. */
  | { kind: 'ended'; why: 'idle' | 'hours' | 'roles' }
  /** The provider does not answer, and the roles are too old to be used. */
  | { kind: 'unconfirmed' }

export type Sessions = {
  /** A session that this browser had before ends. */
  begin(identity: Identity, browser: { cookies: string | undefined; reply: FastifyReply }): Promise<void>
  /** `isUse`: false for requests that a page makes by itself; they do not keep a session open. */
  read(cookies: string | undefined, options: { isUse: boolean }): Promise<SessionState>
  /** Ends it here; returns the ID token for the sign-out at the provider. */
  end(session: ConsoleSession, reply: FastifyReply): Promise<string>
  /** For the next page. */
  putNotice(session: ConsoleSession, notice: ConsoleNotice): Promise<void>
  /** Shown once. */
  dropNotice(session: ConsoleSession): Promise<void>
}

type Deps = { db: Database; clock: Clock; cipher: FieldCipher; provider: IdentityProvider; isSecure: boolean; hours: number }

export function createSessions({ db, clock, cipher, provider, isSecure, hours }: Deps): Sessions {
  const cookie = consoleCookie(isSecure ? '__Host-console' : 'console', isSecure)
  const { seal, unseal } = sealedTokens(cipher)
  const confirmed = confirmRoles({ db, provider, seal, unseal })

  async function ended(id: Buffer, why: 'idle' | 'hours' | 'roles'): Promise<SessionState> {
    await store.deleteSession(db, id)
    return { kind: 'ended', why }
  }

  return {
    async begin(identity, { cookies, reply }) {
      const before = cookie.read(cookies)
      if (before !== null) await store.deleteSession(db, idOf(before))
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const endsAt = new Date(now.getTime() + hours * 3_600_000)
      await store.insertSession(db, { id: idOf(token), staff: identity.staff, sealed: seal(identity), now, endsAt })
      cookie.set(reply, token)
    },
    async read(cookies, { isUse }) {
      const token = cookie.read(cookies)
      const found = token === null ? null : await store.findSession(db, idOf(token))
      if (token === null || found === null) return { kind: 'none' }
      const now = clock.now()
      const idleMs = now.getTime() - found.seenAt.getTime()
      if (now >= found.endsAt) return ended(found.id, 'hours')
      if (idleMs >= IDLE_MS) return ended(found.id, 'idle')
      const current = await confirmed(found, now)
      if (current === 'unconfirmed') return { kind: 'unconfirmed' }
      if (current === 'roles') return ended(found.id, 'roles')
      if (isUse && idleMs > SEEN_MS) await store.markSeen(db, found.id, now)
      const idleEndsAt = new Date((isUse ? now : found.seenAt).getTime() + IDLE_MS)
      return { kind: 'open', session: { ...current, formToken: formTokenOf(token), idleEndsAt } }
    },
    async end({ id }, reply) {
      const stored = await store.findSession(db, id)
      await store.deleteSession(db, id)
      cookie.drop(reply)
      return stored ? unseal(stored.sealed).idToken : ''
    },
    putNotice: ({ id }, notice) => store.putNotice(db, id, notice),
    dropNotice: ({ id }) => store.putNotice(db, id, null),
  }
}

/** The database holds no value that a browser could send. */
export function idOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function formTokenOf(token: string): string {
  return createHmac('sha256', token).update('form').digest('base64url')
}

/**
 * Not readable by script, and sent to the console only: its host is its own. `Lax`, because a person comes back from the provider's page by
 * a link; every form is checked by its origin and its token besides.
 */
export function consoleCookie(name: string, isSecure: boolean) {
  const rest = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(cookies: string | undefined): string | null {
      const token = readCookie(cookies, name)
      return token !== null && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
    },
    set: (reply: FastifyReply, token: string) => void reply.header('set-cookie', `${name}=${token}; ${rest}`),
    drop: (reply: FastifyReply) => void reply.header('set-cookie', `${name}=; ${rest}; Max-Age=0`),
  }
}
