import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { readJson, type ProviderResponse } from '../provider-http.ts'

/**
 * What the portal of Airtel calls message signing: the body once more, encrypted for them alone. `x-signature` is the body under a fresh
 * AES key, `x-key` that key under their RSA key. The padding is theirs.
 */

const Key = Type.Object({ data: Type.Object({ key: Type.String({ pattern: '^[A-Za-z0-9+/=\\s]{100,4096}$' }) }) })

/** Their public key in base64; null when the answer holds none that can be used. */
export function readEncryptionKey({ status, text }: ProviderResponse): string | null {
  const read: Static<typeof Key> | null = status === 200 ? readJson(text, Key) : null
  return read && isKey(read.data.key) ? read.data.key : null
}

function isKey(spki: string): boolean {
  try {
    return createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

export function signatureHeaders(body: string, spki: string): { 'x-signature': string; 'x-key': string } {
  const key = randomBytes(32)
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const encrypted = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  const publicKey = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  const wrapped = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(`${key.toString('base64')}:${iv.toString('base64')}`),
  )
  return { 'x-signature': encrypted.toString('base64'), 'x-key': wrapped.toString('base64') }
}
