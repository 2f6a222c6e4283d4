import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { success } from '#shared/reply.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { SUBJECT_LIMITS } from '#server/limit-table.ts'
import { isWithinLimit } from '#server/limits.ts'
import { languageOf } from '#server/problem-replies.ts'
import { recordEvents } from '../contract.ts'
import { countedPage } from '../rules.ts'
import { addCounts } from './analytics.store.ts'

export function analyticsRoutes({ db, clock }: { db: Database; clock: Clock }): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...recordEvents,
      async handler(request) {
        const { events } = request.body
        if (!(await isWithinLimit(db, { key: 'analytics', ...SUBJECT_LIMITS.analytics }))) return success({ counted: 0 })
        const day = clock.now().toISOString().slice(0, 10)
        await addCounts(db, {
          day,
          language: languageOf(request),
          events: events.map(({ page, action }) => ({ page: countedPage(page), action })),
        })
        return success({ counted: events.length })
      },
    })
  }
}
