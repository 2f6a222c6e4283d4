import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Values that are stored encrypted: the database, its backups and its replicas hold nothing readable. */
export type FieldCipher = {
  encrypt(purpose: string, text: string): string
  /** Null for a value that neither secret opens. */
  decrypt(purpose: string, encrypted: string): string | null
}

type Secrets = { secret: string; /** Opens what was encrypted before the last change. */ secretBefore: string | null }

const [NONCE_BYTES, TAG_BYTES] = [12, 16]

export function createFieldCipher({ secret, secretBefore }: Secrets): FieldCipher {
  const keyOf = (key: string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `field|${purpose}`, 32))
  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(purpose, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      for (const key of [secret, secretBefore]) {
        const text = key === null ? null : open(keyOf(key, purpose), bytes)
        if (text !== null) return text
      }
      return null
    },
  }
}

function open(key: Buffer, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
