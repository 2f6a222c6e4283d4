import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'
import { LONGEST_FEEDBACK } from './rules.ts'

/** ROUTE-3: what visitors say about our service. No field asks who they are. */
export const giveFeedback = {
  ...addressOf('giveFeedback'),
  schema: {
    summary: 'A rating from 1 to 5 and a few words',
    tags: ['feedback'],
    body: Type.Object(
      {
        rating: Type.Integer({ minimum: 1, maximum: 5 }),
        words: Type.String({ maxLength: LONGEST_FEEDBACK }),
        website: Type.String({ maxLength: 300, description: 'People leave this empty, because they do not see it' }),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ isReceived: Type.Boolean() })) },
  },
} as const satisfies Endpoint
