import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import type { Budgets } from '#server/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Visits } from '#server/visits.ts'
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

const SHARED_SECONDS = 60

type Parts = { db: Database; clock: Clock; visits: Visits; askers: Askers; budgets: Budgets; library: HelpLibrary }

export function helpRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { db, library } = parts
  const bookFor = (request: FastifyRequest) => library.read(languageOf(request))
  return async function routes(app) {
    app.route({
      ...readFaqs,
      async handler(request, reply) {
        shareAnswer(reply)
        return success(faqList(await bookFor(request), await readAllCounts(db)))
      },
    })
    app.route({
      ...readOverview,
      async handler(request, reply) {
        shareAnswer(reply)
        return success(overview(await bookFor(request)))
      },
    })
    app.route({
      ...readCategory,
      async handler(request, reply) {
        shareAnswer(reply)
        return success(found(categoryStage(await bookFor(request), request.query)))
      },
    })
    app.route({
      ...searchHelp,
      async handler(request, reply) {
        shareAnswer(reply)
        return success((await bookFor(request)).search(request.query.text))
      },
    })
    app.route({
      ...readTopicQuestions,
      async handler(request, reply) {
        shareAnswer(reply)
        return success(topicQuestions(await bookFor(request), request.query.topic))
      },
    })
    await app.register(votingRoutes(parts))
  }
}

/** What belongs to one visit. */
function votingRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { db, visits, library } = parts
  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.route({
      ...readQuestion,
      async handler(request) {
        const { questionId } = request.query
        const question = found(questionStage(await library.read(languageOf(request)), questionId))
        const [counts, visit] = await Promise.all([readCounts(db, questionId), visits.find(request)])
        return success({ ...question(counts), hasVoted: visit !== null && (await hasVoted(db, questionId, visit.id)) })
      },
    })
    app.route({
      ...voteOnAnswer,
      async handler(request, reply) {
        await refuseUnknown(request.body.questionId)
        return success(await vote(parts, request.body, { request, reply }))
      },
    })
    app.route({
      ...voteByAddress,
      async handler(request, reply) {
        if (!isDeliberate(request)) throw new Problem('foreign-origin', 'a vote by address comes from our own pages only')
        const { questionId, isLike } = request.query
        await refuseUnknown(questionId)
        return success(await vote(parts, { questionId, isLike: isLike === 'true' }, { request, reply }))
      },
    })
  }

  async function refuseUnknown(questionId: string): Promise<void> {
    found((await library.read('fr')).questionById.get(questionId))
  }
}

/** S8: a GET that writes must not be made by a foreign page, a link, or a browser that fetches ahead. */
function isDeliberate({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-purpose'] === undefined && headers.purpose === undefined
}

function shareAnswer(reply: FastifyReply): void {
  reply.header('cache-control', `public, max-age=${SHARED_SECONDS}`).header('vary', 'lang, cookie')
}

function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Problem('not-found', 'the help centre has no such page')
  return value
}
