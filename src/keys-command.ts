import { systemClock } from '#server/clock.ts'
import { openDatabase, openPool } from '#server/database.ts'
import { openSealing } from '#server/sealing.ts'
import { readSettings } from './settings.ts'

const USAGE = `For the operator's administrators:
  npm run keys -- rotate   begins a new key for values that browsers seal; the one before stays usable for twenty minutes
`

/** Needs DATABASE_URL: keys live in the database that all replicas share. */
async function main([command]: string[]): Promise<boolean> {
  const { databaseUrl, secret } = readSettings(process.env)
  if (command !== 'rotate' || !databaseUrl) {
    process.stdout.write(databaseUrl ? USAGE : `${USAGE}DATABASE_URL must be set.\n`)
    return false
  }
  const pool = openPool(databaseUrl, (error) => process.emitWarning(error))
  await openSealing({ db: openDatabase(pool), clock: systemClock, secret }).rotate()
  await pool.end()
  process.stdout.write('A new sealing key is in use.\n')
  return true
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
