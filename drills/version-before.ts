import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Used when no migration separates two versions: about a day of commits. */
const COMMITS_BACK = 20

export type VersionBefore = {
  kind: 'built'
  /** A tree of its own with pages of its own. */
  root: string
  commit: string
  /** It refuses tables that a newer version has migrated, unless the migration is hidden from it (decision 0065). */
  isStrict: boolean
  remove(): void
}

type Skipped = { kind: 'skipped'; why: string }

/** The program of a commit, built beside this one. By default the newest one with fewer migrations. */
export function buildVersionBefore(from: string | null): VersionBefore | Skipped {
  const commit = git('rev-parse', '--verify', '--quiet', `${from ?? defaultCommit()}^{commit}`)
  if (commit === null) return { kind: 'skipped', why: `no version before is known here (${from ?? 'the history is missing'})` }
  const root = mkdtempSync(join(tmpdir(), 'guichet-before-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  process.once('exit', remove)
  const tree = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', root], { input: tree })
  const other = otherPackages(root)
  if (other.length > 0) {
    remove()
    return {
      kind: 'skipped',
      why: `${commit.slice(0, 7)} wants other packages (${other.slice(0, 3).join(', ')}): choose another with --from`,
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const built = spawnSync(process.execPath, ['scripts/build-when-needed.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  })
  if (built.status !== 0) throw new Error(`${commit.slice(0, 7)} could not be built:\n${built.stdout}\n${built.stderr}`)
  return { kind: 'built', root, commit: commit.slice(0, 7), isStrict: isStrict(root), remove }
}

/** The parent of the commit that last touched the migrations. */
function defaultCommit(): string {
  const last = git('log', '-1', '--format=%H', '--', 'migrations')
  return last ? `${last}^` : `HEAD~${COMMITS_BACK}`
}

/** Null where there is no git, no repository or no such commit (a shallow copy). */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 && stdout.trim() ? stdout.trim() : null
}

type PackageFile = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

/** Its packages that are not installed here in the same version. */
function otherPackages(root: string): string[] {
  const packagesOf = (folder: string) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile
    return { ...dependencies, ...devDependencies }
  }
  const here = packagesOf(ROOT)
  return Object.entries(packagesOf(root)).flatMap(([name, version]) => (here[name] === version ? [] : [name]))
}

function isStrict(root: string): boolean {
  const runner = join(root, 'src/server/database/migrations.ts')
  return existsSync(runner) && readFileSync(runner, 'utf8').includes(`from 'kysely/migration'`)
}
