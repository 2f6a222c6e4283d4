import type { Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { analyticsCalls } from './analytics.calls.ts'
import { countedCalls } from './counted-calls.ts'
import { createEventCounter } from './tally.ts'

type Deps = { db: Database; clock: Clock }

export function composeAnalytics({ db, clock }: Deps) {
  const tally = createEventCounter({ db, clock })
  return {
    tally,
    calls: analyticsCalls({ db, clock }),
    countCalls: (calls: readonly Served[]) => countedCalls(tally.count, calls),
  }
}
