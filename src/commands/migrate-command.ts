import pg from 'pg'
import { compareSchema, migrate } from '#server/database/migrations.ts'
import { runCommand, type CommandPlace, type CommandResult } from './command.ts'

const USAGE = `For the operator's administrators:
  npm run migrate   brings the tables to this version and ends; replicas of the version before go on meanwhile
`

/** The one command that changes tables. A starting portal does the same. */
async function runMigrateCommand({ args, databaseUrl }: CommandPlace): Promise<CommandResult> {
  if (args.length > 0) return { ok: false, message: USAGE, exit: 'usage' }
  const url = await databaseUrl()
  const applied = await migrate(url, { onBlocked: (message) => process.stderr.write(`${message}\n`) })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { unknown } = await compareSchema(client).finally(() => client.end())
  if (unknown.length > 0)
    return {
      ok: false,
      message: `The database was migrated by a newer version (${unknown.join(', ')}): it is left as it is.\n`,
      exit: 'database',
    }
  const lines = applied.map((name) => `applied ${name}\n`)
  return { ok: true, message: `${lines.join('')}${applied.length} migrations applied. The tables are those of this version.\n` }
}

await runCommand(runMigrateCommand)
