import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

export const TINGG_API_KEY = 'tingg-sandbox-api-key'
export const TINGG_CLIENT_ID = 'guichet'
export const TINGG_CLIENT_SECRET = 'tingg-sandbox-secret'
const LIFE_SECONDS = 3600

/** Two credentials on every call: the key in `apiKey`, and a token that lives one hour of the sandbox's clock. */
export type TinggTokens = {
  hasKey(request: FastifyRequest): boolean
  hasToken(request: FastifyRequest): boolean
  issue(): { access_token: string; token_type: 'bearer'; expires_in: number }
}

export function createTinggTokens(world: World): TinggTokens {
  const tokens = world.store.collection<{ token: string; expiresAt: number }>('tingg.tokens')
  return {
    hasKey: ({ headers }) => headers['apikey'] === TINGG_API_KEY,
    hasToken({ headers }) {
      const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      return (tokens.get(token)?.expiresAt ?? 0) > world.clock.now()
    },
    issue() {
      for (const { token, expiresAt } of tokens.all()) if (expiresAt <= world.clock.now()) tokens.remove(token)
      const token = randomBytes(24).toString('base64url')
      tokens.put(token, { token, expiresAt: world.clock.now() + LIFE_SECONDS * 1000 })
      return { access_token: token, token_type: 'bearer', expires_in: LIFE_SECONDS }
    },
  }
}
