import { BRAND } from '#shared/brand.ts'
import { Logo } from '#portal/layout/logo.tsx'
import styles from './status.module.css'

/** On paper the site's own head is gone: the receipt says whose it is. */
export function PrintHead() {
  return (
    <p className={styles.printed} aria-hidden="true">
      <Logo /> {BRAND.name}
    </p>
  )
}
