import type { ReactNode } from 'react'
import { BRAND } from '#shared/brand.ts'
import { Logo } from './logo.tsx'
import type { ContentPackages } from '../texts/content-packages.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  frame: { here: string; texts: ContentPackages['orp-translation']; headerLinks: ContentPackages['website-headers-config']['links'] }
  languageSwitch: ReactNode
}

/** Whoever is about to pay is not led elsewhere: the menu goes away. */
const PAYING = '/payment/start'

export function PageHeader({ frame, languageSwitch }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a className={styles.brand} href="/">
          <Logo />
          <span>{BRAND.name}</span>
        </a>
        {!frame.here.startsWith(PAYING) && (
          <nav className={styles.menu} aria-label={frame.texts.mainMenu}>
            {frame.headerLinks.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {languageSwitch}
      </div>
    </header>
  )
}
