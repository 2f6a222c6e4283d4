import { constants, createHmac, privateDecrypt, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { Problem } from '#shared/problem.ts'
import { sealedText } from '../sealed-fields.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createEncryptionKeys } from './encryption-keys.ts'

/**
 * GEN-5: sensitive values are encrypted in the browser (RSA-OAEP-256, WebCrypto) before they travel, so that they
 * appear in no log and at no TLS-terminating middlebox. A sealed value is the text
 * `sealed.{kid}.{nonce}.{ciphertext}`; the nonce is also inside, with the name of the field, and each nonce opens one value only.
 */
export type FieldEncryption = {
  /** What the browser needs to encrypt so many values; `nonce` is the first of `nonces`. */
  offer(count?: number): Promise<{ kid: string; key: string; nonce: string; nonces: string[]; expiresInSeconds: number }>
  /** Decrypts the field of that name. Throws a Problem for an old key, a replay or a failed decryption, without revealing why it failed. */
  open(sealed: string, name: string): Promise<string>
  /** Begins a new key; the one before it goes on opening until its offers have run out. */
  rotate(): Promise<void>
}

const OFFER_SECONDS = 600
const SEALED_VALUE = /^sealed\.([a-z0-9]{8})\.([A-Za-z0-9_-]{22}\.[0-9]{10,12}\.[A-Za-z0-9_-]{22})\.([A-Za-z0-9+/=]{512})$/

export function createFieldEncryption({ db, clock, secret }: { db: Database; clock: Clock; secret: string }): FieldEncryption {
  const keys = createEncryptionKeys({ db, clock, overlapSeconds: 2 * OFFER_SECONDS })

  function sign(text: string): string {
    return createHmac('sha256', secret).update(`sealing|${text}`).digest().subarray(0, 16).toString('base64url')
  }

  function newNonce(): string {
    const unsigned = `${randomBytes(16).toString('base64url')}.${Math.floor(clock.now().getTime() / 1000) + OFFER_SECONDS}`
    return `${unsigned}.${sign(unsigned)}`
  }

  /** The nonce carries its expiry and our signature: nothing is stored until it is used. */
  function checkNonce(nonce: string): Date {
    const [random = '', seconds = '', mac = ''] = nonce.split('.')
    const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(sign(`${random}.${seconds}`)))
    const expires = new Date(Number(seconds) * 1000)
    if (!isOurs || expires <= clock.now()) throw new Problem('sealed-value-refused')
    return expires
  }

  return {
    async offer(count = 1) {
      const { id, publicKey } = await keys.current()
      const first = newNonce()
      const nonces = [first, ...Array.from({ length: count - 1 }, newNonce)]
      return { kid: id, key: publicKey, nonce: first, nonces, expiresInSeconds: OFFER_SECONDS }
    },
    async open(sealed, name) {
      const [, kid = '', nonce = '', ciphertext = ''] = SEALED_VALUE.exec(sealed) ?? []
      if (!kid) throw new Problem('sealed-value-refused')
      const expires = checkNonce(nonce)
      const key = await keys.privateKey(kid)
      if (!key) throw new Problem('old-sealing-key')
      // The nonce is spent before the costly decryption: a replayed value is refused for the price of one insert.
      const spent = await db
        .insertInto('used_nonce')
        .values({ nonce, expires_at: expires })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (spent.numInsertedOrUpdatedRows === 0n) throw new Problem('sealed-value-refused')
      const text = decrypt(key, ciphertext)
      const [, value = ''] = text.split('\n')
      if (text !== sealedText({ nonce, name, value })) throw new Problem('sealed-value-refused')
      return value
    },
    rotate: keys.rotate,
  }
}

function decrypt(key: KeyObject, ciphertext: string): string {
  try {
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    return privateDecrypt(options, Buffer.from(ciphertext, 'base64')).toString('utf8')
  } catch {
    // The reason is not returned: it would help only an attacker.
    throw new Problem('sealed-value-refused')
  }
}
