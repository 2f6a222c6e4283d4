import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'

const Benefit = Type.Union([Type.Number(), Type.Null()], { description: '-1 is without end, null is none' })

/** A bundle in the specification's fields (section 3). */
export const Bundle = Type.Object({
  category: Type.String(),
  name: Type.String(),
  description: Type.String(),
  data: Benefit,
  dataUnit: Type.String(),
  voice: Benefit,
  voiceUnit: Type.String(),
  sms: Benefit,
  validity: Type.Integer({ description: '-1 is without end' }),
  validityUnit: Type.String(),
  periodType: Type.String(),
  amount: Type.Integer(),
  currency: Type.Literal('XOF'),
  productCode: Type.String(),
  /** Ours: named in the operator's content as one that many buy. */
  isPopular: Type.Optional(Type.Literal(true)),
  lineType: Type.String({ description: "The line it was asked for; in the tariffs one that can buy it here, '' where none can" }),
})
export type Bundle = Static<typeof Bundle>
/** What a page shows of one; the rest is the same for all of a list. What a bundle does not give is null, or left out where it travels with a page. */
export const ShownBundle = Type.Object({
  ...Type.Omit(Bundle, ['currency', 'lineType', 'description', 'data', 'dataUnit', 'voice', 'voiceUnit', 'sms']).properties,
  description: Type.Optional(Type.String()),
  data: Type.Optional(Benefit),
  dataUnit: Type.Optional(Type.String()),
  voice: Type.Optional(Benefit),
  sms: Type.Optional(Benefit),
})
export type ShownBundle = Static<typeof ShownBundle>

/** Ours: a bundle that a line has not used up yet. Told only to a visit that has proven the line. */
export const RunningBundle = Type.Object({
  categories: Type.Array(Type.String(), { description: 'Whose bundles are of the same kind' }),
  words: Type.String({ description: 'What is left and until when, in the visitor’s language' }),
})
export type RunningBundle = Static<typeof RunningBundle>

const STALE = 'True while the operator does not answer and an earlier copy is shown'

const Catalogue = Type.Object({ bundles: Type.Array(Bundle), isStale: Type.Boolean({ description: STALE }) })

/** API-3: the bundles a line may buy. `serviceType` asks for a special offer, for example HBB_ODU_AW. */
export const listBundles = {
  ...addressOf('listBundles'),
  schema: {
    summary: 'The bundles a line may buy',
    tags: ['product'],
    body: Type.Object(
      {
        msisdn: Type.Optional(MobileNumberText),
        lineType: Type.Union([Type.Literal('PREPAID'), Type.Literal('POSTPAID'), Type.Literal('HYBRID'), Type.Literal('BROADBAND')]),
        serviceType: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Z0-9_]+$' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ ...reply(Type.Array(Bundle)).properties, isStale: Type.Boolean({ description: STALE }) }) },
  },
} as const satisfies Endpoint

/** Ours: the whole catalogue for the tariff table, saying whether it is an earlier copy. */
export const readTariffs = {
  ...addressOf('readTariffs'),
  schema: {
    summary: 'Every bundle on sale',
    tags: ['product'],
    querystring: Type.Object(
      { lineType: Type.Optional(Type.String({ pattern: '^(PREPAID|POSTPAID|HYBRID|BROADBAND)$' })) },
      { additionalProperties: false },
    ),
    response: { 200: reply(Catalogue) },
  },
} as const satisfies Endpoint
