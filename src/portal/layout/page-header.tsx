import type { ReactNode } from 'react'
import { BRAND } from '#shared/brand.ts'
import { PlaceLink } from '../ui/place-link.tsx'
import { Logo } from './logo.tsx'
import type { ContentPackages } from '../content-packages.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  frame: { texts: ContentPackages['orp-translation']; headerLinks: ContentPackages['website-headers-config']['links'] }
  languageSwitch: ReactNode
}

export function PageHeader({ frame, languageSwitch }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <PlaceLink className={styles.brand} href="/">
          <Logo />
          <span>{BRAND.name}</span>
        </PlaceLink>
        <nav className={styles.menu} aria-label={frame.texts.mainMenu}>
          {frame.headerLinks.map(({ label, href }) => (
            <PlaceLink key={href} href={href}>
              {label}
            </PlaceLink>
          ))}
        </nav>
        {languageSwitch}
      </div>
    </header>
  )
}
