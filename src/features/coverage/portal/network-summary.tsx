import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import chips from '#portal/ui/choices/chips.module.css'
import { Card } from '#portal/ui/frame/card.tsx'
import type { Technology } from '../rules.ts'
import { type NetworkTexts, technologyName } from './technology-choice.tsx'
import styles from './coverage.module.css'

/** One tap instead of typing. */
const { towns: TOWNS } = OPERATOR.places

export type Summary = { sites: { technology: Technology; count: number }[]; asOf: string; isDemonstration: boolean }

export function NetworkSummary({ texts, language, summary }: { texts: NetworkTexts; language: Language; summary: Summary }) {
  return (
    <>
      <Card heading={texts.townsHeading}>
        <nav className={chips.chips} aria-label={texts.townsHeading}>
          {TOWNS.map(({ name }) => (
            <a key={name} className={chips.chip} href={`/openNetworks?q=${encodeURIComponent(name)}`}>
              {name}
            </a>
          ))}
        </nav>
      </Card>
      <Card heading={texts.networkHeading}>
        <ul className={styles.counts}>
          {summary.sites.map(({ technology, count }) => (
            <li key={technology}>
              <strong>{technologyName(texts, technology)}</strong>
              <span>{fillText(texts.siteCount, { count: formatNumber(count, language) })}</span>
            </li>
          ))}
        </ul>
        {summary.isDemonstration && <p className={styles.note}>{texts.demonstration}</p>}
      </Card>
    </>
  )
}
