import type { ReactNode } from 'react'
import { OPERATOR } from '#operator-record'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import styles from './page-footer.module.css'

type PageFooterProps = {
  texts: ContentPackages['footer-translation']
  /** None on payment pages. */
  links: ReactNode
}

export function PageFooter({ texts, links }: PageFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <p>
          {`${texts.needHelp} `}
          <a href={`tel:${OPERATOR.brand.care}`}>{OPERATOR.brand.care}</a>
          {` (${texts.free})`}
        </p>
        {links}
        {OPERATOR.brand.isDemonstration && <p className={styles.note}>{texts.demonstration}</p>}
      </div>
    </footer>
  )
}
