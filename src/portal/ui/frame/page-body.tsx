import styles from './page-body.module.css'

type PageBodyProps = { isNarrow?: boolean; children: React.ReactNode }

/** The column a page stands in; narrow for what is read or signed, wide for what is compared. */
export function PageBody({ isNarrow = false, children }: PageBodyProps) {
  return <div className={isNarrow ? `${styles.body} ${styles.narrow}` : styles.body}>{children}</div>
}
