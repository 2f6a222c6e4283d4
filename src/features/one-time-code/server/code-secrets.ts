import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '../rules.ts'

/** Codes are short: only a keyed hash keeps a stolen table from being read by trying all of them. */
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

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** 128 bits: not to be guessed. */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}
