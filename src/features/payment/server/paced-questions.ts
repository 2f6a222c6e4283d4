import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import { takeLimits, type Limit } from '#server/limits/limits.ts'
import type { PaymentEngine } from '../engine/payment-engine.ts'

/** Abuse 87: who has only seen a reference has a pace of their own, and uses up nothing of whom the gateway sent back. */
export type Cause = 'marked' | 'unmarked'

/** Questions to a provider that strangers can cause: browsers that come back, notices that nobody signed. */
export type PacedQuestions = {
  /** Asks now, unless a question about this attempt is under way, was asked a moment ago, or was asked very often. */
  ask(attempt: { orderId: string; attemptId: string }, cause?: Cause): Promise<void>
}

/** Shared by all replicas. The core's own questions, by its ladder, go on whatever happens here. */
const limitsOf = (attemptId: string, cause: Cause): Limit[] => {
  const item = cause === 'marked' ? attemptId : `unmarked:${attemptId}`
  return [
    { key: `question:${item}`, ...SUBJECT_LIMITS.question },
    { key: `questions:${item}`, ...SUBJECT_LIMITS.questions },
  ]
}

export function openPacedQuestions({ db, engine }: { db: Database; engine: Pick<PaymentEngine, 'askNow'> }): PacedQuestions {
  const underWay = new Set<string>()
  return {
    async ask({ orderId, attemptId }, cause = 'marked') {
      if (underWay.has(attemptId)) return
      underWay.add(attemptId)
      try {
        if (await takeLimits(db, limitsOf(attemptId, cause))) return
        await engine.askNow(orderId, attemptId)
      } finally {
        underWay.delete(attemptId)
      }
    },
  }
}
