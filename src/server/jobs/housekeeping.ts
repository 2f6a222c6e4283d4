import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { RETENTION, type Retention } from './retention.ts'
import { clearFailures, noteFailure } from './work-troubles.ts'

/** A statement that takes long is ended by the database, and locks what others want. */
const AT_ONCE = 1_000

export type HousekeepingParts = {
  db: Database
  clock: Clock
  metrics: { countWorkFailure(kind: string): void }
  /** Told when a step begins to fail, not at every round. */
  onTrouble: (step: string, error: unknown) => void
  steps?: Record<string, Pick<Retention, 'table' | 'isOver'>>
}

type Housekeeping = { round(): Promise<void> }

/**
 * Removes what is over, as `retention.ts` says. Each step is on its own (I13): one that fails is counted, noted before a person and tried
 * again in the next round, while the others go on.
 */
export function openHousekeeping({ db, clock, metrics, onTrouble, steps = RETENTION }: HousekeepingParts): Housekeeping {
  const failing = new Set<string>()

  async function note(step: string, error: unknown): Promise<void> {
    metrics.countWorkFailure('housekeeping')
    if (!failing.has(step)) onTrouble(step, error)
    failing.add(step)
    const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
    await noteFailure({ db, clock }, { kind: 'housekeeping', item: step }, `${name}: ${message}`.slice(0, 200))
  }

  async function work(step: string, { table, isOver }: Pick<Retention, 'table' | 'isOver'>): Promise<void> {
    await removeInPieces(db, table, isOver)
    await clearFailures(db, { kind: 'housekeeping', item: step })
    failing.delete(step)
  }

  return {
    async round() {
      for (const [step, retention] of Object.entries(steps)) {
        // When even that cannot be noted, the database is gone: the figure and the log have it.
        await work(step, retention).catch((error: unknown) => note(step, error).catch(() => {}))
      }
    },
  }
}

/** What another replica is removing at the same time is left to it. */
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
