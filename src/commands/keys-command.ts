import { systemClock } from '#server/clock.ts'
import { openDatabase, openPool } from '#server/database/database.ts'
import { openSealing } from '#features/sealing/server/sealing.ts'
import type { Settings } from '#settings/settings.ts'
import { runCommand, type Outcome } from './command.ts'

const USAGE = `For the operator's administrators:
  npm run keys -- rotate   begins a new key for values that browsers seal; the one before stays usable for twenty minutes
`

/** Needs DATABASE_URL: keys live in the database that all replicas share. */
async function runKeysCommand([command]: string[], { databaseUrl, secret }: Settings): Promise<Outcome> {
  if (!databaseUrl) return { isGood: false, words: `${USAGE}DATABASE_URL must be set.\n` }
  if (command !== 'rotate') return { isGood: false, words: USAGE }
  const pool = openPool(databaseUrl, (error) => process.emitWarning(error))
  await openSealing({ db: openDatabase(pool), clock: systemClock, secret }).rotate()
  await pool.end()
  return { isGood: true, words: 'A new sealing key is in use.\n' }
}

await runCommand((_open, settings) => runKeysCommand(process.argv.slice(2), settings))
