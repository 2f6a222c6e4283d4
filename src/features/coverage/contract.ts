import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { CoordinateText } from '#features/places/contract.ts'
import { closed } from '#shared/closed.ts'

const Technology = Type.Enum(['2G', '3G', '4G', '5G'])

/** What a page must say wherever it shows coverage: the source and the age of the data. */
const Origin = {
  asOf: Type.String({ format: 'date' }),
  isDemonstration: Type.Boolean(),
}

export const readCoverageSummary = defineCall({
  route: 'GET coverage/v1/summary',
  isRepeatable: true,
  caching: { seconds: 300 },
  access: 'anyone',
  summary: 'How many sites there are of each technology; those without any are left out',
  tags: ['coverage'],
  reply: Type.Object({ ...Origin, sites: Type.Array(Type.Object({ technology: Technology, count: Type.Integer() })) }),
})

export const CoverageAt = Type.Object({
  ...Origin,
  technologies: Type.Array(
    Type.Object({
      technology: Technology,
      level: Type.Enum(['good', 'edge', 'none']),
      kilometresToSite: Type.Number(),
    }),
  ),
})
export type CoverageAt = Static<typeof CoverageAt>

export const readCoverageAt = defineCall({
  route: 'GET coverage/v1/at',
  isRepeatable: true,
  caching: { seconds: 300 },
  access: 'anyone',
  summary: 'The predicted coverage of a point: each technology with the distance to its nearest site',
  tags: ['coverage'],
  input: closed({ latitude: CoordinateText, longitude: CoordinateText }),
  reply: CoverageAt,
})

export const readCompactSites = defineCall({
  route: 'GET cms/maps/sites',
  isRepeatable: true,
  caching: { seconds: 300, vary: 'lang' },
  access: 'anyone',
  summary:
    'All sites for a map, small: differences in steps of 0.0001 degrees, technologies as hexadecimal digits (1 2G, 2 3G, 4 4G, 8 5G)',
  tags: ['coverage'],
  reply: Type.Object({ latitudes: Type.Array(Type.Integer()), longitudes: Type.Array(Type.Integer()), technologies: Type.String() }),
})
