import { Link } from 'react-router'
import { BRAND } from '#shared/brand.ts'
import { PlaceLink } from '../ui/place-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import type { Frame } from './page-frame.tsx'
import styles from './page-header.module.css'

export function PageHeader({ frame }: { frame: Frame }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link className={styles.brand} to="/">
          <Logo />
          <span>{BRAND.name}</span>
        </Link>
        <nav className={styles.menu} aria-label={frame.texts.mainMenu}>
          {frame.headerLinks.map(({ label, href }) => (
            <PlaceLink key={href} href={href}>
              {label}
            </PlaceLink>
          ))}
        </nav>
        <LanguageSwitch language={frame.language} label={frame.texts.otherLanguage} />
      </div>
    </header>
  )
}
