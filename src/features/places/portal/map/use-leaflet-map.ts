import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { readCached, TEXT_SECONDS } from '#portal/browser/session-cache.ts'
import { type MapData, readMapData, readMapSettings } from '../../contract.ts'
import type { MapContents, MapEvents, MapTilesSetting, MapView, OpenMap } from '../map-contents.ts'
import type { AllPlaceTexts } from '../place-texts.ts'
import { openMap } from './leaflet-map.ts'

export type Gesture = 'none' | 'resting' | 'active' | 'wheel'

type Wanted = Omit<MapEvents, 'onGesture'> & {
  view: MapView
  contents: MapContents
  language: Language
  texts: AllPlaceTexts
  /** MAP-2: takes the place of the key in the settings. */
  apiKey: string | undefined
  onFailed: () => void
}

/** Opens the map, updates it with the page's contents, and removes it with the page. */
export function useLeafletMap(wanted: Wanted) {
  const [map, setMap] = useState<OpenMap | null>(null)
  const [attribution, setAttribution] = useState('')
  const [gesture, setGesture] = useState<Gesture>('none')
  const container = useRef<HTMLDivElement>(null)
  const latest = useLatest(wanted)

  const start = useEffectEvent(async (element: HTMLElement, isStillWanted: () => boolean): Promise<OpenMap | null> => {
    const [settings, data] = await Promise.all([fetchTiles(wanted.language), fetchMapData(wanted.language)])
    if (!isStillWanted()) return null
    const tiles = settings && wanted.apiKey !== undefined ? { ...settings, apiKey: wanted.apiKey } : settings
    // The map outlives this render: its events always call the latest handlers.
    const events: MapEvents = {
      onRest: (view, isByVisitor) => latest.current.onRest(view, isByVisitor),
      onChoosePin: (id) => latest.current.onChoosePin(id),
      onGesture: setGesture,
    }
    const { view, contents, language, texts } = latest.current
    const opened = openMap({ container: element, view, contents, events, tiles, data, language, texts })
    setAttribution(tiles?.attribution ?? '')
    setMap(opened)
    return opened
  })
  const fail = useEffectEvent(() => wanted.onFailed())

  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    let isWanted = true
    const opening = start(element, () => isWanted).catch(() => {
      if (isWanted) fail()
      return null
    })
    return () => {
      isWanted = false
      void opening.then((opened) => opened?.close())
    }
  }, [])

  // Also right after opening: the wanted contents may have changed while the map was loading.
  const { contents, view } = wanted
  const { latitude, longitude, zoom } = view
  useEffect(() => map?.update(contents), [map, contents])
  useEffect(() => map?.show({ latitude, longitude, zoom }), [map, latitude, longitude, zoom])
  return { container, map, gesture, attribution }
}

function useLatest<Value>(value: Value): React.RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

async function fetchMapData(language: Language): Promise<MapData> {
  const answer = await apiClient(language, { readMapData }).readMapData()
  if (answer?.status !== 'success') throw new Error('the map has no data')
  return answer.result
}

/** STATE-2: configuration, cached for an hour. */
async function fetchTiles(language: Language): Promise<MapTilesSetting | null> {
  const settings = await readCached(`map-settings${language}`, TEXT_SECONDS, async () => {
    const answer = await apiClient(language, { readMapSettings }).readMapSettings()
    return answer?.status === 'success' ? answer.result : undefined
  })
  return settings?.tiles ?? null
}
