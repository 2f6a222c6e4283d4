import { expect, test } from 'vitest'
import { createShortSigner, randomLetters } from './short-signer.ts'

const OURS = { secret: 'a'.repeat(40), secretBefore: null }
const { sign, isSigned } = createShortSigner(OURS)

test('LINK-2 a signature is valid for its own text and purpose only', () => {
  const signature = sign('link', 'bcd', 10)
  expect(signature).toMatch(/^[b-df-hj-np-tv-xz]{10}$/)
  expect(isSigned('link', 'bcd', signature)).toBe(true)
  for (const [purpose, text, tried] of [
    ['link', 'bcf', signature],
    ['receipt', 'bcd', signature],
    ['link', 'bcd', ''],
    ['link', 'bcd', signature.slice(1)],
    ['link', 'bcd', `${signature}b`],
    ['link', 'bcd', `${signature.slice(0, 9)}é`],
  ] as const)
    expect(tried !== '' && isSigned(purpose, text, tried)).toBe(false)
})

test('LINK-2 another portal, or another secret, signs differently; signatures of the previous secret stay valid', () => {
  const signature = sign('link', 'bcd', 10)
  const renewed = 'b'.repeat(40)
  expect(createShortSigner({ secret: renewed, secretBefore: null }).isSigned('link', 'bcd', signature)).toBe(false)
  const after = createShortSigner({ secret: renewed, secretBefore: OURS.secret })
  expect(after.isSigned('link', 'bcd', signature)).toBe(true)
  expect(after.sign('link', 'bcd', 10)).not.toBe(signature)
})

test('LINK-2 no letter of a signature or of an id is much more frequent than others', () => {
  const letters = Array.from({ length: 600 }, (_, each) => sign('link', String(each), 10) + randomLetters(10)).join('')
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(20)
  for (const count of counts.values()) expect(Math.abs(count - 600)).toBeLessThan(150)
})
