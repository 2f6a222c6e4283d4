import type { GeometryCollection, MultiLineString, Topology } from 'topojson-specification'

export type Coordinates = { latitude: number; longitude: number }

export type Rectangle = { south: number; west: number; north: number; east: number }

/** map/bounds.json of an operator's folder. */
export type MapBounds = {
  /** COV-1: the rectangle around the country to which every search is bounded. It holds foreign towns too: results are checked again. */
  search: Rectangle
  /** What the map may show and what calls accept: the country and the border towns of its neighbours. */
  limits: Rectangle
  /** MAP-1 */
  centre: Coordinates
  /** Where the names of the neighbours are written, by their ISO 3166 codes. */
  neighbours: readonly (Coordinates & { code: string })[]
}

/** A town in map/gazetteer.json, largest first. */
export type Town = Coordinates & { name: string; region: string; population: number; aliases?: readonly string[] }

/** map/basemap.json: drawn below everything else. */
export type Basemap = Topology<{
  regions: GeometryCollection<{ name: string }>
  lakes: GeometryCollection
  borders: MultiLineString
  rivers: MultiLineString
}>

/** map/poster.json: the country as one path, in pixels from its north-western corner. */
export type Poster = {
  width: number
  height: number
  north: number
  west: number
  squeeze: number
  pixelsPerDegree: number
  country: string
}

/** The country within a sentence: 'au Niger', 'du Niger', 'hors du Niger'. */
export type CountryWords = { in: string; of: string; outside: string }

/** places.json and map/ of an operator's folder. */
export type PlacesRecord = {
  /** The day that shops and sites describe. */
  asOf: string
  country: Readonly<Record<string, CountryWords>>
  /** Offered to choose from, the most asked for first. */
  towns: readonly { name: string; hasHomeBroadband: boolean }[]
  bounds: MapBounds
  gazetteer: readonly Town[]
  /** Null where the map shows towns only. */
  outline: { basemap: Basemap; poster: Poster } | null
  /** Where shops.csv and sites.csv are: docs/importing-places.md. */
  files: { shops: string; sites: string }
}
