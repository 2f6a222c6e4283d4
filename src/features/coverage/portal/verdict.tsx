import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { formatKilometres } from '#features/places/distance.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import type { CoverageAt } from '../contract.ts'
import { TECHNOLOGIES, type CoverageLevel, type Technology } from '../rules.ts'
import { OtherPlaces } from './place-not-found.tsx'
import { type NetworkTexts, technologyName } from './technology-choice.tsx'
import styles from './coverage.module.css'

type VerdictProps = {
  texts: NetworkTexts
  language: Language
  technology: Technology
  /** COV-1: the other technologies that can be chosen. */
  offered: readonly Technology[]
  place: FoundPlace & { others: FoundPlace[] }
  coverage: CoverageAt
  /** The day of the data, in words. */
  asOf: string
}

const SIGN_OF_LEVEL = { good: SIGNS.good, edge: SIGNS.warn, none: SIGNS.cross } as const satisfies Record<CoverageLevel, string>

/** 'Is there 4G where I live?' answered as text, without a map. */
export function Verdict({ texts, language, technology, offered, place, coverage, asOf }: VerdictProps) {
  return (
    <Card>
      <div role="status">
        <p className={styles.place}>{place.address}</p>
        <div data-answer>
          <Answer {...{ texts, technology, coverage }} isFocused />
        </div>
      </div>
      {offered.map((other) => (
        <template key={other} data-technology={other}>
          <Answer {...{ texts, coverage }} technology={other} />
        </template>
      ))}
      <CoverageTable {...{ texts, language, technology, coverage }} />
      {place.precision === 'town' && <p className={styles.note}>{texts.townOnly}</p>}
      <OtherPlaces texts={texts} places={place.others} technology={technology} />
      <p className={styles.note}>
        {fillText(texts.predicted, { date: asOf })} {coverage.isDemonstration && texts.demonstration}
      </p>
      <details className={styles.differs}>
        <summary>
          {texts.phoneDiffers}
          <Icon path="M6 9l6 6 6-6" />
        </summary>
        <p>
          {texts.phoneDiffersHelp} <a href="/give_your_feedback">{texts.phoneDiffersFeedback}</a> {'· '}
          <a href={`tel:${OPERATOR.brand.care}`}>{fillText(texts.phoneDiffersCall, { number: OPERATOR.brand.care })}</a>
        </p>
      </details>
    </Card>
  )
}

type AnswerProps = Pick<VerdictProps, 'texts' | 'technology' | 'coverage'> & { isFocused?: boolean }

/** The first word is yes or no; screen readers start at it. */
function Answer({ texts, technology, coverage, isFocused }: AnswerProps) {
  const level = coverage.technologies.find((row) => row.technology === technology)?.level ?? 'none'
  return (
    <>
      <h2 className={`${styles.answer} ${styles[level]}`} {...(isFocused && { tabIndex: -1, autoFocus: true })}>
        <span className={styles.sign}>
          <Icon path={SIGN_OF_LEVEL[level]} />
        </span>
        {fillText(texts[`answer_${level}`], { technology: technologyName(texts, technology) })}
      </h2>
      <p className={styles.explanation}>{explanation(texts, technology, coverage)}</p>
    </>
  )
}

/** What the visitor can expect; without the chosen network, the best of the others. */
function explanation(texts: NetworkTexts, technology: Technology, { technologies }: CoverageAt): string {
  const asked = technologies.find((row) => row.technology === technology)
  if (asked && asked.level !== 'none') return texts[`explain_${asked.level}`]
  const others = TECHNOLOGIES.filter((other) => technologies.some((row) => row.technology === other && row.level !== 'none'))
  const best = others[others.length - 1]
  return best ? fillText(texts.explain_noneBut, { technology: technologyName(texts, best) }) : texts.explain_nothing
}

function CoverageTable({ texts, language, technology, coverage }: Omit<VerdictProps, 'place' | 'asOf' | 'offered'>) {
  return (
    <table className={styles.table}>
      <caption>{texts.tableCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.columnNetwork}</th>
          <th scope="col">{texts.columnCoverage}</th>
          <th scope="col">{texts.columnDistance}</th>
        </tr>
      </thead>
      <tbody>
        {coverage.technologies.map((row) => (
          <tr key={row.technology} data-technology={row.technology} data-asked={row.technology === technology ? '' : undefined}>
            <th scope="row">{technologyName(texts, row.technology)}</th>
            <td>
              <span className={`${styles.level} ${styles[row.level]}`}>
                <Icon path={SIGN_OF_LEVEL[row.level]} />
                {texts[`level_${row.level}`]}
              </span>
            </td>
            <td>{formatKilometres(row.kilometresToSite, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
