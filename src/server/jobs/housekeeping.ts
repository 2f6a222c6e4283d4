import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { RETENTION, type Retention } from './retention.ts'
import { clearFailures, recordFailure } from './job-failures.ts'

/** The database cancels slow statements, because they lock rows that others need. */
const AT_ONCE = 1_000

export type HousekeepingDeps = {
  db: Database
  clock: Clock
  metrics: { countWorkFailure(kind: string): void }
  /** Called when a step begins to fail, not in every round. */
  onFailure: (step: string, error: unknown) => void
  steps?: Record<string, Pick<Retention, 'table' | 'isOver'>>
}

type Housekeeping = { round(): Promise<void> }

/**
 * Deletes expired rows, as `retention.ts` says. Steps are independent (I13): one that fails is counted, recorded for review and tried again
 * in the next round, while the others continue.
 */
export function createHousekeeping({ db, clock, metrics, onFailure, steps = RETENTION }: HousekeepingDeps): Housekeeping {
  const failing = new Set<string>()

  async function note(step: string, error: unknown): Promise<void> {
    metrics.countWorkFailure('housekeeping')
    if (!failing.has(step)) onFailure(step, error)
    failing.add(step)
    const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
    await recordFailure({ db, clock }, { kind: 'housekeeping', item: step }, `${name}: ${message}`.slice(0, 200))
  }

  async function work(step: string, { table, isOver }: Pick<Retention, 'table' | 'isOver'>): Promise<void> {
    await removeInPieces(db, table, isOver)
    await clearFailures(db, { kind: 'housekeeping', item: step })
    failing.delete(step)
  }

  return {
    async round() {
      for (const [step, retention] of Object.entries(steps)) {
        // When even that cannot be recorded, the database is down: the metric and the log have it.
        await work(step, retention).catch((error: unknown) => note(step, error).catch(() => {}))
      }
    },
  }
}

/** Skips rows that another replica is deleting at the same time. */
async function removeInPieces(db: Database, table: Retention['table'], isOver: Retention['isOver']): Promise<void> {
  const rows = sql.table(table)
  for (let removed = AT_ONCE; removed === AT_ONCE;) {
    const { numAffectedRows } = await sql`
      delete from ${rows} where ctid = any(array(select ctid from ${rows} where ${isOver} limit ${AT_ONCE} for update skip locked))`.execute(
      db,
    )
    removed = Number(numAffectedRows)
  }
}
