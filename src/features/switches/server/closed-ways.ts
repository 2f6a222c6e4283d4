import { refreshWhenStale } from '#shared/refresh-when-stale.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { readClosedUntil, readClosures, type Closures } from './closure.store.ts'

/** What is closed, for those who offer ways to pay and begin payments. */
type ClosedWays = {
  /** A second old at most; while the database is away, as it was last known. */
  current(): Promise<Closures>
  /** As it is now: read for the start of each payment. */
  closedUntil(id: ConnectorId): Promise<Date | null>
}

const FRESH_MS = 1_000

/**
 * CON-8: every replica reads the same rows. A database that is away opens and closes nothing: lists show the last known state, and nothing
 * begins, because a start reads its row. A replica that has never read it offers nothing.
 */
export function createClosedWays({ db, clock }: { db: Database; clock: Clock }): ClosedWays {
  let known: Closures | null = null
  const refreshWhenDue = refreshWhenStale({
    now: () => clock.now(),
    freshForMs: () => FRESH_MS,
    refresh: async () => void (known = await readClosures(db)),
  })
  return {
    async current() {
      try {
        await refreshWhenDue()
      } catch (error) {
        if (known === null) throw error
      }
      if (known === null) throw new Error('it is not known which ways to pay are closed')
      return known
    },
    closedUntil: (id) => readClosedUntil(db, id),
  }
}
