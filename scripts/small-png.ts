import assert from 'node:assert/strict'
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Levels per channel: edges stay smooth with few colours. */
const SHADES = 9
const MAX_COLOURS = 256

/** A square picture as a PNG with a palette, a third of a browser's size. Pixels are RGBA. */
export function smallPng(dots: Uint8Array, size: number): Buffer {
  const exact = countColours(dots)
  const palette = [...new Set(exact.map(rounded))]
  assert(palette.length <= MAX_COLOURS, `${palette.length} colours are too many for a palette`)
  // Plain areas keep their exact colour.
  const shown = palette.map((colour) => exact.find((one) => rounded(one) === colour) ?? 0)
  const placeOf = new Map(palette.map((colour, place) => [colour, place]))
  const bits = shown.length <= 16 ? 4 : 8
  const rows = Array.from({ length: size }, (_, row) => packedRow(row))

  function packedRow(row: number): Buffer {
    const places = Array.from({ length: size }, (_, column) => placeOf.get(rounded(colourAt(dots, row * size + column))) ?? 0)
    const bytes =
      bits === 8 ? places : Array.from({ length: size / 2 }, (_, pair) => ((places[pair * 2] ?? 0) << 4) | (places[pair * 2 + 1] ?? 0))
    return Buffer.from([0, ...bytes])
  }

  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([bits, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    part('IHDR', header),
    part('PLTE', Buffer.from(shown.flatMap((colour) => figures(colour).slice(0, 3)))),
    part('tRNS', Buffer.from(shown.map((colour) => figures(colour)[3] ?? 255))),
    part('IDAT', deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })),
    part('IEND', Buffer.alloc(0)),
  ])
}

/** The most frequent first. */
function countColours(dots: Uint8Array): number[] {
  const counts = new Map<number, number>()
  for (let dot = 0; dot < dots.length / 4; dot += 1) {
    const colour = colourAt(dots, dot)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour)
}

function colourAt(dots: Uint8Array, dot: number): number {
  return Buffer.from(dots.buffer, dots.byteOffset + dot * 4, 4).readUInt32BE()
}

function figures(colour: number): number[] {
  return [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255, colour & 255]
}

function rounded(colour: number): number {
  const shades = figures(colour).map((figure) => Math.round(Math.round((figure / 255) * (SHADES - 1)) * (255 / (SHADES - 1))))
  // Transparent pixels have no colour.
  return shades[3] === 0 ? 0 : Buffer.from(shades).readUInt32BE()
}

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([frame, named, sum])
}
