import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { takeLimits, type Limit } from '#server/limits/limits.ts'
import type { PaymentEngine } from '../../engine/payment-engine.ts'

/** Abuse 87: a client that only knows a reference has a rate limit of its own, and uses up none of the returning payers' limit. */
export type Cause = 'marked' | 'unmarked'

/** Provider queries that anyone can cause: returning browsers, unsigned webhooks. */
export type LimitedQueries = {
  /** Queries now, unless a query of this attempt is running, was just made, or was made very often. */
  ask(attempt: { orderId: string; attemptId: string }, cause?: Cause): Promise<void>
}

/** Shared by all replicas. The engine's own scheduled queries are not limited here. */
const limitsOf = (attemptId: string, cause: Cause): Limit[] => {
  const item = cause === 'marked' ? attemptId : `unmarked:${attemptId}`
  return [
    { key: `question:${item}`, ...SUBJECT_LIMITS.question },
    { key: `questions:${item}`, ...SUBJECT_LIMITS.questions },
  ]
}

export function createLimitedQueries({ db, engine }: { db: Database; engine: Pick<PaymentEngine, 'queryNow'> }): LimitedQueries {
  const underWay = new Set<string>()
  return {
    async ask({ orderId, attemptId }, cause = 'marked') {
      if (underWay.has(attemptId)) return
      underWay.add(attemptId)
      try {
        if (await takeLimits(db, limitsOf(attemptId, cause))) return
        await engine.queryNow(orderId, attemptId)
      } finally {
        underWay.delete(attemptId)
      }
    },
  }
}
