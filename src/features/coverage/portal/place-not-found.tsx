import { fillText } from '#shared/fill-text.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import type { Technology } from '../rules.ts'
import type { NetworkTexts } from './technology-choice.tsx'
import { COVERAGE_PATH } from './verdict-place.ts'
import styles from './coverage.module.css'

export function PlaceNotFound({ texts, typed }: { texts: NetworkTexts; typed: string }) {
  return (
    <Notification kind="warn" title={fillText(texts.noPlace, { place: typed })}>
      {texts.noPlaceHelp}
    </Notification>
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
