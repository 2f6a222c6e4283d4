import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { API_PREFIX } from '#shared/endpoint.ts'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/api-client.ts'
import type { readMapSettings } from '../contract.ts'
import type { MapContents, MapEvents, MapTilesSetting, MapView, OpenedMap, PlaceTexts } from './map-contents.ts'

type OpenState = 'closed' | 'loading' | 'open' | 'failed'

type Wanted = {
  view: MapView
  contents: MapContents
  events: MapEvents
  language: Language
  texts: PlaceTexts
  /** MAP-2: takes the place of the key in the settings. */
  apiKey: string | undefined
}

/** Fetches the map when asked to, keeps it in step with what the page wants to show, and takes it away with the page. */
export function useOpenedMap(wanted: Wanted) {
  const [state, setState] = useState<OpenState>('closed')
  const [attribution, setAttribution] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<OpenedMap | null>(null)
  const events = useLatestEvents(wanted.events)
  const { view, contents } = wanted
  const { latitude, longitude, zoom } = view

  const start = useEffectEvent(async (isStillWanted: () => boolean) => {
    try {
      const [{ openMap }, settings] = await Promise.all([import('./map/leaflet-map.ts'), fetchTiles(wanted.language)])
      if (!container.current || !isStillWanted()) return
      const tiles = settings && wanted.apiKey !== undefined ? { ...settings, apiKey: wanted.apiKey } : settings
      const opened = await openMap({ ...wanted, events, container: container.current, tiles })
      if (!isStillWanted()) return opened.close()
      map.current = opened
      setAttribution(tiles?.attribution ?? '')
      setState('open')
    } catch {
      // A lost connection, or a new version of the portal whose files have other names: the page goes on without the map.
      if (isStillWanted()) setState('failed')
    }
  })

  const isAskedFor = state === 'loading' || state === 'open'
  useEffect(() => {
    if (!isAskedFor) return undefined
    let isWanted = true
    void start(() => isWanted)
    return () => {
      isWanted = false
      map.current?.close()
      map.current = null
    }
  }, [isAskedFor])

  // Also when it has just opened: what the page wants may have changed while the map was on its way.
  useEffect(() => map.current?.update(contents), [contents, state])
  useEffect(() => map.current?.show({ latitude, longitude, zoom }), [latitude, longitude, zoom, state])

  const open = useCallback(() => setState((now) => (now === 'open' ? now : 'loading')), [])
  return { state, container, map, open, attribution }
}

/** The map lives longer than one rendering of the page: it always speaks to the newest. */
function useLatestEvents(events: MapEvents): MapEvents {
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  }, [events])
  const [stable] = useState<MapEvents>(() => ({
    onMoved: (view) => latest.current.onMoved(view),
    onChoosePin: (id) => latest.current.onChoosePin(id),
    onGesture: (state) => latest.current.onGesture(state),
  }))
  return stable
}

async function fetchTiles(language: Language): Promise<MapTilesSetting | null> {
  const answer = await apiClient(language).call<typeof readMapSettings>('GET', `${API_PREFIX}/cms/maps/settings`, undefined)
  return answer?.status === 'success' ? answer.result.tiles : null
}
