import { Icon } from '../ui/signs/icon.tsx'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import styles from './page-menu.module.css'

type PageMenuProps = {
  here: string
  texts: ContentPackages['orp-translation']
  links: ContentPackages['website-headers-config']['links']
}

const HOME = 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z'
/** Icons by the path of a content link; an unknown path has a plain icon. */
const DRAWINGS: Partial<Record<string, string>> = {
  '/prepaid-recharge': 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM12 9v6M9 12h6',
  '/data-bundle': 'M5 20v-5M10 20v-9M15 20V7M20 20V4',
  '/postpaid-bill-pay': 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  '/find-payment': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  '/gethelp': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8h.01',
}
const OTHER = 'M5 7h14M5 12h14M5 17h14'

/** In the top bar; on phones in a bottom bar, within reach of the thumb. */
export function PageMenu({ here, texts, links }: PageMenuProps) {
  const path = here.split('?')[0]
  const shown = [
    { label: texts.home, href: '/', drawing: HOME },
    ...links.map((link) => ({ ...link, drawing: DRAWINGS[link.href] ?? OTHER })),
  ]
  return (
    <nav className={styles.menu} aria-label={texts.mainMenu}>
      {shown.map(({ label, href, drawing }) => (
        <a key={href} href={href} aria-current={path === href ? 'page' : undefined}>
          <Icon path={drawing} />
          <span>{label}</span>
        </a>
      ))}
    </nav>
  )
}

type FooterLinksProps = { label: string; links: ContentPackages['website-footer-config']['links'] }

export function FooterLinks({ label, links }: FooterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
