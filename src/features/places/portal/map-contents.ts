import type { Language } from '#shared/language.ts'
import type { Coordinates } from '../coordinates.ts'
import type { AllPlaceTexts } from './place-texts.ts'

/** MAP-2: what the map tells when the visitor has chosen a place. */
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

/** Where somebody is, or what somebody searched. */
export type MapMarker = Coordinates & { kind: 'you' | 'sought' }

export type MapTilesSetting = { kind: 'raster' | 'pmtiles'; url: string; attribution: string; apiKey: string }

/** What the map shows besides itself; a change of any part is drawn at once. */
export type MapContents = {
  pins: readonly MapPin[]
  chosenPin: string | null
  dots: MapDots | null
  marker: MapMarker | null
  /** Circles of known size around the middle of the map: they give a feeling for distance where there are no streets. */
  hasRings: boolean
}

export type MapEvents = {
  /** The map came to rest; `isByVisitor` is false when the page moved it. */
  onRest: (view: MapView, isByVisitor: boolean) => void
  onChoosePin: (id: string) => void
  /** Says whether one finger moves the map or the page, so that the visitor can be told. */
  onGesture: (state: 'resting' | 'active' | 'wheel') => void
}

export type MapOptions = {
  container: HTMLElement
  view: MapView
  contents: MapContents
  events: MapEvents
  tiles: MapTilesSetting | null
  language: Language
  texts: Pick<AllPlaceTexts, 'you' | 'sought'>
  /** False when the page went away while the map was on its way. */
  isStillWanted: () => boolean
}

/** A map on the page, driven by whoever opened it. */
export type OpenMap = {
  /** Where nothing more is known, the map comes no closer. */
  mostZoom: number
  show(view: MapView): void
  zoomBy(steps: 1 | -1): void
  update(contents: MapContents): void
  close(): void
}
