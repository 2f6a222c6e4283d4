import { readFileSync } from 'node:fs'
import type { Position } from 'geojson'

const HEADER_BYTES = 100
const POLYLINE = 3

/** The lines of an ESRI shapefile of polylines (its technical description, pages 3 to 8). */
export function linesOf(path: string): Position[][] {
  const bytes = readFileSync(path)
  const lines: Position[][] = []
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const content = at + 8
    if (bytes.readInt32LE(content) === POLYLINE) lines.push(...partsOf(bytes, content))
    // The length of a record is counted in words of two bytes.
    at = content + bytes.readInt32BE(at + 4) * 2
  }
  return lines
}

function partsOf(bytes: Buffer, content: number): Position[][] {
  const partCount = bytes.readInt32LE(content + 36)
  const pointCount = bytes.readInt32LE(content + 40)
  const points = content + 44 + partCount * 4
  const starts = Array.from({ length: partCount }, (_, part) => bytes.readInt32LE(content + 44 + part * 4))
  return starts.map((start, part) =>
    Array.from({ length: (starts[part + 1] ?? pointCount) - start }, (_, place) => {
      const point = points + (start + place) * 16
      return [bytes.readDoubleLE(point), bytes.readDoubleLE(point + 8)]
    }),
  )
}
