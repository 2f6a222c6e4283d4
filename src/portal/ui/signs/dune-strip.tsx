import styles from './dune-strip.module.css'

/** The edge between the night of the header and the sand of the page. */
export function DuneStrip() {
  return (
    <svg className={styles.dune} viewBox="0 0 1440 34" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 26Q320-8 680 17T1440 6v28H0z" />
    </svg>
  )
}
