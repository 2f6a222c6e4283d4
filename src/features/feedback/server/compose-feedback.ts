import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { feedbackCalls } from './feedback.calls.ts'

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter }

export function composeFeedback({ db, clock, rateLimiter }: Deps) {
  return { calls: feedbackCalls({ db, clock, rateLimiter }) }
}
