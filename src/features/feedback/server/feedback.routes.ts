import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import type { Budgets } from '#server/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { SUBJECT_LIMITS } from '#server/limit-table.ts'
import { isWithinLimit } from '#server/limits.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Visits } from '#server/visits.ts'
import { giveFeedback } from '../contract.ts'
import { addFeedback } from './feedback.store.ts'

type Parts = { db: Database; clock: Clock; visits: Visits; askers: Askers; budgets: Budgets }

export function feedbackRoutes({ db, clock, visits, askers, budgets }: Parts): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...giveFeedback,
      async handler(request, reply) {
        const { rating, words, website } = request.body
        reply.header('cache-control', 'no-store')
        // A program that fills in every field gets the same answer as a person, and nothing is kept of it.
        if (website !== '') return success({ isReceived: true })
        await budgets.spend('feedback', await askers.of(request))
        if (!(await isWithinLimit(db, { key: 'feedback', ...SUBJECT_LIMITS.feedback })))
          throw new Problem('too-many-requests', 'feedback comes too fast')
        await visits.findOrBegin(request, reply)
        await addFeedback(db, { rating, words: maskSecrets(words.trim()), language: languageOf(request), givenAt: clock.now() })
        return success({ isReceived: true })
      },
    })
  }
}
