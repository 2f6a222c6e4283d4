import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '../rules.ts'

/** Codes are short: with a plain hash, a stolen table could be searched by trying all codes, hence the key. */
export type CodeHasher = { ofCode(reference: string, code: string): Buffer; ofProof(proof: string): Buffer }

export function codeHasher(secret: string): CodeHasher {
  const hashOf = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(['one-time-code', ...parts].join('|'))
      .digest()
  return {
    ofCode: (reference, code) => hashOf('code', reference, code),
    ofProof: (proof) => hashOf('proof', proof),
  }
}

/** In groups of six digits: `randomInt` allows no larger range. */
export function newCode(digits = CODE_DIGITS): string {
  const pieces = Array.from({ length: digits / CODE_DIGITS }, () => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'))
  return pieces.join('')
}

/** 128 bits: not guessable. */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}
