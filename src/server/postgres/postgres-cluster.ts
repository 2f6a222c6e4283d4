import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { BINARIES_ENVIRONMENT, findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { hasCode, signal } from './postgres-processes.ts'

const runFile = promisify(execFile)

/** PostgreSQL refuses to run as root: root starts it as another user, or with `prefix`. Other users start it as themselves. */
type Account = { uid: number; gid: number; spawnAs: { uid?: number; gid?: number }; prefix: string[] }

/** The overflow user id, in /etc/passwd on every common Linux; initdb insists on an id that /etc/passwd lists, which 1000 often is not. */
const NOBODY = 65_534
/** Keeps root's access to its own files under another apparent id, for folders that no other account can enter. */
const USER_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']
export const isRoot = process.getuid?.() === 0
export const SUPERUSER = 'guichet'
/** macOS before 15 has no C.UTF-8; its nearest is plain order with the character classes of UTF-8. */
const LOCALE = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']

/** Creates the cluster if it is missing. */
export async function prepareCluster(cluster: string, onlyPackage: boolean | undefined) {
  const majorVersion = clusterMajorVersion(cluster)
  const binaries = await findPostgresBinaries({ onlyPackage, majorVersion })
  if (majorVersion === null) await makeCluster(cluster, binaries)
  return { binaries, account: accountOf(await stat(cluster)) }
}

function clusterMajorVersion(cluster: string): number | null {
  const entries = existsSync(cluster) ? readdirSync(cluster) : []
  if (entries.length === 0) return null
  if (entries.includes('PG_VERSION')) return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  throw new Error(`${cluster} holds files but no PostgreSQL cluster: move them away or choose another folder.`)
}

/**
 * Created in a temporary folder and renamed, so `cluster` is complete or absent when its creator dies. Of several starters the first rename
 * wins.
 */
async function makeCluster(cluster: string, binaries: PostgresBinaries): Promise<void> {
  const folder = dirname(cluster)
  for (const name of await readdir(folder)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    // An initdb whose starter was killed may still be writing there for a moment, hence the retries.
    if (maker && !signal(Number(maker), 0)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const account = await accountForNewCluster(folder, binaries)
  const unfinished = await mkdtemp(`${cluster}.new-${process.pid}-`)
  // Trust, because only the server's own account (and root) can enter the socket's folder.
  const options = [`--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8', '--no-instructions', ...LOCALE]
  try {
    if (isRoot) await chown(unfinished, account.uid, account.gid)
    await runAs(account, [join(binaries.folder, 'initdb'), '-D', unfinished, ...options])
    await rename(unfinished, cluster)
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return
    const errorText = error instanceof Error && 'stderr' in error ? lastLines(String(error.stderr)) : ''
    throw new Error(`initdb of PostgreSQL ${binaries.majorVersion} (${binaries.folder}) failed: ${errorText || String(error)}`, {
      cause: error,
    })
  }
}

function accountOf({ uid, gid }: { uid: number; gid: number }): Account {
  if (!isRoot) return { uid, gid, spawnAs: {}, prefix: [] }
  return uid === 0 ? { uid, gid, spawnAs: {}, prefix: USER_NAMESPACE } : { uid, gid, spawnAs: { uid, gid }, prefix: [] }
}

async function accountForNewCluster(folder: string, { folder: programs }: PostgresBinaries): Promise<Account> {
  const owner = await stat(folder)
  if (!isRoot) return accountOf(owner)
  const others = [owner, { uid: NOBODY, gid: NOBODY }].filter(({ uid }) => uid !== 0)
  for (const account of [...others, { uid: 0, gid: 0 }].map(accountOf)) {
    // Modes, ACLs, mount options and container limits all matter, so access is tried.
    const attempt = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', folder, join(programs, 'postgres')]
    if (await runAs(account, attempt).catch(() => null)) return account
  }
  throw new Error(`PostgreSQL refuses to run as root, and no other account can use both ${folder} and ${programs}.`)
}

function runAs({ prefix, spawnAs }: Account, command: readonly string[]): Promise<unknown> {
  const [file = '', ...rest] = [...prefix, ...command]
  return runFile(file, rest, { ...spawnAs, cwd: '/', env: BINARIES_ENVIRONMENT })
}

/** The end of a program's output, as part of a one-line message. */
export function lastLines(output: string): string {
  const lines = output.trim().split(/\s*\n\s*/)
  return lines.slice(-4).join(' | ')
}
