import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { seedContent } from '#features/site-content/server/site-content.ts'
import { openDatabase, openPool, type Database } from '#server/database.ts'
import { migrate } from '#server/migrations.ts'
import { startPrivatePostgres } from '#server/private-postgres.ts'
import { readSettings } from './settings.ts'

/** What a command of the operator did: what to print, and whether it went well. */
export type Outcome = { isGood: boolean; words: string }

/** Runs a command on the database of the settings, or on the private one of a portal that runs (or ran) here, and ends the process. */
export async function runCommand(run: (open: () => Promise<Database>) => Promise<Outcome>): Promise<never> {
  const settings = readSettings(process.env)
  const stops: (() => Promise<unknown>)[] = []
  const open = async () => {
    const postgres = settings.databaseUrl ? null : await startPrivatePostgres({ folder: settings.dataFolder })
    if (postgres) stops.unshift(() => postgres.stop())
    const pool = openPool(settings.databaseUrl ?? postgres?.databaseUrl ?? '', (error) => process.emitWarning(error))
    stops.unshift(() => pool.end())
    const db = openDatabase(pool)
    await migrate(db)
    await seedContent(db, readSeedFiles())
    return db
  }
  const { isGood, words } = await run(open)
  process[isGood ? 'stdout' : 'stderr'].write(words)
  for (const stop of stops) await stop()
  process.exit(isGood ? 0 : 1)
}
