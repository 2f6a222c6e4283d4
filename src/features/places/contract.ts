import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'
import { COORDINATE_PATTERN } from './coordinates.ts'

export const LONGEST_ADDRESS = 160

/** How near a found place is to what was asked: a door or street, a quarter or village, or only the town. */
export const Precision = Type.Union([Type.Literal('address'), Type.Literal('locality'), Type.Literal('town')])
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
export const geocodeAddress = {
  ...addressOf('geocodeAddress'),
  schema: {
    summary: 'Places in Niger that an address, a quarter, a town or a postal code may mean, best first',
    tags: ['maps'],
    querystring: Type.Object({ address: Type.String({ minLength: 1, maxLength: LONGEST_ADDRESS }) }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ places: Type.Array(FoundPlace) })) },
  },
} as const satisfies Endpoint

/** A coordinate in a query is a text: the pattern keeps out NaN and 1e308, the handler what lies elsewhere. */
export const CoordinateText = Type.String({ pattern: COORDINATE_PATTERN })

/** MAP-2: the address that belongs to a point of the map. */
export const describePoint = {
  ...addressOf('describePoint'),
  schema: {
    summary: 'A point in words: the nearest quarter or town, distance, direction and region',
    tags: ['maps'],
    querystring: Type.Object({ latitude: CoordinateText, longitude: CoordinateText }, { additionalProperties: false }),
    response: { 200: reply(FoundPlace) },
  },
} as const satisfies Endpoint

/** Which tiles lie over the built-in map, if the operator has set any. */
export const readMapSettings = {
  ...addressOf('readMapSettings'),
  schema: {
    summary: 'The operator’s map tiles, or null for the built-in map',
    tags: ['maps'],
    response: {
      200: reply(
        Type.Object({
          tiles: Type.Union([
            Type.Object({
              kind: Type.Union([Type.Literal('raster'), Type.Literal('pmtiles')]),
              url: Type.String(),
              attribution: Type.String(),
              apiKey: Type.String(),
            }),
            Type.Null(),
          ]),
        }),
      ),
    },
  },
} as const satisfies Endpoint
