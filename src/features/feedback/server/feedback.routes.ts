import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Visits } from '#server/visits.ts'
import { giveFeedback } from '../contract.ts'
import { addFeedback } from './feedback.store.ts'

/** Three from one visit and then one an hour; and a ceiling for the whole portal, for callers that throw their cookie away. */
const OF_ALL = { key: 'feedback', everySeconds: 5, burst: 60 }
const ofVisit = (visitId: Buffer) => ({ key: `feedback:${visitId.toString('hex')}`, everySeconds: 3600, burst: 3 })

export function feedbackRoutes({ db, clock, visits }: { db: Database; clock: Clock; visits: Visits }): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...giveFeedback,
      async handler(request, reply) {
        const { rating, words, website } = request.body
        reply.header('cache-control', 'no-store')
        // A program that fills in every field gets the same answer as a person, and nothing is kept of it.
        if (website !== '') return success({ isReceived: true })
        if (!(await isWithinLimit(db, OF_ALL))) throw new Problem('too-many-requests', 'feedback comes too fast')
        const visit = await visits.findOrBegin(request, reply)
        if (!(await isWithinLimit(db, ofVisit(visit.id)))) throw new Problem('too-many-requests', 'one visit gives much feedback')
        await addFeedback(db, { rating, words: maskSecrets(words.trim()), language: languageOf(request), givenAt: clock.now() })
        return success({ isReceived: true })
      },
    })
  }
}
