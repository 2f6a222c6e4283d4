import type { Coordinates } from '../coordinates.ts'
import poster from '../data/poster.json'
import styles from './place-map.module.css'

/** Niger in a third of a kilobyte: a placeholder until the map is opened, and permanently without script. */
export function MapPoster({ spots }: { spots: readonly Coordinates[] }) {
  const { width, height, country } = poster
  return (
    <svg className={styles.poster} viewBox={`-8 -8 ${width + 16} ${height + 16}`} aria-hidden="true">
      <path className={styles.posterLand} d={country} />
      {spots.map((spot) => (
        <circle key={`${spot.latitude} ${spot.longitude}`} className={styles.posterSpot} cx={columnOf(spot)} cy={rowOf(spot)} r="3.2" />
      ))}
    </svg>
  )
}

function columnOf({ longitude }: Coordinates): number {
  return Math.round((longitude - poster.west) * poster.squeeze * poster.pixelsPerDegree)
}

function rowOf({ latitude }: Coordinates): number {
  return Math.round((poster.north - latitude) * poster.pixelsPerDegree)
}
