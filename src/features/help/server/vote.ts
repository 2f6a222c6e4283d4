import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'
import type { Visits } from '#server/visits.ts'
import { likePercentage } from '../rules.ts'
import { addVote, readCounts } from './help.store.ts'

/** Votes of the whole portal and of one question: whoever throws cookies away cannot drown what readers say. */
const ALL_VOTES = { key: 'help-vote', everySeconds: 0.5, burst: 120 }
const votesOfQuestion = (questionId: string) => ({ key: `help-vote:${questionId}`, everySeconds: 5, burst: 60 })

type Parts = { db: Database; clock: Clock; visits: Visits }

/** HELP-3: counts one vote per question and visit; a second one changes nothing and is no mistake. */
export async function vote(
  { db, clock, visits }: Parts,
  { questionId, isLike }: { questionId: string; isLike: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  if (!(await isWithinLimit(db, ALL_VOTES)) || !(await isWithinLimit(db, votesOfQuestion(questionId))))
    throw new Problem('too-many-requests', 'votes come faster than people read')
  const visit = await visits.findOrBegin(request, reply)
  const isCounted = await addVote(db, { questionId, visitId: visit.id, isLike, votedAt: clock.now() })
  const counts = await readCounts(db, questionId)
  return { questionId, isCounted, countLikePercentage: likePercentage(counts), votes: counts.likes + counts.dislikes }
}
