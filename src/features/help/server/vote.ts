import { Problem } from '#shared/problem.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { takeLimits } from '#server/limits/limits.ts'
import { likePercentage } from '../rules.ts'
import { addVote, readCounts } from './help.store.ts'

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter }

/** HELP-3: counts one vote per question and visit; a second one changes nothing and is no mistake. */
export async function vote(
  { db, clock, rateLimiter }: Deps,
  { questionId, isLike }: { questionId: string; isLike: boolean },
  visitor: Visitor,
) {
  await rateLimiter.consume('votes', await visitor.caller())
  // A limit per question: votes that discard their cookies cannot drown those of readers.
  const full = await takeLimits(db, [
    { key: `help-vote:${questionId}`, ...SUBJECT_LIMITS.votesOfQuestion },
    { key: 'help-vote', ...SUBJECT_LIMITS.votes },
  ])
  if (full) throw new Problem('too-many-requests', 'votes come faster than people read')
  const visit = await visitor.visitOrNew()
  const isCounted = await addVote(db, { questionId, visitId: visit.id, isLike, votedAt: clock.now() })
  const counts = await readCounts(db, questionId)
  return { questionId, isCounted, countLikePercentage: likePercentage(counts), votes: counts.likes + counts.dislikes }
}
