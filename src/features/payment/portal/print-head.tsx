import { OPERATOR } from '#operator-record'
import { Logo } from '#portal/layout/logo.tsx'
import styles from './status.module.css'

/** The site header is not printed, so the receipt names the operator. */
export function PrintHead() {
  return (
    <p className={styles.printed} aria-hidden="true">
      <Logo /> {OPERATOR.brand.name}
    </p>
  )
}
