import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'
import { CoordinateText } from '#features/places/contract.ts'

export const ShopKind = Type.Union([Type.Literal('shop'), Type.Literal('dealer')])

/** The specification's shape of a shop, its odd spellings included; the fields at the end are ours. */
export const SpecificationShop = Type.Object({
  shop: Type.String({ description: 'Name - Town' }),
  title: Type.String(),
  location: Type.Object({ latitue: Type.Number(), longitude: Type.Number() }),
  phyLocation: Type.String(),
  phNumber: Type.String(),
  number: Type.Integer({ description: 'Stays the same: links to the shop hold it' }),
  kind: ShopKind,
  town: Type.String(),
  quarter: Type.String(),
  postalCode: Type.String(),
  openingHours: Type.String({ description: 'For example Mo-Th 08:00-19:00; Fr 08:00-12:30,15:00-19:00' }),
  services: Type.Array(Type.String()),
})
export type SpecificationShop = Static<typeof SpecificationShop>

/** API-6, SHOP-1 */
export const readShopsByCoordinates = {
  ...addressOf('readShopsByCoordinates'),
  schema: {
    summary: 'Shops and dealers within a distance of a point; the caller computes and sorts by distance',
    tags: ['shops'],
    querystring: Type.Object(
      {
        opco: Type.Literal('NE'),
        longitude: CoordinateText,
        latitude: CoordinateText,
        distanceInKilometers: Type.String({ pattern: '^[1-9][0-9]{0,2}$' }),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Array(SpecificationShop)) },
  },
} as const satisfies Endpoint

export const readShop = {
  ...addressOf('readShop'),
  schema: {
    summary: 'One shop by its number, for links that people share',
    tags: ['shops'],
    querystring: Type.Object({ number: Type.String({ pattern: '^[1-9][0-9]{0,6}$' }) }, { additionalProperties: false }),
    response: { 200: reply(SpecificationShop) },
  },
} as const satisfies Endpoint

export const readShopTowns = {
  ...addressOf('readShopTowns'),
  schema: {
    summary: 'The towns that have shops or dealers, by region',
    tags: ['shops'],
    response: {
      200: reply(
        Type.Object({
          isDemonstration: Type.Boolean(),
          regions: Type.Array(
            Type.Object({
              region: Type.String(),
              towns: Type.Array(Type.Object({ town: Type.String(), shops: Type.Integer(), dealers: Type.Integer() })),
            }),
          ),
        }),
      ),
    },
  },
} as const satisfies Endpoint
