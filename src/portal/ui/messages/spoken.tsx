import styles from './spoken.module.css'

/** Text for screen readers only, where colour, position or shape say the same visually. */
export function Spoken({ children }: { children: React.ReactNode }) {
  return <span className={styles.spoken}>{children}</span>
}
