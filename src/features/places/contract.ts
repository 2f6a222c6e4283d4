import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { COORDINATE_PATTERN } from './coordinates.ts'
import { closed } from '#shared/closed.ts'
import type { Basemap } from '#shared/place-record.ts'

export const MAX_ADDRESS = 160

/** The precision of a found place: a house or street, a quarter or village, or only the town. */
export const Precision = Type.Enum(['address', 'locality', 'town'])
export type Precision = Static<typeof Precision>

export const FoundPlace = Type.Object({
  address: Type.String({ description: 'The place in words: a quarter and its town' }),
  latitude: Type.Number(),
  longitude: Type.Number(),
  precision: Precision,
  region: Type.Union([Type.String(), Type.Null()]),
})
export type FoundPlace = Static<typeof FoundPlace>

/** API-6: the geocoding GET by address. Only places inside the country are answered. */
export const geocodeAddress = defineCall({
  route: 'GET cms/maps/geocode',
  isRepeatable: true,
  caching: { seconds: 300, vary: 'lang' },
  access: 'anyone',
  summary: 'Places in the country that an address, a quarter, a town or a postal code may mean, best first',
  tags: ['maps'],
  input: closed({ address: Type.String({ minLength: 1, maxLength: MAX_ADDRESS }) }),
  reply: Type.Object({ places: Type.Array(FoundPlace) }),
})

/** A coordinate in a query is text: the pattern refuses NaN and 1e308, the handler points outside the country. */
export const CoordinateText = Type.String({ pattern: COORDINATE_PATTERN })

/** MAP-2: the address that belongs to a point of the map. */
export const describePoint = defineCall({
  route: 'GET cms/maps/reverse-geocode',
  isRepeatable: true,
  caching: { seconds: 300, vary: 'lang' },
  access: 'anyone',
  summary: 'A point in words: the nearest quarter or town, distance, direction and region',
  tags: ['maps'],
  input: closed({ latitude: CoordinateText, longitude: CoordinateText }),
  reply: FoundPlace,
})

const Degrees = Type.Number()

/** MAP-1: what the built-in map draws. */
export const readMapData = defineCall({
  route: 'GET cms/maps/data',
  isRepeatable: true,
  caching: { seconds: 300, vary: 'lang' },
  access: 'anyone',
  summary: 'The built-in map: its limits, the towns, the neighbours, and the country as TopoJSON, or null where only towns are known',
  tags: ['maps'],
  reply: Type.Object({
    limits: Type.Object({ south: Degrees, west: Degrees, north: Degrees, east: Degrees }),
    towns: Type.Array(
      Type.Object({ name: Type.String(), latitude: Degrees, longitude: Degrees, population: Type.Integer(), isCapital: Type.Boolean() }),
    ),
    neighbours: Type.Array(Type.Object({ code: Type.String(), latitude: Degrees, longitude: Degrees })),
    basemap: Type.Union([Type.Unsafe<Basemap>(Type.Object({ type: Type.Literal('Topology') })), Type.Null()]),
  }),
})
export type MapData = Static<(typeof readMapData)['reply']>

/** Which tiles lie over the built-in map, if the operator has set any. */
export const readMapSettings = defineCall({
  route: 'GET cms/maps/settings',
  isRepeatable: true,
  caching: { seconds: 300 },
  access: 'anyone',
  summary: 'The operator’s map tiles, or null for the built-in map',
  tags: ['maps'],
  reply: Type.Object({
    tiles: Type.Union([
      Type.Object({
        kind: Type.Enum(['raster', 'pmtiles']),
        url: Type.String(),
        attribution: Type.String(),
        apiKey: Type.String(),
      }),
      Type.Null(),
    ]),
  }),
})
