import { DUNE } from '#shared/dune.ts'
import styles from './dune-strip.module.css'

/** The edge between the night of the header and the sand of the page. */
export function DuneStrip() {
  return (
    <svg className={styles.dune} viewBox={DUNE.box} preserveAspectRatio="none" aria-hidden="true">
      <path d={DUNE.path} />
    </svg>
  )
}
