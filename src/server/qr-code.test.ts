import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { qrCode, type QrCode } from './qr-code.ts'

const SCALE = 4

/** Painted as a browser does, for a reader from another library than the one that drew it. */
function painted({ size, path }: QrCode): { pixels: Uint8ClampedArray; width: number } {
  const width = size * SCALE
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      pixels.subarray((row * width + Number(x) * SCALE) * 4, (row * width + (Number(x) + Number(length)) * SCALE) * 4).fill(0)
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255
  return { pixels, width }
}

const read = jsqr as unknown as (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null

test.for(['https://guichet.example.ne/r/bcdfghjklmnpqrstvwxzbcdf', 'http://localhost:3000/v/x', 'a'.repeat(200)])(
  'LINK-1 RCPT-3 another reader decodes a code to its input: %s',
  (text) => {
    const { pixels, width } = painted(qrCode(text))
    expect(read(pixels, width, width)?.data).toBe(text)
  },
)

test('LINK-1 a code has the white margin that cameras need', () => {
  const { size, path } = qrCode('https://guichet.example.ne/r/bcdfghjklmnpqrstvwxzbcdf')
  const bars = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) => [Number(x), Number(y), Number(length)] as const)
  expect(bars.every(([x, y, length]) => x >= 4 && y >= 4 && x + length <= size - 4 && y < size - 4)).toBe(true)
})
