import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'

/** What pages and acts of the console use of the portal; `src/composition/console-app.ts` fills it in. */
export type ConsoleDeps = {
  db: Database
  clock: Clock
}
