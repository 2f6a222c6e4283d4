import styles from './dune-strip.module.css'

/** The edge between the night of the header and the sand of the page. */
export function DuneStrip() {
  return (
    <svg className={styles.dune} viewBox="0 0 1440 34" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 26C240 4 420 2 640 16s420 22 800-10v28H0z" />
    </svg>
  )
}
