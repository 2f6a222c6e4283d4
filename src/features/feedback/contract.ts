import { Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { MAX_FEEDBACK } from './rules.ts'
import { closed } from '#shared/closed.ts'

/** ROUTE-3: visitors' opinions of the service. No field identifies them. */
export const giveFeedback = defineCall({
  route: 'POST feedback/v1/feedback',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'A rating from 1 to 5 and a few words',
  tags: ['feedback'],
  input: closed({
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    words: Type.String({ maxLength: MAX_FEEDBACK }),
    website: Type.String({ maxLength: 300, description: 'People leave this empty, because they do not see it' }),
  }),
  reply: Type.Object({ isReceived: Type.Boolean() }),
})
