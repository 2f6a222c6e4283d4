import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Metrics } from '#server/logging/metrics.ts'

const EVERY_SECONDS = 15

/** What one person did that needs two, by a command with `--emergency`: each is seen for a day, and raises an alert. */
export function collectStaffMetrics(metrics: Metrics, { db, clock }: { db: Database; clock: Clock }): void {
  metrics.sample({
    part: 'staff',
    everySeconds: EVERY_SECONDS,
    read: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from staff_act
        where is_emergency and at > ${clock.now()}::timestamptz - interval '1 day'`.execute(db)
      return [{ name: 'guichet_emergency_acts', labels: {}, value: rows[0]?.count ?? 0 }]
    },
  })
}
