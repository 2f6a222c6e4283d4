import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Budgets } from '#server/limits/budgets.ts'
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

const SHARED = { caching: { seconds: 60, vary: 'lang, cookie' } }

type Parts = { db: Database; clock: Clock; budgets: Budgets; library: HelpLibrary }

export function helpCalls(parts: Parts): Served[] {
  const { db, library } = parts
  return [
    serve(readFaqs, async (_input, { language }) => success(faqList(await library.read(language), await readAllCounts(db))), SHARED),
    serve(readOverview, async (_input, { language }) => success(overview(await library.read(language))), SHARED),
    serve(readCategory, async (asked, { language }) => success(found(categoryStage(await library.read(language), asked))), SHARED),
    serve(searchHelp, async ({ text }, { language }) => success((await library.read(language)).search(text)), SHARED),
    serve(readTopicQuestions, async ({ topic }, { language }) => success(topicQuestions(await library.read(language), topic)), SHARED),
    ...votingCalls(parts),
  ]
}

/** What belongs to one visit. */
function votingCalls(parts: Parts): Served[] {
  const { db, library } = parts

  async function refuseUnknown(questionId: string): Promise<void> {
    found((await library.read('fr')).questionById.get(questionId))
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
      // S8: a GET that writes.
      if (!visitor.isDeliberate) throw new Problem('foreign-origin', 'a vote by address comes from our own pages only')
      await refuseUnknown(questionId)
      return success(await vote(parts, { questionId, isLike: isLike === 'true' }, visitor))
    }),
  ]
}

function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Problem('not-found', 'the help centre has no such page')
  return value
}
