import type { ReactNode } from 'react'
import { OPERATOR } from '#operator-record'
import { Icon } from '../ui/signs/icon.tsx'
import { PADLOCK } from '../ui/signs/signs.ts'
import { Logo } from './logo.tsx'
import styles from './page-header.module.css'

/** Payment pages show that the connection is secure, in place of the menu. */
export function PageHeader({ menu, secure, languageSwitch }: { menu: ReactNode; secure: string; languageSwitch: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a className={styles.brand} href="/">
          <Logo />
          <span>{OPERATOR.brand.name}</span>
        </a>
        {menu ?? (
          <span className={styles.secure}>
            <Icon path={PADLOCK} />
            <span>{secure}</span>
          </span>
        )}
        {languageSwitch}
      </div>
    </header>
  )
}
