import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** No vowels, so that no words result; no digits, so that nothing looks like a number or a code. */
const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Short signatures for addresses that people copy and type: letters only, in lower or upper case. */
export type ShortSigner = {
  sign(purpose: string, text: string, length: number): string
  isSigned(purpose: string, text: string, signature: string): boolean
}

type Secrets = { secret: string; /** Signatures of the previous secret stay valid. */ secretBefore: string | null }

export function createShortSigner({ secret, secretBefore }: Secrets): ShortSigner {
  return {
    sign: (purpose, text, length) => signatureOf(secret, `${purpose}|${text}`, length),
    isSigned(purpose, text, signature) {
      const given = Buffer.from(signature)
      return [secret, secretBefore].some(
        (key) => key !== null && timingSafeEqual(Buffer.from(signatureOf(key, `${purpose}|${text}`, given.length)), given),
      )
    },
  }
}

/** Twenty letters in 64 bits each: that some letters are slightly more frequent does not help an attacker. */
function signatureOf(key: string, text: string, length: number): string {
  const letters = Array.from({ length: Math.ceil(length / 4) }, (_, place) => {
    const bytes = createHmac('sha256', key).update(`letters|${place}|${text}`).digest()
    return [0, 8, 16, 24].map((start) => LETTERS[Number(bytes.readBigUInt64BE(start) % BigInt(LETTERS.length))])
  })
  return letters.flat().slice(0, length).join('')
}

export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
