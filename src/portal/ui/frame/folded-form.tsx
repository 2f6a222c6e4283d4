import { Icon } from '../signs/icon.tsx'
import styles from './folded-form.module.css'

type FoldedFormProps = { title: React.ReactNode; detail?: React.ReactNode; change: string; children: React.ReactNode }

const PIN = 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'

/** A form that has its answer: one line says what was asked, and opens to ask something else. The answer stands right below. */
export function FoldedForm({ title, detail, change, children }: FoldedFormProps) {
  return (
    <details className={styles.folded}>
      <summary>
        <Icon path={PIN} />
        <span className={styles.words}>
          <strong>{title}</strong>
          {detail && <small>{detail}</small>}
        </span>
        <span className={styles.change}>{change}</span>
      </summary>
      <div className={styles.form}>{children}</div>
    </details>
  )
}
