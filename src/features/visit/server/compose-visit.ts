import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { visitCalls } from './visit.calls.ts'
import { createVisits } from './visits.ts'

type Deps = { db: Database; clock: Clock; publicUrl: URL }

export function composeVisit({ db, clock, publicUrl }: Deps) {
  const visits = createVisits({ db, clock, isSecure: publicUrl.protocol === 'https:' })
  return { visits, calls: visitCalls(visits) }
}
