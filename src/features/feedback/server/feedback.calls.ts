import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { giveFeedback } from '../contract.ts'
import { addFeedback } from './feedback.store.ts'

type Parts = { db: Database; clock: Clock; budgets: Budgets }

export function feedbackCalls({ db, clock, budgets }: Parts): Served[] {
  return [
    serve(giveFeedback, async ({ rating, words, website }, visitor) => {
      // A program that fills in every field gets the same answer as a person, and nothing is kept of it.
      if (website !== '') return success({ isReceived: true })
      await budgets.spend('feedback', await visitor.asker())
      if (!(await isWithinLimit(db, { key: 'feedback', ...SUBJECT_LIMITS.feedback })))
        throw new Problem('too-many-requests', 'feedback comes too fast')
      await visitor.visitOrNew()
      await addFeedback(db, { rating, words: maskSecrets(words.trim()), language: visitor.language, givenAt: clock.now() })
      return success({ isReceived: true })
    }),
  ]
}
