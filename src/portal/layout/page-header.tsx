import type { ReactNode } from 'react'
import { BRAND } from '#shared/brand.ts'
import { Icon } from '../ui/signs/icon.tsx'
import { PADLOCK } from '../ui/signs/signs.ts'
import { Logo } from './logo.tsx'
import type { ContentPackages } from '../texts/content-packages.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  frame: { here: string; texts: ContentPackages['orp-translation']; headerLinks: ContentPackages['website-headers-config']['links'] }
  languageSwitch: ReactNode
}

const HOME = 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z'
/** By where a link of the content leads; a link that is not known here has a plain drawing. */
const DRAWINGS: Partial<Record<string, string>> = {
  '/prepaid-recharge': 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM12 9v6M9 12h6',
  '/data-bundle': 'M5 20v-5M10 20v-9M15 20V7M20 20V4',
  '/postpaid-bill-pay': 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  '/gethelp': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8h.01',
}
const OTHER = 'M5 7h14M5 12h14M5 17h14'

/** Whoever is paying is not led elsewhere: the menu goes away. */
export function isPaying(here: string): boolean {
  return here.startsWith('/payment/')
}

/** The menu is in the bar above; on phones it is a bar below, within reach of the thumb. */
export function PageHeader({ frame, languageSwitch }: PageHeaderProps) {
  const path = frame.here.split('?')[0]
  const links = [
    { label: frame.texts.home, href: '/', drawing: HOME },
    ...frame.headerLinks.map((link) => ({ ...link, drawing: DRAWINGS[link.href] ?? OTHER })),
  ]
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a className={styles.brand} href="/">
          <Logo />
          <span>{BRAND.name}</span>
        </a>
        {isPaying(frame.here) ? (
          <span className={styles.secure}>
            <Icon path={PADLOCK} />
            {frame.texts.secure}
          </span>
        ) : (
          <nav className={styles.menu} aria-label={frame.texts.mainMenu}>
            {links.map(({ label, href, drawing }) => (
              <a key={href} href={href} aria-current={path === href ? 'page' : undefined}>
                <Icon path={drawing} />
                <span>{label}</span>
              </a>
            ))}
          </nav>
        )}
        {languageSwitch}
      </div>
    </header>
  )
}
