import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { Coordinates } from '../coordinates.ts'
import type { MapContents, MapDots, MapMarker, MapPin, MapView, PlaceTexts } from './map-contents.ts'
import { MapPoster } from './map-poster.tsx'
import { PlaceSearch } from './place-search.tsx'
import { usePinAddress, type MapLocation } from './use-pin-address.ts'
import { useOpenOnSight } from './use-open-on-sight.ts'
import { useOpenedMap } from './use-opened-map.ts'
import styles from './place-map.module.css'

/** Leaflet, our layers, the built-in map and its names, compressed. */
const MAP_KILOBYTES = 60
const NO_PINS: readonly MapPin[] = []
const LEAST_UNDETAILED_ZOOM = 11

export type PlaceMapProps = {
  texts: PlaceTexts
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
  const { texts, language, lat, lng, zoom, pins = NO_PINS, chosenPin = null, dots = null, marker = null, hasCentrePin = false } = props
  const stage = useRef<HTMLDivElement>(null)
  const [gesture, setGesture] = useState<'none' | 'resting' | 'active' | 'wheel'>('none')
  const [seenZoom, setSeenZoom] = useState(zoom)
  const contents = useMemo<MapContents>(
    () => ({ pins, chosenPin, dots, marker, hasRings: hasCentrePin }),
    [pins, chosenPin, dots, marker, hasCentrePin],
  )
  const pin = usePinAddress({ language, onLocationChanged: props.onLocationChanged })
  const events = {
    onMoved(view: MapView) {
      setSeenZoom(view.zoom)
      if (hasCentrePin) pin.moved(view)
    },
    onChoosePin: (id: string) => props.onChoosePin?.(id),
    onGesture: setGesture,
  }
  const view = { latitude: lat, longitude: lng, zoom }
  const { state, container, map, open, attribution } = useOpenedMap({ view, contents, events, language, texts, apiKey: props.apiKey })
  useOpenOnSight(stage, open)
  useEffect(() => {
    if (props.isWanted) open()
  }, [props.isWanted, open])
  useOnOpen(state === 'loading', props.onOpen)

  const isAskedFor = state === 'loading' || state === 'open'
  return (
    <div className={styles.map}>
      {props.hasSearch && (
        <PlaceSearch
          texts={texts}
          language={language}
          onFound={(location, found) => {
            map.current?.show(found)
            pin.found(location)
          }}
        />
      )}
      <div ref={stage} className={isAskedFor ? `${styles.stage} ${styles.opened}` : styles.stage}>
        {isAskedFor ? (
          <MapStage
            {...{ ...props, container, isLoading: state === 'loading', hasCentrePin, onZoom: (steps) => map.current?.zoomBy(steps) }}
          />
        ) : (
          <ClosedStage
            texts={texts}
            spots={props.posterSpots ?? pins}
            hasFailed={state === 'failed'}
            kilobytes={MAP_KILOBYTES + (props.dataKilobytes ?? 0)}
            onOpen={open}
          />
        )}
        {state === 'open' && <GestureHint texts={texts} gesture={gesture} />}
      </div>
      {hasCentrePin && state === 'open' && (
        <p className={styles.address} aria-live="polite">
          {pin.address ? fillText(texts.pinAddress, { address: pin.address }) : texts.movePin}
        </p>
      )}
      {state === 'open' && (
        <p className={styles.sources}>
          {!attribution && seenZoom >= LEAST_UNDETAILED_ZOOM && <>{texts.simplified} </>}
          {texts.mapSources}
          {attribution && ` · ${attribution}`}
        </p>
      )}
    </div>
  )
}

function useOnOpen(isOpening: boolean, onOpen: (() => void) | undefined): void {
  const tell = useEffectEvent(() => onOpen?.())
  useEffect(() => {
    if (isOpening) tell()
  }, [isOpening])
}

type StageProps = PlaceMapProps & {
  container: React.RefObject<HTMLDivElement | null>
  isLoading: boolean
  onZoom: (steps: 1 | -1) => void
}

function MapStage({ texts, label, description, container, isLoading, hasCentrePin, onZoom }: StageProps) {
  const helpId = useId()
  return (
    <>
      <div ref={container} className={styles.canvas} role="region" aria-label={label} aria-describedby={helpId} tabIndex={0} />
      <p id={helpId} hidden>
        {description} {hasCentrePin && texts.movePin} {texts.mapHelp}
      </p>
      {isLoading ? (
        <p className={styles.loading} role="status">
          {texts.mapLoading}
        </p>
      ) : (
        <div className={styles.zoom}>
          <button type="button" aria-label={texts.zoomIn} title={texts.zoomIn} onClick={() => onZoom(1)}>
            <Icon path="M12 6v12M6 12h12" />
          </button>
          <button type="button" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={() => onZoom(-1)}>
            <Icon path="M6 12h12" />
          </button>
        </div>
      )}
      {hasCentrePin && !isLoading && (
        <svg className={styles.centrePin} viewBox="0 0 36 48" aria-hidden="true">
          <path d="M18 2a15 15 0 0 1 15 15c0 11-15 29-15 29S3 28 3 17A15 15 0 0 1 18 2z" />
          <circle cx="18" cy="17" r="5.5" />
        </svg>
      )}
    </>
  )
}

type ClosedStageProps = {
  texts: PlaceTexts
  spots: readonly Coordinates[]
  hasFailed: boolean
  kilobytes: number
  onOpen: () => void
}

function ClosedStage({ texts, spots, hasFailed, kilobytes, onOpen }: ClosedStageProps) {
  const hasScript = useHasScript()
  return (
    <div className={styles.closed}>
      <MapPoster spots={spots} />
      {hasScript && (
        <div className={styles.ask}>
          {hasFailed && <p role="alert">{texts.mapFailed}</p>}
          <Button type="button" look="quiet" onClick={onOpen}>
            {hasFailed ? texts.mapTryAgain : texts.openMap}
          </Button>
          {!hasFailed && <p>{fillText(texts.openMapHint, { kilobytes })}</p>}
        </div>
      )}
    </div>
  )
}

function GestureHint({ texts, gesture }: { texts: PlaceTexts; gesture: 'none' | 'resting' | 'active' | 'wheel' }) {
  if (gesture === 'none') return null
  const words = { resting: texts.touchToMove, active: texts.touchToLeave, wheel: texts.wheelToZoom }[gesture]
  return (
    <p className={styles.gesture} aria-hidden="true">
      {words}
    </p>
  )
}
