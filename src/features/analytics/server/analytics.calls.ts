import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { recordEvents } from '../contract.ts'
import { countedPage } from '../rules.ts'
import { addCounts } from './analytics.store.ts'

export function analyticsCalls({ db, clock }: { db: Database; clock: Clock }): Served[] {
  return [
    serve(recordEvents, async ({ events }, { language }) => {
      if (!(await isWithinLimit(db, { key: 'analytics', ...SUBJECT_LIMITS.analytics }))) return success({ counted: 0 })
      const day = clock.now().toISOString().slice(0, 10)
      await addCounts(db, { day, language, events: events.map(({ page, action }) => ({ page: countedPage(page), action, count: 1 })) })
      return success({ counted: events.length })
    }),
  ]
}
