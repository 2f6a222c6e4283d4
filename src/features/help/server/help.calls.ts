import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import {
  readCategory,
  readFaqs,
  readOverview,
  readQuestion,
  readTopicQuestions,
  searchHelp,
  voteByAddress,
  voteOnAnswer,
} from '../contract.ts'
import type { HelpLibrary } from './help-library.ts'
import { hasVoted, readAllCounts, readCounts } from './help.store.ts'
import { categoryStage, faqList, overview, questionStage, topicQuestions } from './read-help.ts'
import { vote } from './vote.ts'

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter; library: HelpLibrary }

export function helpCalls(parts: Deps): Served[] {
  const { db, library } = parts
  return [
    serve(readFaqs, async (_input, { language }) => success(faqList(await library.read(language), await readAllCounts(db)))),
    serve(readOverview, async (_input, { language }) => success(overview(await library.read(language)))),
    serve(readCategory, async (asked, { language }) => success(found(categoryStage(await library.read(language), asked)))),
    serve(searchHelp, async ({ text }, { language }) => success((await library.read(language)).search(text))),
    serve(readTopicQuestions, async ({ topic }, { language }) => success(topicQuestions(await library.read(language), topic))),
    ...votingCalls(parts),
  ]
}

/** The part for one visit. */
function votingCalls(parts: Deps): Served[] {
  const { db, library } = parts

  async function refuseUnknown(questionId: string): Promise<void> {
    found((await library.read(DEFAULT_LANGUAGE)).questionById.get(questionId))
  }

  return [
    serve(readQuestion, async ({ questionId }, visitor) => {
      const question = found(questionStage(await library.read(visitor.language), questionId))
      const [counts, visit] = await Promise.all([readCounts(db, questionId), visitor.visit()])
      return success({ ...question(counts), hasVoted: visit !== null && (await hasVoted(db, questionId, visit.id)) })
    }),
    serve(voteOnAnswer, async (given, visitor) => {
      await refuseUnknown(given.questionId)
      return success(await vote(parts, given, visitor))
    }),
    serve(voteByAddress, async ({ questionId, isLike }, visitor) => {
      await refuseUnknown(questionId)
      return success(await vote(parts, { questionId, isLike: isLike === 'true' }, visitor))
    }),
  ]
}

function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Problem('not-found', 'the help centre has no such page')
  return value
}
