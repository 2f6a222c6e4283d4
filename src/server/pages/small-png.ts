import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Levels per channel: edges stay smooth with few colours. */
const SHADES = 9
const MAX_COLOURS = 256

/** A square picture as a PNG with a palette, a third of a renderer's size; null when it has too many colours. Pixels are RGBA. */
export function smallPng(dots: Uint8Array, size: number): Buffer | null {
  const places = new Map<number, number>()
  const shown: number[] = []
  const placeOfShade = new Map<number, number>()
  for (const colour of countColours(dots)) {
    const shade = rounded(colour)
    const place = placeOfShade.get(shade) ?? shown.length
    // Plain areas keep their exact colour: the most frequent one of a shade is the first.
    if (place === shown.length) shown.push(colour)
    placeOfShade.set(shade, place)
    places.set(colour, place)
  }
  if (shown.length > MAX_COLOURS) return null
  const bits = shown.length <= 16 && size % 2 === 0 ? 4 : 8
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([bits, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    part('IHDR', header),
    part('PLTE', Buffer.from(shown.flatMap((colour) => figures(colour).slice(0, 3)))),
    part('tRNS', Buffer.from(shown.map((colour) => (rounded(colour) === 0 ? 0 : (figures(colour)[3] ?? 255))))),
    part('IDAT', deflateSync(rowsOf(dots, { size, bits, places }), { level: 9, memLevel: 9 })),
    part('IEND', Buffer.alloc(0)),
  ])
}

/** Each row begins with its filter, which is none. */
function rowsOf(dots: Uint8Array, { size, bits, places }: { size: number; bits: 4 | 8; places: Map<number, number> }): Buffer {
  const pixels = coloursOf(dots)
  const length = 1 + (size * bits) / 8
  const rows = Buffer.alloc(size * length)
  for (let dot = 0; dot < size * size; dot += 1) {
    const place = places.get(pixels.getUint32(dot * 4)) ?? 0
    const column = dot % size
    const at = Math.floor(dot / size) * length + 1
    if (bits === 8) rows[at + column] = place
    else rows[at + (column >> 1)] = (rows[at + (column >> 1)] ?? 0) | (column % 2 === 0 ? place << 4 : place)
  }
  return rows
}

/** The most frequent first. */
function countColours(dots: Uint8Array): number[] {
  const pixels = coloursOf(dots)
  const counts = new Map<number, number>()
  for (let at = 0; at < dots.length; at += 4) {
    const colour = pixels.getUint32(at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour)
}

function coloursOf(dots: Uint8Array): DataView {
  return new DataView(dots.buffer, dots.byteOffset, dots.byteLength)
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
