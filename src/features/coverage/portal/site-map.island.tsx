import { useMemo, useSyncExternalStore } from 'react'
import { island } from '#island'
import { fillText } from '#shared/fill-text.ts'
import type { Coordinates } from '#features/places/coordinates.ts'
import { PlaceMap } from '#features/places/portal/place-map.tsx'
import type { MapTexts } from '#features/places/portal/place-texts.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { FIVE_G_RADIUS_METRES, TECHNOLOGY_BIT, type Technology } from '../rules.ts'
import { checkedTechnology } from './checked-technology.ts'
import { useSites } from './use-sites.ts'
import { showVerdictAt } from './verdict-place.ts'
import styles from './coverage.module.css'

type SiteMapProps = {
  texts: MapTexts
  words: { mapLabel: string; mapDescription: string; circles: string }
  /** COV-1: those that the data holds, each with its name and how many sites it has. */
  networks: [technology: Technology, name: string, count: string][]
  first: Technology | null
  place: Coordinates
  zoom: number
  dataKilobytes: number
}

/** COV-1: the sites of one technology as dots; 5G with its own marker and its circle. The answer above follows the pin. */
function SiteMap({ texts, words, networks, first, place, zoom, dataKilobytes }: SiteMapProps) {
  const language = useLanguage()
  // The form holds the choice: the map reads what is checked there.
  const technology = useSyncExternalStore(
    onChoice,
    () => checkedTechnology() ?? first,
    () => first,
  )
  const { sites, fetchSites } = useSites(language)
  const dots = useMemo(
    () =>
      sites && technology
        ? { ...sites, mask: TECHNOLOGY_BIT[technology], circleMetres: technology === '5G' ? FIVE_G_RADIUS_METRES : null }
        : null,
    [sites, technology],
  )
  const [, name = '', count = ''] = networks.find((network) => network[0] === technology) ?? []
  return (
    <>
      <PlaceMap
        texts={texts}
        language={language}
        label={fillText(words.mapLabel, { technology: name })}
        description={fillText(words.mapDescription, { count })}
        lat={place.latitude}
        lng={place.longitude}
        zoom={zoom}
        hasCentrePin
        onLocationChanged={({ lat, lng }) => showVerdictAt({ latitude: lat, longitude: lng }, technology)}
        dots={dots}
        dataKilobytes={dataKilobytes}
        onOpen={fetchSites}
      />
      {technology === '5G' && <p className={styles.note}>{words.circles}</p>}
    </>
  )
}

function onChoice(tell: () => void): () => void {
  document.addEventListener('change', tell)
  return () => document.removeEventListener('change', tell)
}

export default island('site-map', SiteMap)
