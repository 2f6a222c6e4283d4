import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { Identity, IdentityProvider, SignInAttempt } from './identity-provider.ts'
import { consoleCookie, idOf } from './sessions.ts'
import * as store from './session.store.ts'

const SIGN_IN_MS = 10 * 60_000
const PURPOSE = 'console-sign-in'

export type SignIns = {
  /** The provider's page; the browser carries a cookie that belongs to this attempt alone. */
  begin(reply: FastifyReply, to: string): Promise<URL>
  /** Who came back, and where they wanted to go. Throws for any answer that does not belong to an attempt of this browser. */
  finish(cookies: string | undefined, callback: URL, reply: FastifyReply): Promise<{ identity: Identity; to: string }>
}

type Deps = { db: Database; clock: Clock; cipher: FieldCipher; provider: IdentityProvider; isSecure: boolean }
type Kept = SignInAttempt & { to: string }

/** The sign-in did not begin in this browser, was used already, or took too long. */
export class UnknownSignIn extends Error {}

export function createSignIns({ db, clock, cipher, provider, isSecure }: Deps): SignIns {
  const cookie = consoleCookie(isSecure ? '__Host-console-sign-in' : 'console-sign-in', isSecure)
  return {
    async begin(reply, to) {
      const { location, attempt } = await provider.begin()
      const token = randomBytes(32).toString('base64url')
      const sealed = cipher.encrypt(PURPOSE, JSON.stringify({ ...attempt, to } satisfies Kept))
      await store.insertSignIn(db, { id: idOf(token), sealed, endsAt: new Date(clock.now().getTime() + SIGN_IN_MS) })
      cookie.set(reply, token)
      return location
    },
    async finish(cookies, callback, reply) {
      const token = cookie.read(cookies)
      const sealed = token === null ? null : await store.takeSignIn(db, idOf(token), clock.now())
      cookie.drop(reply)
      const text = sealed === null ? null : cipher.decrypt(PURPOSE, sealed)
      if (text === null) throw new UnknownSignIn('no sign-in of this browser is open')
      const { to, ...attempt }: Kept = JSON.parse(text)
      return { identity: await provider.finish(callback, attempt), to }
    },
  }
}
