import { Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { ANALYTICS_PAGE_PATTERN } from './rules.ts'
import { closed } from '#shared/closed.ts'

const Event = closed({ page: Type.String({ pattern: ANALYTICS_PAGE_PATTERN }), action: Type.Literal('view') })

/** API-7: page views. No field could hold personal data; the server counts everything else itself. */
export const recordEvents = defineCall({
  route: 'POST analytics/v1/events',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Counts pages that were shown',
  tags: ['analytics'],
  input: closed({ events: Type.Array(Event, { minItems: 1, maxItems: 50 }) }),
  reply: Type.Object({ counted: Type.Integer() }),
})
