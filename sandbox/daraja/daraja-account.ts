import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

/** How the merchant is known to Daraja. */
export const CONSUMER_KEY = 'daraja-sandbox-key'
export const CONSUMER_SECRET = 'daraja-sandbox-secret'
export const SHORT_CODE = '600227'
export const PASSKEY = 'daraja-sandbox-passkey'

const LIFE_SECONDS = 3599

export type DarajaTokens = {
  isClient(request: FastifyRequest): boolean
  hasToken(request: FastifyRequest): boolean
  /** `expires_in` is a text there. */
  issue(): { access_token: string; expires_in: string }
}

export function createDarajaTokens(world: World): DarajaTokens {
  const tokens = world.store.collection<{ token: string; expiresAt: number }>('daraja.tokens')
  const basic = `Basic ${Buffer.from(`${CONSUMER_KEY}:${CONSUMER_SECRET}`).toString('base64')}`
  return {
    isClient: ({ headers }) => headers.authorization === basic,
    hasToken({ headers }) {
      const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      return (tokens.get(token)?.expiresAt ?? 0) > world.clock.now()
    },
    issue() {
      for (const { token, expiresAt } of tokens.all()) if (expiresAt <= world.clock.now()) tokens.remove(token)
      const token = randomBytes(21).toString('base64url')
      tokens.put(token, { token, expiresAt: world.clock.now() + LIFE_SECONDS * 1000 })
      return { access_token: token, expires_in: String(LIFE_SECONDS) }
    },
  }
}

/** base64 of short code, passkey and the timestamp beside it. */
export function isPassword(password: string, timestamp: string): boolean {
  return /^\d{14}$/.test(timestamp) && password === Buffer.from(`${SHORT_CODE}${PASSKEY}${timestamp}`).toString('base64')
}
