import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'
import { ANALYTICS_ACTION_PATTERN, ANALYTICS_PAGE_PATTERN } from './rules.ts'

const Event = Type.Object(
  { page: Type.String({ pattern: ANALYTICS_PAGE_PATTERN }), action: Type.String({ pattern: ANALYTICS_ACTION_PATTERN }) },
  { additionalProperties: false },
)

/** API-7: what was used how often. There is no field that could hold anything about a person. */
export const recordEvents = {
  ...addressOf('recordEvents'),
  schema: {
    summary: 'Counts uses of pages and buttons',
    tags: ['analytics'],
    body: Type.Object({ events: Type.Array(Event, { minItems: 1, maxItems: 50 }) }, { additionalProperties: false }),
    response: { 200: reply(Type.Object({ counted: Type.Integer() })) },
  },
} as const satisfies Endpoint
