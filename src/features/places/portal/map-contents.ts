import type { Language } from '#shared/language.ts'
import type { Coordinates } from '../coordinates.ts'
import type { MapData } from '../contract.ts'
import type { AllPlaceTexts } from './place-texts.ts'

/** MAP-2: the place that the visitor has chosen. */
export type MapLocation = { lat: number; lng: number; address: string }

export type MapView = Coordinates & { zoom: number }

/** A numbered pin in step with a list beside the map. */
export type MapPin = Coordinates & { id: string; number: number; name: string }

/** Thousands of points; `kinds` holds bits, and the mask says which of them are shown. */
export type MapDots = {
  latitudes: Float64Array
  longitudes: Float64Array
  kinds: Uint8Array
  mask: number
  /** Drawn as a marker of its own with a circle of this size. */
  circleMetres: number | null
}

/** The visitor's position, or a search result. */
export type MapMarker = Coordinates & { kind: 'you' | 'sought' }

export type MapTilesSetting = { kind: 'raster' | 'pmtiles'; url: string; attribution: string; apiKey: string }

/** The contents drawn over the map; a change of any part is drawn at once. */
export type MapContents = {
  pins: readonly MapPin[]
  chosenPin: string | null
  dots: MapDots | null
  marker: MapMarker | null
  /** Circles of known size around the centre of the map: a distance scale where there are no streets. */
  hasRings: boolean
}

export type MapEvents = {
  /** The map came to rest; `isByVisitor` is false when the page moved it. */
  onRest: (view: MapView, isByVisitor: boolean) => void
  onChoosePin: (id: string) => void
  /** Reports whether one finger moves the map or the page, for the hint to the visitor. */
  onGesture: (state: 'resting' | 'active' | 'wheel') => void
}

export type MapOptions = {
  container: HTMLElement
  view: MapView
  contents: MapContents
  events: MapEvents
  tiles: MapTilesSetting | null
  data: MapData
  language: Language
  texts: Pick<AllPlaceTexts, 'you' | 'sought'>
}

/** A map on the page, controlled by the code that opened it. */
export type OpenMap = {
  /** The maximum zoom, beyond which the map has no detail. */
  mostZoom: number
  /** False where the map shows towns only. */
  hasOutline: boolean
  show(view: MapView): void
  zoomBy(steps: 1 | -1): void
  update(contents: MapContents): void
  close(): void
}
