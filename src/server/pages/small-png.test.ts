import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { smallPng } from './small-png.ts'

const SIZE = 16
const ORANGE = [249, 115, 22, 255]
const CLEAR = [0, 0, 0, 0]
const CLEAR_WITH_COLOUR = [249, 115, 22, 3]

/** PNG chunks by name. */
function partsOf(png: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return parts
}

test('OFF-5 an icon keeps the very colour of its surfaces, and what cannot be seen is one colour', () => {
  const dots = Array.from({ length: SIZE * SIZE }, (_, dot) => (dot < SIZE * 8 ? ORANGE : dot % 2 === 0 ? CLEAR : CLEAR_WITH_COLOUR))
  const parts = partsOf(smallPng(Uint8Array.from(dots.flat()), SIZE) ?? Buffer.alloc(0))
  expect([...(parts.get('PLTE') ?? [])]).toEqual([249, 115, 22, 0, 0, 0])
  expect([...(parts.get('tRNS') ?? [])]).toEqual([255, 0])
  const rows = inflateSync(parts.get('IDAT') ?? Buffer.alloc(0))
  expect(rows.subarray(0, 9).toString('hex')).toBe('000000000000000000')
  expect(rows.subarray(-9).toString('hex')).toBe('001111111111111111')
})

test('OFF-5 a picture of too many colours has no palette', () => {
  const size = 32
  const dots = Array.from({ length: size * size }, (_, dot) => [(dot % 16) * 16, (dot >> 4) * 4, (dot % 7) * 32, 255])
  expect(smallPng(Uint8Array.from(dots.flat()), size)).toBeNull()
})
