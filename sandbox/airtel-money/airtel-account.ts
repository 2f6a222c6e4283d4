import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt, randomBytes, type KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

/** How the merchant is known there. */
export const CLIENT_ID = 'airtel-money-sandbox-client'
export const CLIENT_SECRET = 'airtel-money-sandbox-secret'

const LIFE_SECONDS = 180

export type AirtelTokens = {
  hasToken(request: FastifyRequest): boolean
  /** `expires_in` is a text there. */
  issue(): { access_token: string; expires_in: string; token_type: string }
}

export function createAirtelTokens(world: World): AirtelTokens {
  const tokens = world.store.collection<{ token: string; expiresAt: number }>('airtel-money.tokens')
  return {
    hasToken({ headers }) {
      const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      return (tokens.get(token)?.expiresAt ?? 0) > world.clock.now()
    },
    issue() {
      for (const { token, expiresAt } of tokens.all()) if (expiresAt <= world.clock.now()) tokens.remove(token)
      const token = randomBytes(21).toString('base64url')
      tokens.put(token, { token, expiresAt: world.clock.now() + LIFE_SECONDS * 1000 })
      return { access_token: token, expires_in: String(LIFE_SECONDS), token_type: 'bearer' }
    },
  }
}

export type AirtelKeys = {
  /** The public key in base64, as it is handed out. */
  spki(): string
  /** The body that was encrypted beside the request; null when there is none that can be read. */
  read(request: FastifyRequest): string | null
}

/** One pair for as long as the sandbox runs: keys are asked for anew before each request. */
export function createAirtelKeys(): AirtelKeys {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
  const made = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 1024 }))
  return {
    spki: () => made().publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    read({ headers }) {
      const signature = headers['x-signature']
      const wrapped = headers['x-key']
      if (typeof signature !== 'string' || typeof wrapped !== 'string') return null
      try {
        const padding = constants.RSA_PKCS1_PADDING
        const opened = privateDecrypt({ key: made().privateKey, padding }, Buffer.from(wrapped, 'base64')).toString()
        const [key = '', iv = ''] = opened.split(':')
        const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
        return Buffer.concat([decipher.update(Buffer.from(signature, 'base64')), decipher.final()]).toString()
      } catch {
        return null
      }
    },
  }
}
