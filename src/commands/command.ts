import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { seedContent } from '#features/site-content/server/site-content.ts'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import { startProblemLine } from '../join/start-problems.ts'

/** What a command of the operator did: what to print, and whether it went well. */
export type Outcome = { isGood: boolean; words: string }

/** Runs a command on the database of the settings, or on the private one of a portal that runs (or ran) here, and ends the process. */
export async function runCommand(run: Command): Promise<never> {
  const { isGood, words } = await runWithSettings(run)
  process[isGood ? 'stdout' : 'stderr'].write(words)
  process.exit(isGood ? 0 : 1)
}

type Command = (open: () => Promise<Database>, settings: Settings) => Promise<Outcome>

/** What whoever typed the command can do something about is one line; anything else is ours to find, with all that is known. */
async function runWithSettings(run: Command): Promise<Outcome> {
  let settings: Settings | null = null
  try {
    settings = readSettings(process.env)
    return await runWithDatabase(run, settings)
  } catch (error) {
    const line = startProblemLine(error, settings)
    if (line === null) throw error
    return { isGood: false, words: `${line}\n` }
  }
}

async function runWithDatabase(run: Command, settings: Settings): Promise<Outcome> {
  const stops: (() => Promise<unknown>)[] = []
  const open = async () => {
    const postgres = settings.databaseUrl ? null : await startPrivatePostgres({ folder: settings.dataFolder })
    if (postgres) stops.unshift(() => postgres.stop())
    const databaseUrl = settings.databaseUrl ?? postgres?.databaseUrl ?? ''
    const pool = openPool(databaseUrl, (error) => process.emitWarning(error))
    stops.unshift(() => pool.end())
    const db = openDatabase(pool)
    await migrate(databaseUrl)
    await seedContent(db, readSeedFiles())
    return db
  }
  try {
    return await run(open, settings)
  } finally {
    for (const stop of stops) await stop()
  }
}
