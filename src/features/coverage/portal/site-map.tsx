import { useMemo } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatFigure } from '#shared/figure.ts'
import type { Language } from '#shared/language.ts'
import { type Coordinates, MAP_ZOOM } from '#features/places/coordinates.ts'
import type { PlaceTexts } from '#features/places/portal/place-texts.ts'
import { PlaceMap } from '#features/places/portal/place-map.tsx'
import { Card } from '#portal/ui/card.tsx'
import { FIVE_G_RADIUS_METRES, TECHNOLOGY_BIT, type Technology } from '../rules.ts'
import type { Summary } from './network-summary.tsx'
import { type NetworkTexts, technologyName } from './technology-choice.tsx'
import { useSites } from './use-sites.ts'
import styles from './coverage.module.css'

type SiteMapProps = {
  texts: NetworkTexts
  placeTexts: PlaceTexts
  language: Language
  technology: Technology | null
  summary: Summary
  place: Coordinates
  /** False while nothing was asked: the map then looks at the capital. */
  isPlaceKnown: boolean
  onMoved: (place: Coordinates) => void
}

/** What the sites weigh once compressed, per thousand. */
const KILOBYTES_PER_THOUSAND_SITES = 3.5

/** COV-1: the sites of one technology as dots; 5G with its own marker and its circle. The answer above follows the pin. */
export function SiteMap({ texts, placeTexts, language, technology, summary, place, isPlaceKnown, onMoved }: SiteMapProps) {
  const { sites, fetchSites } = useSites(language)
  const dots = useMemo(
    () =>
      sites && technology
        ? { ...sites, mask: TECHNOLOGY_BIT[technology], circleMetres: technology === '5G' ? FIVE_G_RADIUS_METRES : null }
        : null,
    [sites, technology],
  )
  const count = summary.sites.find((row) => row.technology === technology)?.count ?? 0
  const allSites = Math.max(0, ...summary.sites.map((row) => row.count))
  return (
    <Card heading={texts.mapHeading}>
      <PlaceMap
        texts={placeTexts}
        language={language}
        label={fillText(texts.mapLabel, { technology: technology ? technologyName(texts, technology) : '' })}
        description={fillText(texts.mapDescription, { count: formatFigure(count, language) })}
        lat={place.latitude}
        lng={place.longitude}
        zoom={isPlaceKnown ? MAP_ZOOM.afterSearch : MAP_ZOOM.atStart}
        hasCentrePin
        posterSpots={isPlaceKnown ? [place] : []}
        onLocationChanged={({ lat, lng }) => onMoved({ latitude: lat, longitude: lng })}
        dots={dots}
        dataKilobytes={Math.ceil((allSites / 1000) * KILOBYTES_PER_THOUSAND_SITES)}
        onOpen={fetchSites}
      />
      {technology === '5G' && <p className={styles.note}>{texts.circles}</p>}
    </Card>
  )
}
