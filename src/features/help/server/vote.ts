import { Problem } from '#shared/problem.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import { takeLimits } from '#server/limits/limits.ts'
import { likePercentage } from '../rules.ts'
import { addVote, readCounts } from './help.store.ts'

type Parts = { db: Database; clock: Clock; budgets: Budgets }

/** HELP-3: counts one vote per question and visit; a second one changes nothing and is no mistake. */
export async function vote(
  { db, clock, budgets }: Parts,
  { questionId, isLike }: { questionId: string; isLike: boolean },
  visitor: Visitor,
) {
  await budgets.spend('votes', await visitor.asker())
  // Whoever throws cookies away cannot drown what readers say.
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
