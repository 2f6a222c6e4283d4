import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { untilLoaded } from '#portal/network/until-reached.ts'
import type { OpenedMapProps, PlaceMapProps } from './map-props.ts'
import type { MapTexts } from './place-texts.ts'
import { useOpenOnSight } from './use-open-on-sight.ts'
import styles from './place-map.module.css'

/** Leaflet, our layers, a built-in map and its names, compressed. */
const MAP_KILOBYTES = 66
/** React and the island, where the page has not loaded them yet. */
const ISLAND_KILOBYTES = 68

/** The one map of the portal. Until it is opened, its island's child, a `MapPoster`, is shown in its place and nothing is fetched. */
export function PlaceMap(props: PlaceMapProps) {
  const { texts, isWanted = false } = props
  const stage = useRef<HTMLDivElement>(null)
  const { state, OpenedMap, open, fail } = useMapOnDemand(props.onOpen)
  useOpenOnSight(stage, open)
  useEffect(() => {
    if (isWanted) open()
  }, [isWanted, open])
  return (
    <>
      {OpenedMap && <OpenedMap {...props} onFailed={fail} />}
      <div className={styles.map} hidden={OpenedMap !== null}>
        <div ref={stage} className={styles.stage}>
          <div className={styles.closed}>
            <ServerSlot />
            <MapQuestion texts={texts} state={state} kilobytes={MAP_KILOBYTES + (props.dataKilobytes ?? 0)} onOpen={open} />
          </div>
        </div>
      </div>
    </>
  )
}

type ClosedState = 'closed' | 'loading' | 'failed'

/** Loads the map code when the visitor opens the map. */
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
      // A lost connection, or a new version of the portal with other file names: the page works without the map.
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
