import { resolve } from 'node:path'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { findPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import { startProblemLine } from '../composition/start-problems.ts'
import { commandSettings } from '#settings/command-settings.ts'
import { schemaProblem } from './command-schema.ts'

/** docs/operations.md, exit codes of the commands. */
export const EXIT = { good: 0, differs: 1, no: 1, usage: 2, settings: 3, database: 4 } as const

/**
 * The result of an operator's command: what to print, and whether it succeeded. `usage` is a command that was typed wrong, `differs` one
 * that ran and found a difference.
 */
export type CommandResult = { ok: boolean; message: string; exit?: 'usage' | 'database' | 'differs' }

/** What a command may use. Each is opened on first use, and nothing is created, migrated or seeded by it. */
export type CommandPlace = {
  args: string[]
  settings: Settings
  /** The database, once it is certain that this program knows its tables. */
  open: () => Promise<Database>
  /** For a command that changes the tables themselves. */
  databaseUrl: () => Promise<string>
}

/** A refusal that names what the operator does next. */
class DatabaseRefusal extends Error {}

/** OPS-1: prints its mode and database, runs, and ends the process. */
export async function runCommand(run: (place: CommandPlace) => Promise<CommandResult>): Promise<never> {
  const { ok, message, exit } = await runWithSettings(run)
  process[ok || exit === 'differs' ? 'stdout' : 'stderr'].write(message)
  process.exit(ok ? EXIT.good : EXIT[exit ?? 'no'])
}

type Ended = Omit<CommandResult, 'exit'> & { exit?: keyof typeof EXIT }

/** Errors that the user of the command can fix are one line each; any other error is a bug and is printed with all its details. */
async function runWithSettings(run: (place: CommandPlace) => Promise<CommandResult>): Promise<Ended> {
  let settings: Settings | null = null
  try {
    const { env, source, args } = commandSettings(process.argv.slice(2), process.env)
    settings = readSettings(env)
    process.stderr.write(`${settings.mode}, ${placeWords(settings)} (settings from ${source})\n`)
    return await runWithDatabase(run, { args, settings })
  } catch (error) {
    if (error instanceof DatabaseRefusal) return { ok: false, message: `${error.message}\n`, exit: 'database' }
    const line = startProblemLine(error, settings)
    if (line === null) throw error
    return { ok: false, message: `${line}\n`, exit: error instanceof SettingProblem ? 'settings' : 'database' }
  }
}

/** The database's URL, without the password. */
function placeWords({ databaseUrl, dataFolder }: Settings): string {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl)
  if (!url) return `private database in ${resolve(dataFolder)}`
  const host = url.searchParams.get('host') ?? `${url.hostname || 'localhost'}:${url.port || '5432'}`
  return `database ${decodeURIComponent(url.pathname.slice(1))} at ${host}`
}

async function runWithDatabase(
  run: (place: CommandPlace) => Promise<CommandResult>,
  { args, settings }: Pick<CommandPlace, 'args' | 'settings'>,
): Promise<CommandResult> {
  const shutdownSteps: (() => Promise<unknown>)[] = []
  const databaseUrl = async () => {
    const url = settings.databaseUrl ?? (await findPrivatePostgres(settings.dataFolder))
    if (url !== null) return url
    throw new DatabaseRefusal(
      `No portal runs on ${resolve(settings.dataFolder)}: start it (npm start), or name the settings of the portal that is meant (--env-file <path>).`,
    )
  }
  const open = async () => {
    const pool = openPool(await databaseUrl(), (error) => process.emitWarning(error))
    shutdownSteps.unshift(() => pool.end())
    const problem = await schemaProblem(pool, settings.mode)
    if (problem) throw new DatabaseRefusal(problem)
    return openDatabase(pool)
  }
  try {
    return await run({ args, settings, open, databaseUrl })
  } finally {
    for (const stop of shutdownSteps) await stop()
  }
}
