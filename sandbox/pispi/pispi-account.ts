import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

/** How the business is known to its participant. */
export const PISPI_CLIENT = { id: 'guichet', secret: 'pispi-sandbox-secret' } as const
export const PISPI_API_KEY = 'pispi-sandbox-key'
export const PISPI_ALIAS = '9b1b2499-3e50-435b-b757-ac7a83d8aa8c'
export const PISPI_WEBHOOK_SECRET = 'pispi-sandbox-webhooks'

const SCOPES = new Set(['demande_paiement.write', 'demande_paiement.read', 'paiement.read', 'retour_fonds.write'])
const LIFE_SECONDS = 3600

type Token = { token: string; expiresAt: number; scopes: readonly string[] }

export type PispiTokens = {
  isClient(request: FastifyRequest): boolean
  areScopes(scope: string): boolean
  issue(scope: string): { access_token: string; token_type: string; expires_in: number; scope: string }
  /** 401 without a token or key, 403 without the scope. */
  refusalOf(request: FastifyRequest, scope: string): 401 | 403 | null
}

export function createPispiTokens(world: World): PispiTokens {
  const tokens = world.store.collection<Token>('pispi.tokens')
  const basic = `Basic ${Buffer.from(`${PISPI_CLIENT.id}:${PISPI_CLIENT.secret}`).toString('base64')}`
  return {
    isClient: ({ headers }) => headers.authorization === basic,
    areScopes: (scope) => scope !== '' && scope.split(' ').every((one) => SCOPES.has(one)),
    issue(scope) {
      for (const { token, expiresAt } of tokens.all()) if (expiresAt <= world.clock.now()) tokens.remove(token)
      const token = randomBytes(24).toString('base64url')
      tokens.put(token, { token, expiresAt: world.clock.now() + LIFE_SECONDS * 1000, scopes: scope.split(' ') })
      return { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS, scope }
    },
    refusalOf({ headers }, scope) {
      const known = tokens.get(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
      if (!known || known.expiresAt <= world.clock.now() || headers['x-api-key'] !== PISPI_API_KEY) return 401
      return known.scopes.includes(scope) ? null : 403
    },
  }
}
