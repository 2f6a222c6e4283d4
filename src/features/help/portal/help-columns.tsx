import styles from './help-columns.module.css'

/** What is read on the left, what helps further on the right; one below the other on a phone. */
export function HelpColumns({ aside, children }: { aside: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{children}</div>
      <div className={styles.column}>{aside}</div>
    </div>
  )
}
