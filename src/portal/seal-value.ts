import type { Failure } from '#shared/failure.ts'
import type { Language } from '#shared/language.ts'
import { apiClient } from './api-client.ts'

const OLD_KEY_CODE = 'old-sealing-key'

/** GEN-5: encrypts a sensitive value in the browser; undefined when the key could not be fetched. */
async function sealValue(value: string, language: Language): Promise<string | undefined> {
  const offer = await apiClient(language).offerSealingKey()
  if (offer?.status !== 'success') return undefined
  const { kid, key, nonce } = offer.result
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', bytesOf(key), algorithm, false, ['encrypt'])
  const ciphertext = await crypto.subtle.encrypt(algorithm, publicKey, new TextEncoder().encode(`${nonce}\n${value}`))
  return `sealed.${kid}.${nonce}.${btoa(String.fromCharCode(...new Uint8Array(ciphertext)))}`
}

/**
 * Makes a call with a sealed value. A key that has just been replaced is fetched again once; the value itself is never sent in
 * the clear. Undefined when no answer came.
 */
export async function callWithSealed<Answer extends { status: 'success' }>(
  value: string,
  language: Language,
  call: (sealed: string) => Promise<Answer | Failure | undefined>,
): Promise<Answer | Failure | undefined> {
  const first = await sealAndCall(value, language, call)
  return first?.status === 'failure' && first.code === OLD_KEY_CODE ? sealAndCall(value, language, call) : first
}

async function sealAndCall<Answer>(
  value: string,
  language: Language,
  call: (sealed: string) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const sealed = await sealValue(value, language)
  return sealed === undefined ? undefined : call(sealed)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
