import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'
import { ANALYTICS_PAGE_PATTERN } from './rules.ts'

const Event = Type.Object(
  { page: Type.String({ pattern: ANALYTICS_PAGE_PATTERN }), action: Type.Literal('view') },
  { additionalProperties: false },
)

/** API-7: which pages were shown how often. There is no field that could hold anything about a person; all else the server counts itself. */
export const recordEvents = {
  ...addressOf('recordEvents'),
  schema: {
    summary: 'Counts pages that were shown',
    tags: ['analytics'],
    body: Type.Object({ events: Type.Array(Event, { minItems: 1, maxItems: 50 }) }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ counted: Type.Integer() })) },
  },
} as const satisfies Endpoint
