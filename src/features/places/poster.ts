import { OPERATOR } from '#operator-record'
import type { Coordinates, Poster } from '#shared/place-record.ts'
import { SEARCH_RECTANGLE } from './operator-map.ts'

/** The small drawing in place of a map that is not opened, in pixels. */
export type DrawnPoster = { width: number; height: number; country: string; spots: [column: number, row: number][] }

const HEIGHT = 168
const MAX_TOWNS = 40

const { outline, gazetteer } = OPERATOR.places
const poster = outline ? outline.poster : posterOfTowns()

export function posterWith(spots: readonly Coordinates[]): DrawnPoster {
  const { width, height, country } = poster
  return { width, height, country, spots: spots.map((spot) => pixelsOf(poster, spot)) }
}

function pixelsOf(
  { north, west, squeeze, pixelsPerDegree }: Omit<Poster, 'country'>,
  { latitude, longitude }: Coordinates,
): [number, number] {
  return [Math.round((longitude - west) * squeeze * pixelsPerDegree), Math.round((north - latitude) * pixelsPerDegree)]
}

/** Without an outline a square for each of the largest towns shows where the country is. */
function posterOfTowns(): Poster {
  const { south, west, north, east } = SEARCH_RECTANGLE
  const pixelsPerDegree = HEIGHT / (north - south)
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const frame = { width: Math.round((east - west) * squeeze * pixelsPerDegree), height: HEIGHT, north, west, squeeze, pixelsPerDegree }
  const towns = gazetteer.slice(0, MAX_TOWNS).map((town) => pixelsOf(frame, town))
  return { ...frame, country: towns.map(([column, row]) => `M${column - 2} ${row - 2}h4v4h-4Z`).join('') }
}
