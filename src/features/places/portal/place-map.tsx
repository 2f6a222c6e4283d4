import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { Button } from '#portal/ui/button.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import { untilLoaded } from '#portal/until-reached.ts'
import type { Coordinates } from '../coordinates.ts'
import type { MapDots, MapLocation, MapMarker, MapPin } from './map-contents.ts'
import { MapPoster } from './map-poster.tsx'
import type { OpenedMapProps } from './map/opened-map.tsx'
import type { MapTexts } from './place-texts.ts'
import { useOpenOnSight } from './use-open-on-sight.ts'
import styles from './place-map.module.css'

/** Leaflet, our layers, the built-in map and its names, compressed. */
const MAP_KILOBYTES = 62
/** React and the island, where nobody has woken it yet. */
const ISLAND_KILOBYTES = 68
const NOTHING: readonly MapPin[] = []

export type PlaceMapProps = {
  texts: MapTexts
  language: Language
  /** What the map shows, for screen readers. */
  label: string
  description?: string
  /** MAP-2: where the map looks. A change moves it; what the visitor does in between stays. */
  lat: number
  lng: number
  zoom: number
  /** MAP-2: for the tile server of the operator; the built-in map needs none. */
  apiKey?: string
  /** MAP-2: a search field above the map. */
  hasSearch?: boolean
  /** MAP-2: a pin that stays in the middle while the map moves below it. */
  hasCentrePin?: boolean
  /** MAP-2: called when the visitor moved the pin or searched a place. */
  onLocationChanged?: (location: MapLocation) => void
  pins?: readonly MapPin[]
  chosenPin?: string | null
  onChoosePin?: (id: string) => void
  dots?: MapDots | null
  marker?: MapMarker | null
  /** What the drawing shows that stands in the place of the map; the pins unless said otherwise. */
  posterSpots?: readonly Coordinates[]
  /** Opens the map as if it had been asked for here. */
  isWanted?: boolean
  /** What the data for the map weighs besides the map itself. */
  dataKilobytes?: number
  /** Called when the map is asked for: the moment to fetch what it shows. */
  onOpen?: () => void
}

/** The one map of the portal. Until it is asked for, a drawing holds its place and nothing is fetched. */
export function PlaceMap(props: PlaceMapProps) {
  const { texts, pins = NOTHING, isWanted = false } = props
  const stage = useRef<HTMLDivElement>(null)
  const { state, OpenedMap, open, fail } = useMapOnDemand(props.onOpen)
  useOpenOnSight(stage, open)
  useEffect(() => {
    if (isWanted) open()
  }, [isWanted, open])
  if (OpenedMap) return <OpenedMap {...props} onFailed={fail} />
  return (
    <div className={styles.map}>
      <div ref={stage} className={styles.stage}>
        <div className={styles.closed}>
          <MapPoster spots={props.posterSpots ?? pins} />
          <MapQuestion texts={texts} state={state} kilobytes={MAP_KILOBYTES + (props.dataKilobytes ?? 0)} onOpen={open} />
        </div>
      </div>
    </div>
  )
}

type ClosedState = 'closed' | 'loading' | 'failed'

/** Fetches the program of the map when somebody asks for it. */
function useMapOnDemand(onOpen: (() => void) | undefined) {
  const [state, setState] = useState<ClosedState>('closed')
  const [opened, setOpened] = useState<{ OpenedMap: ComponentType<OpenedMapProps> } | null>(null)
  const begin = useEffectEvent(() => onOpen?.())
  useEffect(() => {
    if (state !== 'loading') return undefined
    let isCurrent = true
    begin()
    untilLoaded(
      () => import('./map/opened-map.tsx'),
      () => !isCurrent,
    ).then(
      ({ OpenedMap }) => isCurrent && setOpened({ OpenedMap }),
      // A lost connection, or a new version of the portal whose files have other names: the page goes on without the map.
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [state])

  const open = useCallback(() => setState('loading'), [])
  const fail = useCallback(() => {
    setOpened(null)
    setState('failed')
  }, [])
  return { state, OpenedMap: opened?.OpenedMap ?? null, open, fail }
}

type MapQuestionProps = { texts: MapTexts; state: ClosedState; kilobytes: number; onOpen: () => void }

/** Without script there is no map to open, and the style hides the question. */
function MapQuestion({ texts, state, kilobytes, onOpen }: MapQuestionProps) {
  const isAwake = useHasScript()
  if (state === 'loading')
    return (
      <p className={styles.ask} role="status">
        {texts.mapLoading}
      </p>
    )
  return (
    <div className={styles.ask}>
      {state === 'failed' && <p role="alert">{texts.mapFailed}</p>}
      <Button type="button" look="quiet" data-held onClick={onOpen}>
        {texts.openMap}
      </Button>
      {state === 'closed' && <p>{fillText(texts.openMapHint, { kilobytes: isAwake ? kilobytes : kilobytes + ISLAND_KILOBYTES })}</p>}
    </div>
  )
}
