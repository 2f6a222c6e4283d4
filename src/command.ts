import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { seedContent } from '#features/site-content/server/site-content.ts'
import { isDatabaseUnavailable } from '#server/database-problems.ts'
import { openDatabase, openPool, type Database } from '#server/database.ts'
import { migrate } from '#server/migrations.ts'
import { startPrivatePostgres } from '#server/private-postgres.ts'
import { readSettings, SettingProblem } from './settings.ts'

/** What a command of the operator did: what to print, and whether it went well. */
export type Outcome = { isGood: boolean; words: string }

/** Runs a command on the database of the settings, or on the private one of a portal that runs (or ran) here, and ends the process. */
export async function runCommand(run: (open: () => Promise<Database>) => Promise<Outcome>): Promise<never> {
  const { isGood, words } = await runWithDatabase(run).catch(explain)
  process[isGood ? 'stdout' : 'stderr'].write(words)
  process.exit(isGood ? 0 : 1)
}

async function runWithDatabase(run: (open: () => Promise<Database>) => Promise<Outcome>): Promise<Outcome> {
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
  try {
    return await run(open)
  } finally {
    for (const stop of stops) await stop()
  }
}

/** What whoever typed the command can do something about is one line; anything else is ours to find, with all that is known. */
function explain(error: unknown): Outcome {
  if (error instanceof SettingProblem) return { isGood: false, words: `Wrong setting: ${error.message}\n` }
  if (error instanceof Error && isDatabaseUnavailable(error)) {
    return { isGood: false, words: `The database does not answer (DATABASE_URL): ${error.message}\n` }
  }
  throw error
}
