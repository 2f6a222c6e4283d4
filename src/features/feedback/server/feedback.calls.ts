import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { giveFeedback } from '../contract.ts'
import { addFeedback } from './feedback.store.ts'

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter }

export function feedbackCalls({ db, clock, rateLimiter }: Deps): Served[] {
  return [
    serve(giveFeedback, async ({ rating, words, website }, visitor) => {
      // A bot that fills in every field gets the same answer as a person, and nothing is stored.
      if (website !== '') return success({ isReceived: true })
      await rateLimiter.consume('feedback', await visitor.caller())
      if (!(await isWithinLimit(db, { key: 'feedback', ...SUBJECT_LIMITS.feedback })))
        throw new Problem('too-many-requests', 'feedback comes too fast')
      await visitor.visitOrNew()
      await addFeedback(db, { rating, words: maskSecrets(words.trim()), language: visitor.chosenLanguage, givenAt: clock.now() })
      return success({ isReceived: true })
    }),
  ]
}
