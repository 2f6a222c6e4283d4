import { createHash, generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const KEY_ID = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url').slice(0, 16)

/** The public half of the key of this run. */
export const KEYS = { keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: 'ES256' }] }

/** A JSON Web Token, signed with ES256. */
export function signedToken(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'ES256', typ: 'JWT', kid: KEY_ID })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
