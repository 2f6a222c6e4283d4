import styles from './summary-list.module.css'

export type SummaryRow = { label: string; value: React.ReactNode }

/** HUB-3: what is being bought, line by line, and what it costs in all. */
export function SummaryList({ rows, total }: { rows: readonly SummaryRow[]; total?: SummaryRow }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ label, value }) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {total && (
        <div className={`${styles.row} ${styles.total}`}>
          <dt>{total.label}</dt>
          <dd>{total.value}</dd>
        </div>
      )}
    </dl>
  )
}
