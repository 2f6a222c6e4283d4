import { BRAND } from '#shared/brand.ts'
import type { ContentPackages } from '../texts/content-packages.ts'
import { isPaying } from './is-paying.ts'
import styles from './page-footer.module.css'

type PageFooterProps = {
  frame: {
    here: string
    footerTexts: ContentPackages['footer-translation']
    footerLinks: ContentPackages['website-footer-config']['links']
  }
}

export function PageFooter({ frame }: PageFooterProps) {
  const { footerTexts, footerLinks, here } = frame
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <p>
          {footerTexts.needHelp} <a href={`tel:${BRAND.supportNumber}`}>{BRAND.supportNumber}</a> ({footerTexts.free})
        </p>
        {!isPaying(here) && (
          <nav aria-label={footerTexts.footerLinks}>
            <ul className={styles.links}>
              {footerLinks.map(({ label, href }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {BRAND.isDemonstration && <p className={styles.note}>{footerTexts.demonstration}</p>}
      </div>
    </footer>
  )
}
