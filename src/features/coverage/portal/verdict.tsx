import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import { formatKilometres } from '#features/places/distance.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import type { CoverageAt } from '../contract.ts'
import { TECHNOLOGIES, type Technology } from '../rules.ts'
import { NetworkTiles, type NetworkTilesProps } from './network-tiles.tsx'
import { OtherPlaces } from './place-not-found.tsx'
import { type NetworkTexts, technologyName } from './technology-choice.tsx'
import { VerdictDrawing } from './verdict-drawing.tsx'
import styles from './coverage.module.css'

type VerdictProps = NetworkTilesProps & {
  place: FoundPlace & { others: FoundPlace[] }
  /** The day of the data, in words. */
  asOf: string
}

/** 'Is there 4G where I live?' answered as text, without a map. */
export function Verdict({ texts, language, technology, offered, place, coverage, asOf }: VerdictProps) {
  return (
    <section className={styles.verdict}>
      <div role="status">
        <Spoken>{place.address}</Spoken>
        <div data-answer>
          <Answer {...{ texts, language, technology, coverage }} isFocused />
        </div>
      </div>
      {offered.map((other) => (
        <template key={other} data-technology={other}>
          <Answer {...{ texts, language, coverage }} technology={other} />
        </template>
      ))}
      <NetworkTiles {...{ texts, language, technology, offered, coverage }} />
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
    </section>
  )
}

type AnswerProps = Pick<VerdictProps, 'texts' | 'language' | 'technology' | 'coverage'> & { isFocused?: boolean }

/** The first word is yes or no, in the colour of the answer; screen readers start at it. */
function Answer({ texts, language, technology, coverage, isFocused }: AnswerProps) {
  const row = coverage.technologies.find((each) => each.technology === technology)
  const level = row?.level ?? 'none'
  const [first, ...rest] = fillText(texts[`answer_${level}`], { technology: technologyName(texts, technology) }).split(' ')
  return (
    <>
      <h2 className={styles.answer} data-level={level} {...(isFocused && { tabIndex: -1, autoFocus: true })}>
        <span className={styles[level]}>{first}</span> {rest.join(' ')}
      </h2>
      <p className={styles.explanation}>{explanation(texts, technology, coverage)}</p>
      {row && <VerdictDrawing level={level} distance={formatKilometres(row.kilometresToSite, language)} />}
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
