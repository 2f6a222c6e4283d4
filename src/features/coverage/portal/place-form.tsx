import { PositionButton } from '#features/places/portal/position-button.tsx'
import type { AllPlaceTexts } from '#features/places/portal/place-texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import type { Technology } from '../rules.ts'
import { TechnologyChoice, type NetworkTexts } from './technology-choice.tsx'
import { COVERAGE_PATH } from './verdict-place.ts'
import styles from './coverage.module.css'

type PlaceFormProps = {
  texts: NetworkTexts
  placeTexts: AllPlaceTexts
  offered: readonly Technology[]
  technology: Technology | null
  typed: string
  /** The place of the result; null without a result. */
  found: string | null
}

/** Place and network. With a result, the form folds to one line. */
export function PlaceForm({ texts, placeTexts, offered, technology, typed, found }: PlaceFormProps) {
  const networks = <TechnologyChoice texts={texts} offered={offered} chosen={technology} />
  const field = (
    <Field
      label={texts.search}
      name="q"
      // The hint explains what can be searched; after a result it is not needed.
      hint={found === null ? texts.searchHint : undefined}
      input={{ type: 'search', defaultValue: typed, maxLength: 160, autoComplete: 'off', enterKeyHint: 'search' }}
    />
  )
  const position = <PositionButton or={texts.or} label={texts.useCurrentLocation} texts={placeTexts} />
  const check = <Button isWide>{texts.check}</Button>
  if (found === null)
    return (
      <>
        <form method="get" action={COVERAGE_PATH} role="search" className={styles.search} noValidate>
          {field}
          {networks}
          {check}
        </form>
        {position}
      </>
    )
  return (
    <form method="get" action={COVERAGE_PATH} role="search" noValidate>
      <details className={styles.differs}>
        <summary>
          <strong data-place>{found}</strong>
          <span>{texts.changePlace}</span>
        </summary>
        {field}
        {check}
        {position}
      </details>
      {networks}
    </form>
  )
}
