import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import { type Coordinates, MAP_ZOOM } from '#features/places/coordinates.ts'
import { MAP_CENTRE } from '#features/places/operator-map.ts'
import { MapPoster } from '#features/places/portal/map-poster.tsx'
import { type AllPlaceTexts, MAP_TEXTS } from '#features/places/portal/place-texts.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import type { Technology } from '../rules.ts'
import type { Summary } from './network-summary.tsx'
import SiteMap from './site-map.island.tsx'
import { type NetworkTexts, technologyName } from './technology-choice.tsx'

type MapCardProps = {
  texts: NetworkTexts
  placeTexts: AllPlaceTexts
  language: Language
  technology: Technology | null
  summary: Summary
  /** Null without a search: the map then shows the capital. */
  place: Coordinates | null
}

/** Compressed size of a thousand sites. */
const KILOBYTES_PER_THOUSAND_SITES = 3.5

/** COV-1: the map, with everything it shows also as text. */
export function MapCard({ texts, placeTexts, language, technology, summary, place }: MapCardProps) {
  const { latitude, longitude } = place ?? MAP_CENTRE
  const allSites = Math.max(0, ...summary.sites.map(({ count }) => count))
  return (
    <Card heading={texts.mapHeading}>
      <SiteMap
        texts={pickTexts(placeTexts, MAP_TEXTS)}
        words={pickTexts(texts, ['mapLabel', 'mapDescription', 'circles'])}
        networks={summary.sites.map((site) => [
          site.technology,
          technologyName(texts, site.technology),
          formatNumber(site.count, language),
        ])}
        first={technology}
        place={{ latitude, longitude }}
        zoom={place ? MAP_ZOOM.afterSearch : MAP_ZOOM.atStart}
        dataKilobytes={Math.ceil((allSites / 1000) * KILOBYTES_PER_THOUSAND_SITES)}
      >
        <MapPoster spots={place ? [place] : []} />
      </SiteMap>
    </Card>
  )
}
