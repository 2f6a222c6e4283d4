import { fillText } from '#shared/fill-text.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { Notification } from '#portal/ui/notification.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import type { Technology } from '../rules.ts'
import type { NetworkTexts } from './technology-choice.tsx'
import styles from './coverage.module.css'

export function PlaceNotFound({ texts, typed }: { texts: NetworkTexts; typed: string }) {
  return (
    <Notification kind="warn" title={fillText(texts.noPlace, { place: typed })}>
      {texts.noPlaceHelp}
    </Notification>
  )
}

type OtherPlacesProps = { texts: NetworkTexts; places: readonly FoundPlace[]; technology: Technology }

/** What else the words may have meant. */
export function OtherPlaces({ texts, places, technology }: OtherPlacesProps) {
  if (places.length === 0) return null
  return (
    <p className={styles.others}>
      {texts.didYouMean}
      {places.map(({ address }) => (
        <PlaceLink key={address} href={`/openNetworks?${new URLSearchParams({ q: address, tech: technology }).toString()}`}>
          {address}
        </PlaceLink>
      ))}
    </p>
  )
}
