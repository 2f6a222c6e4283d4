import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { rememberBodies } from './encoded-body.ts'

test('what came out the same is compressed once, for as long as few enough others came in between', async () => {
  const bodyOf = rememberBodies(2)
  const of = (text: string, quality = 6) => bodyOf(Buffer.from(text), quality, `"${text}"`)
  const first = of('a')
  expect(of('a')).toBe(first)
  expect(of('a', 10)).not.toBe(first)
  expect(of('a')).toBe(first)
  of('b')
  expect(of('a')).toBe(first)
  of('c')
  of('d')
  expect(of('a')).not.toBe(first)
  const { encoding, bytes } = await of('d').encode('br, gzip')
  expect([encoding, brotliDecompressSync(bytes).toString()]).toEqual(['br', 'd'])
})
