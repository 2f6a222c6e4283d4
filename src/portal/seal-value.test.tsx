import { afterEach, expect, test, vi } from 'vitest'
import { callWithSealed } from './seal-value.ts'

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) }

afterEach(() => vi.unstubAllGlobals())

async function serverWithKey() {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['encrypt', 'decrypt'])
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
  let offers = 0
  vi.stubGlobal('fetch', async () => {
    offers += 1
    const result = { kid: 'k1', key: btoa(String.fromCharCode(...spki)), nonce: `nonce${offers}`, expiresInSeconds: 600 }
    return new Response(JSON.stringify({ status: 'success', statusCode: 200, result }))
  })
  const open = async (sealed: string) => {
    const ciphertext = Uint8Array.from(atob(sealed.split('.').pop() ?? ''), (character) => character.charCodeAt(0))
    return new TextDecoder().decode(await crypto.subtle.decrypt(ALGORITHM, pair.privateKey, ciphertext))
  }
  return { open, offers: () => offers }
}

test('GEN-5 the value travels sealed together with its nonce', async () => {
  const server = await serverWithKey()
  let sent = ''
  await callWithSealed('482913', 'fr', async (sealed) => {
    sent = sealed
    return { status: 'success' as const }
  })
  expect(sent).toMatch(/^sealed\.k1\.nonce1\./)
  expect(sent).not.toContain('482913')
  expect(await server.open(sent)).toBe('nonce1\n482913')
})

test('GEN-5 a key that was just replaced is fetched again once, and only once', async () => {
  const server = await serverWithKey()
  const old = { status: 'failure' as const, statusCode: 4091, code: 'old-sealing-key', message: '', requestId: '' }
  const answer = await callWithSealed<{ status: 'success' }>('1234', 'fr', async () => old)
  expect(answer).toEqual(old)
  expect(server.offers()).toBe(2)
})

test('without a key nothing is sent at all', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  const call = vi.fn(async () => ({ status: 'success' as const }))
  expect(await callWithSealed('1234', 'fr', call)).toBeUndefined()
  expect(call).not.toHaveBeenCalled()
})
