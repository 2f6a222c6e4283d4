import { PositionButton } from '#features/places/portal/position-button.tsx'
import type { AllPlaceTexts } from '#features/places/portal/place-texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { FoldedForm } from '#portal/ui/frame/folded-form.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import type { Technology } from '../rules.ts'
import { TechnologyChoice, type NetworkTexts } from './technology-choice.tsx'
import { COVERAGE_PATH } from './verdict-place.ts'
import styles from './coverage.module.css'

/** The networks of a result stand beside their answers and go with this form. */
export const PLACE_FORM = 'place'

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
      <Card>
        <form method="get" action={COVERAGE_PATH} role="search" className={styles.search} noValidate>
          {field}
          <TechnologyChoice texts={texts} offered={offered} chosen={technology} />
          {check}
        </form>
        {position}
      </Card>
    )
  return (
    <FoldedForm title={<span data-place>{found}</span>} change={texts.changePlace}>
      <form id={PLACE_FORM} method="get" action={COVERAGE_PATH} role="search" noValidate>
        {field}
        {check}
        {position}
      </form>
    </FoldedForm>
  )
}
