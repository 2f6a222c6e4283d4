import type { Position } from 'geojson'

export type Clip = { west: number; south: number; east: number; north: number }

/** The parts of a line inside the rectangle, each with the point before and after it: desert borders run far between two points. */
export function clippedLines(line: Position[], clip: Clip): Position[][] {
  const parts: Position[][] = []
  let part: Position[] = []
  for (const [place, point] of line.entries()) {
    const before = line[place - 1]
    if (isInside(point, clip)) part.push(...(part.length === 0 && before ? [before] : []), point)
    else if (part.length > 0) {
      parts.push([...part, point])
      part = []
    }
  }
  return part.length > 1 ? [...parts, part] : parts
}

/** A ring that lies inside, else nothing. */
export function clippedRing(ring: Position[], clip: Clip): Position[] {
  return ring.every((point) => isInside(point, clip)) ? ring : []
}

function isInside([longitude = 0, latitude = 0]: Position, { west, south, east, north }: Clip): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

/** Simplifies a line (Douglas-Peucker); the tolerance is in degrees. */
export function simplified(line: Position[], tolerance: number): Position[] {
  const [first] = line
  const last = line[line.length - 1]
  if (!first || !last || line.length < 3) return line
  let farthest = 0
  let place = 0
  for (const [position, point] of line.entries()) {
    const distance = distanceToSegment(point, first, last)
    if (distance > farthest) [farthest, place] = [distance, position]
  }
  if (farthest <= tolerance) return [first, last]
  return [...simplified(line.slice(0, place + 1), tolerance).slice(0, -1), ...simplified(line.slice(place), tolerance)]
}

function distanceToSegment([x = 0, y = 0]: Position, [x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy)
}
