import styles from './spoken.module.css'

/** Words for screen readers only, where the eye reads the same from colour, place or shape. */
export function Spoken({ children }: { children: React.ReactNode }) {
  return <span className={styles.spoken}>{children}</span>
}
