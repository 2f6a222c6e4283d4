import { COUNTRY } from '#shared/operator.ts'
import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { BRAND } from '#shared/operator.ts'
import { CoordinateText } from '#features/places/contract.ts'

export const ShopKind = Type.Enum(['shop', 'dealer'])

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
export const readShopsByCoordinates = defineCall({
  route: `GET cms/maps/${BRAND.slug}shopsbycoordinates`,
  isRepeatable: true,
  caching: { seconds: 300, vary: 'lang' },
  access: 'anyone',
  summary: 'Shops and dealers within a distance of a point; the caller computes and sorts by distance',
  tags: ['shops'],
  input: closed({
    opco: Type.Literal(COUNTRY.code),
    longitude: CoordinateText,
    latitude: CoordinateText,
    distanceInKilometers: Type.String({ pattern: '^[1-9][0-9]{0,2}$' }),
  }),
  reply: Type.Array(SpecificationShop),
})

export const readShop = defineCall({
  route: 'GET shops/v1/shop',
  isRepeatable: true,
  caching: { seconds: 300 },
  access: 'anyone',
  summary: 'One shop by its number, for links that people share',
  tags: ['shops'],
  input: closed({ number: Type.String({ pattern: '^[1-9][0-9]{0,6}$' }) }),
  reply: SpecificationShop,
})

export const readShopTowns = defineCall({
  route: 'GET shops/v1/towns',
  isRepeatable: true,
  caching: { seconds: 300 },
  access: 'anyone',
  summary: 'The towns that have shops or dealers, by region',
  tags: ['shops'],
  reply: Type.Object({
    isDemonstration: Type.Boolean(),
    /** Whether maps show the streets of a town; the built-in map does not. */
    hasTownMap: Type.Boolean(),
    regions: Type.Array(
      Type.Object({
        region: Type.String(),
        towns: Type.Array(Type.Object({ town: Type.String(), shops: Type.Integer(), dealers: Type.Integer() })),
      }),
    ),
  }),
})
