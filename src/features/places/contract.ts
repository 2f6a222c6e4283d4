import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { COORDINATE_PATTERN } from './coordinates.ts'
import { closed } from '#shared/closed.ts'

export const MAX_ADDRESS = 160

/** The precision of a found place: a house or street, a quarter or village, or only the town. */
export const Precision = Type.Enum(['address', 'locality', 'town'])
export type Precision = Static<typeof Precision>

export const FoundPlace = Type.Object({
  address: Type.String({ description: 'The place in words, for example Plateau, Niamey' }),
  latitude: Type.Number(),
  longitude: Type.Number(),
  precision: Precision,
  region: Type.Union([Type.String(), Type.Null()]),
})
export type FoundPlace = Static<typeof FoundPlace>

/** API-6: the geocoding GET by address. Only places inside Niger are answered. */
export const geocodeAddress = defineCall({
  route: 'GET cms/maps/geocode',
  isRepeatable: true,
  caching: { seconds: 300, vary: 'lang' },
  access: 'anyone',
  summary: 'Places in Niger that an address, a quarter, a town or a postal code may mean, best first',
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
