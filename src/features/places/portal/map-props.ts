import type { Language } from '#shared/language.ts'
import type { MapDots, MapLocation, MapMarker, MapPin } from './map-contents.ts'
import type { MapTexts } from './place-texts.ts'

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
  /** Opens the map without a press. */
  isWanted?: boolean
  /** The size of the map's data in addition to the map itself. */
  dataKilobytes?: number
  /** Called when the map is opened: the moment to fetch its data. */
  onOpen?: () => void
}

/** The opened map. */
export type OpenedMapProps = PlaceMapProps & { onFailed: () => void }
