import { type Static, Type } from 'typebox'
import { PriceAmount, PriceCurrency } from '#shared/money-schema.ts'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'

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
  amount: PriceAmount(),
  currency: PriceCurrency,
  productCode: Type.String(),
  /** Not in the specification: listed as popular in the operator's content. */
  isPopular: Type.Optional(Type.Literal(true)),
  lineType: Type.String({ description: "The line it was asked for; in the tariffs one that can buy it here, '' where none can" }),
})
export type Bundle = Static<typeof Bundle>
/** The fields of a bundle that a page shows; others are the same for a list. A missing benefit is null, or left out in a page's data. */
export const ShownBundle = Type.Object({
  ...Type.Omit(Bundle, ['currency', 'lineType', 'description', 'data', 'dataUnit', 'voice', 'voiceUnit', 'sms']).properties,
  description: Type.Optional(Type.String()),
  data: Type.Optional(Benefit),
  dataUnit: Type.Optional(Type.String()),
  voice: Type.Optional(Benefit),
  sms: Type.Optional(Benefit),
})
export type ShownBundle = Static<typeof ShownBundle>

/** Not in the specification: a running bundle of a line. Returned only to a visit that has proven the line. */
export const RunningBundle = Type.Object({
  categories: Type.Array(Type.String(), { description: 'Whose bundles are of the same kind' }),
  words: Type.String({ description: 'What is left and until when, in the visitor’s language' }),
})
export type RunningBundle = Static<typeof RunningBundle>

const STALE = 'True while the operator does not answer and an earlier copy is shown'

const Catalogue = Type.Object({ bundles: Type.Array(Bundle), isStale: Type.Boolean({ description: STALE }) })

/** API-3: the bundles a line may buy. `serviceType` selects a special offer, for example HBB_ODU_AW. */
export const listBundles = defineCall({
  route: 'POST product/v1/bundle',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'The bundles a line may buy',
  tags: ['product'],
  input: closed({
    msisdn: Type.Optional(MobileNumberText),
    lineType: Type.Enum(['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND']),
    serviceType: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Z0-9_]+$' })),
  }),
  reply: Type.Array(Bundle),
  replyAlso: { isStale: Type.Boolean({ description: STALE }) },
})

/** Not in the specification: the whole catalogue for the tariff table, marked when it is an older copy. */
export const readTariffs = defineCall({
  route: 'GET product/v1/tariffs',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Every bundle on sale',
  tags: ['product'],
  input: closed({ lineType: Type.Optional(Type.String({ pattern: '^(PREPAID|POSTPAID|HYBRID|BROADBAND)$' })) }),
  reply: Catalogue,
})
