import { type Static, Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'
import { CoordinateText } from '#features/places/contract.ts'

const Technology = Type.Union([Type.Literal('2G'), Type.Literal('3G'), Type.Literal('4G'), Type.Literal('5G')])

/** What a page must say wherever it shows coverage: where the figures come from and how old they are. */
const Origin = {
  asOf: Type.String({ format: 'date' }),
  isDemonstration: Type.Boolean(),
}

export const readCoverageSummary = {
  ...addressOf('readCoverageSummary'),
  schema: {
    summary: 'How many sites there are of each technology; those without any are left out',
    tags: ['coverage'],
    response: {
      200: reply(Type.Object({ ...Origin, sites: Type.Array(Type.Object({ technology: Technology, count: Type.Integer() })) })),
    },
  },
} as const satisfies Endpoint

export const CoverageAt = Type.Object({
  ...Origin,
  technologies: Type.Array(
    Type.Object({
      technology: Technology,
      level: Type.Union([Type.Literal('good'), Type.Literal('edge'), Type.Literal('none')]),
      kilometresToSite: Type.Number(),
    }),
  ),
})
export type CoverageAt = Static<typeof CoverageAt>

export const readCoverageAt = {
  ...addressOf('readCoverageAt'),
  schema: {
    summary: 'The predicted coverage of a point: each technology with the distance to its nearest site',
    tags: ['coverage'],
    querystring: Type.Object({ latitude: CoordinateText, longitude: CoordinateText }, { additionalProperties: false }),
    response: { 200: reply(CoverageAt) },
  },
} as const satisfies Endpoint

export const readCompactSites = {
  ...addressOf('readCompactSites'),
  schema: {
    summary:
      'All sites for a map, small: differences in steps of 0.0001 degrees, technologies as hexadecimal digits (1 2G, 2 3G, 4 4G, 8 5G)',
    tags: ['coverage'],
    response: {
      200: reply(
        Type.Object({ latitudes: Type.Array(Type.Integer()), longitudes: Type.Array(Type.Integer()), technologies: Type.String() }),
      ),
    },
  },
} as const satisfies Endpoint
