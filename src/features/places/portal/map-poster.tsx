import { OPERATOR } from '#operator-record'
import type { Coordinates, Poster } from '#shared/place-record.ts'
import { SEARCH_RECTANGLE } from '../operator-map.ts'
import styles from './place-map.module.css'

const HEIGHT = 168
const MAX_TOWNS = 40

const { outline, gazetteer } = OPERATOR.places
const poster = outline ? outline.poster : posterOfTowns()

/**
 * The country in a third of a kilobyte: a placeholder until the map is opened, and permanently without script. Only the server renders it,
 * as the child of an island with a `PlaceMap`.
 */
export function MapPoster({ spots }: { spots: readonly Coordinates[] }) {
  const { width, height, country } = poster
  return (
    <svg className={styles.poster} viewBox={`-8 -8 ${width + 16} ${height + 16}`} aria-hidden="true">
      <path className={styles.posterLand} d={country} />
      {spots.map((spot) => {
        const [column, row] = pixelsOf(poster, spot)
        return <circle key={`${column} ${row}`} className={styles.posterSpot} cx={column} cy={row} r="3.2" />
      })}
    </svg>
  )
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
