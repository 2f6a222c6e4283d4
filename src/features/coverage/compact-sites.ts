/**
 * Sites for the map of a phone: no titles, steps of eleven metres, differences instead of values, one hexadecimal digit for the
 * technologies. A quarter of the specification's form once compressed.
 */
export type CompactSites = { latitudes: number[]; longitudes: number[]; technologies: string }

export type DotSites = { latitudes: Float64Array; longitudes: Float64Array; kinds: Uint8Array }

type SiteDot = { latitude: number; longitude: number; technologies: number }

const STEPS_PER_DEGREE = 1e4

export function compactSites(sites: readonly SiteDot[]): CompactSites {
  const ordered = sites
    .map(({ latitude, longitude, technologies }) => ({ y: steps(latitude), x: steps(longitude), technologies }))
    .toSorted((one, other) => alongCurve(one.x, one.y) - alongCurve(other.x, other.y))
  return {
    latitudes: differences(ordered.map(({ y }) => y)),
    longitudes: differences(ordered.map(({ x }) => x)),
    technologies: ordered.map(({ technologies }) => technologies.toString(16)).join(''),
  }
}

export function expandSites({ latitudes, longitudes, technologies }: CompactSites): DotSites {
  const kinds = Uint8Array.from(technologies, (digit) => parseInt(digit, 16))
  return { latitudes: sums(latitudes), longitudes: sums(longitudes), kinds }
}

function steps(degrees: number): number {
  return Math.round(degrees * STEPS_PER_DEGREE)
}

function differences(values: readonly number[]): number[] {
  return values.map((value, place) => value - (values[place - 1] ?? 0))
}

function sums(steps: readonly number[]): Float64Array {
  const values = new Float64Array(steps.length)
  let value = 0
  for (const [place, step] of steps.entries()) {
    value += step
    values[place] = value / STEPS_PER_DEGREE
  }
  return values
}

const CURVE_BITS = 18

/** The position of a point on a Hilbert curve: neighbours on the map are neighbours in the list, so their differences are small. */
function alongCurve(x: number, y: number): number {
  let column = Math.max(0, x + 20_000)
  let row = y
  let distance = 0
  for (let size = 2 ** (CURVE_BITS - 1); size >= 1; size /= 2) {
    const isRight = (Math.floor(column / size) & 1) === 1
    const isUpper = (Math.floor(row / size) & 1) === 1
    distance += size * size * (isRight ? (isUpper ? 2 : 3) : isUpper ? 1 : 0)
    if (isUpper) continue
    if (isRight) [column, row] = [2 * size - 1 - (column % (2 * size)), 2 * size - 1 - (row % (2 * size))]
    ;[column, row] = [row, column]
  }
  return distance
}
