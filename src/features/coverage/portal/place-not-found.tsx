import { fillText } from '#shared/fill-text.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { Drawing } from '#portal/ui/signs/drawing.tsx'
import { MAST } from '#portal/ui/signs/drawings.ts'
import type { Technology } from '../rules.ts'
import type { NetworkTexts } from './technology-choice.tsx'
import { COVERAGE_PATH } from './verdict-place.ts'
import styles from './coverage.module.css'

/** Above the form, where the visitor looks after the search; the focus says it too. */
export function PlaceNotFound({ texts, typed }: { texts: NetworkTexts; typed: string }) {
  return (
    <Card isCentred>
      <div role="status">
        <Drawing shapes={MAST} />
        <h2 tabIndex={-1} autoFocus>
          {fillText(texts.noPlace, { place: typed })}
        </h2>
        <p>{texts.noPlaceHelp}</p>
      </div>
    </Card>
  )
}

type OtherPlacesProps = { texts: NetworkTexts; places: readonly FoundPlace[]; technology: Technology }

/** What else the words may have meant, for the same network. */
export function OtherPlaces({ texts, places, technology }: OtherPlacesProps) {
  if (places.length === 0) return null
  return (
    <p className={styles.others}>
      {texts.didYouMean}
      {places.map(({ address }) => (
        <a key={address} data-other href={`${COVERAGE_PATH}?${new URLSearchParams({ q: address, tech: technology }).toString()}`}>
          {address}
        </a>
      ))}
    </p>
  )
}
