import { randomBytes } from 'node:crypto'
import type { World } from '../world/world.ts'

export const TOKEN_LIFE_SECONDS = 3_600

type Token = { value: string; expiresAt: number }

export type AccessTokens = {
  issue(): string
  isValid(value: string): boolean
  /** Ends the token: the request sent with it and all later ones get 401. */
  revoke(value: string): void
}

export function createAccessTokens({ store, clock }: World): AccessTokens {
  const tokens = store.collection<Token>('tmforum.tokens')
  return {
    issue() {
      for (const old of tokens.all()) if (old.expiresAt <= clock.now()) tokens.remove(old.value)
      const value = randomBytes(24).toString('base64url')
      tokens.put(value, { value, expiresAt: clock.now() + TOKEN_LIFE_SECONDS * 1000 })
      return value
    },
    isValid: (value) => (tokens.get(value)?.expiresAt ?? 0) > clock.now(),
    revoke: (value) => tokens.remove(value),
  }
}
