import { useId, useMemo, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { Icon } from '#portal/ui/signs/icon.tsx'
import type { MapContents, MapPin, MapView } from '../map-contents.ts'
import type { OpenedMapProps } from '../map-props.ts'
import type { AllPlaceTexts } from '../place-texts.ts'
import frame from '../place-map.module.css'
import { PlaceSearch } from './place-search.tsx'
import { useLeafletMap, type Gesture } from './use-leaflet-map.ts'
import { useMapTexts } from './use-map-texts.ts'
import { usePinAddress } from './use-pin-address.ts'
import styles from './opened-map.module.css'

const NO_PINS: readonly MapPin[] = []
/** From this zoom on the built-in map has no detail of the town. */
const MIN_UNDETAILED_ZOOM = 11

/** The opened map. Everything in this folder is one file that is loaded on demand. */
export function OpenedMap(props: OpenedMapProps) {
  const texts = useMapTexts(props.language, props.onFailed)
  return texts ? (
    <MapWithTexts {...props} allTexts={texts} />
  ) : (
    <div className={frame.map}>
      <p className={`${frame.stage} ${styles.opened} ${styles.loading}`} role="status">
        {props.texts.mapLoading}
      </p>
    </div>
  )
}

function MapWithTexts(props: OpenedMapProps & { allTexts: AllPlaceTexts }) {
  const { allTexts: texts, language, lat, lng, zoom, pins = NO_PINS, chosenPin = null, dots = null, marker = null } = props
  const { hasCentrePin = false, hasSearch = false } = props
  const [seenZoom, setSeenZoom] = useState(zoom)
  const pin = usePinAddress({ language, onLocationChanged: props.onLocationChanged })
  const contents = useMemo<MapContents>(
    () => ({ pins, chosenPin, dots, marker, hasRings: hasCentrePin }),
    [pins, chosenPin, dots, marker, hasCentrePin],
  )
  const { container, map, gesture, attribution } = useLeafletMap({
    language,
    texts,
    contents,
    apiKey: props.apiKey,
    onFailed: props.onFailed,
    view: { latitude: lat, longitude: lng, zoom },
    onChoosePin: (id) => props.onChoosePin?.(id),
    onRest(view: MapView, isByVisitor: boolean) {
      setSeenZoom(view.zoom)
      if (hasCentrePin && isByVisitor) pin.moved(view)
    },
  })
  const hasOutline = map?.hasOutline ?? true
  const isDeepest = map !== null && seenZoom >= map.mostZoom
  return (
    <div className={frame.map}>
      {hasSearch && (
        <PlaceSearch
          texts={texts}
          language={language}
          onFound={(location, view) => {
            map?.show(view)
            pin.found(location)
          }}
        />
      )}
      <div className={`${frame.stage} ${styles.opened}`}>
        <MapSurface {...{ texts, container, hasCentrePin }} label={props.label} description={props.description} />
        <div className={styles.controls}>
          {map && <MapControls texts={texts} gesture={gesture} isDeepest={isDeepest} onZoom={(steps) => map.zoomBy(steps)} />}
        </div>
      </div>
      {hasCentrePin && (
        <p className={styles.address} aria-live="polite">
          {pin.address ? fillText(texts.pinAddress, { address: pin.address }) : texts.movePin}
        </p>
      )}
      <p className={styles.sources}>
        {hasOutline && !attribution && seenZoom >= MIN_UNDETAILED_ZOOM && <>{texts.simplified} </>}
        <span role="status">{isDeepest && !attribution && `${texts.deepest} `}</span>
        {[hasOutline && texts.mapSources, attribution].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

type MapSurfaceProps = {
  texts: AllPlaceTexts
  container: React.RefObject<HTMLDivElement | null>
  hasCentrePin: boolean
  label: string
  description: string | undefined
}

function MapSurface({ texts, container, hasCentrePin, label, description }: MapSurfaceProps) {
  const helpId = useId()
  return (
    <>
      <div className={styles.view}>
        <div ref={container} className={styles.surface} role="region" aria-label={label} aria-describedby={helpId} />
        {hasCentrePin && (
          <svg className={styles.centrePin} viewBox="0 0 36 48" aria-hidden="true">
            <path d="M18 2a15 15 0 0 1 15 15c0 11-15 29-15 29S3 28 3 17A15 15 0 0 1 18 2z" />
            <circle cx="18" cy="17" r="5.5" />
          </svg>
        )}
      </div>
      <p id={helpId} hidden>
        {[description, hasCentrePin && texts.movePin, texts.mapHelp].filter(Boolean).join(' ')}
      </p>
    </>
  )
}

type MapControlsProps = { texts: AllPlaceTexts; gesture: Gesture; isDeepest: boolean; onZoom: (steps: 1 | -1) => void }

/** Below the map, so that they cover no pin; their space is reserved from the start, because the map is drawn for the space left. */
function MapControls({ texts, gesture, isDeepest, onZoom }: MapControlsProps) {
  const hint = { none: '', resting: texts.touchToMove, active: texts.touchToLeave, wheel: texts.wheelToZoom }[gesture]
  return (
    <>
      <p className={styles.gesture} aria-hidden="true">
        {hint}
      </p>
      <div className={styles.zoom}>
        <button type="button" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={() => onZoom(-1)}>
          <Icon path="M6 12h12" />
        </button>
        <button
          type="button"
          aria-label={texts.zoomIn}
          title={isDeepest ? texts.deepest : texts.zoomIn}
          aria-disabled={isDeepest || undefined}
          onClick={() => onZoom(1)}
        >
          <Icon path="M12 6v12M6 12h12" />
        </button>
      </div>
    </>
  )
}
