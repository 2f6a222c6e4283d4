import type { DrawnPoster } from '../poster.ts'
import styles from './place-map.module.css'

/** The country in a third of a kilobyte: a placeholder until the map is opened, and permanently without script. */
export function MapPoster({ poster: { width, height, country, spots } }: { poster: DrawnPoster }) {
  return (
    <svg className={styles.poster} viewBox={`-8 -8 ${width + 16} ${height + 16}`} aria-hidden="true">
      <path className={styles.posterLand} d={country} />
      {spots.map(([column, row]) => (
        <circle key={`${column} ${row}`} className={styles.posterSpot} cx={column} cy={row} r="3.2" />
      ))}
    </svg>
  )
}
