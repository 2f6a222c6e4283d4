import { execFile } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binariesEnvironment, type PostgresBinaries } from './postgres-binaries.ts'
import { hasCode } from './postgres-problems.ts'

const runFile = promisify(execFile)

/** PostgreSQL refuses to run as root, so root needs another account; an ordinary user runs it as itself. */
export type ServerAccount = {
  owner: { uid: number; gid: number }
  spawnAs: { uid: number; gid: number } | Record<string, never>
  prefix: readonly string[]
  temporaryFolder: string
}

/** The id of `nobody` on every common Linux; initdb insists on an id that /etc/passwd knows, which 1000 often is not. */
const NOBODY = 65_534

/** Keeps root's access to its own files under another apparent id, for folders that no other account can enter. */
const USER_NAMESPACE: ServerAccount = {
  owner: { uid: 0, gid: 0 },
  spawnAs: {},
  prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'],
  temporaryFolder: tmpdir(),
}

export function isRoot(): boolean {
  return ownIds().uid === 0
}

/** The files of a cluster belong to the account that made it, and PostgreSQL starts for no other. Null when there is none yet. */
export async function accountOfCluster(cluster: string): Promise<ServerAccount | null> {
  const found = await stat(cluster).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (!found) return null
  const { uid, gid } = found
  const own = ownIds()
  if (own.uid === 0) return uid === 0 ? USER_NAMESPACE : droppedTo({ uid, gid })
  if (uid === own.uid) return ownAccount()
  throw new Error(`The database in ${cluster} belongs to user id ${uid}, not to ${own.uid}: start as that user or choose another folder.`)
}

export async function accountForNewCluster({ folder, binaries }: { folder: string; binaries: PostgresBinaries }): Promise<ServerAccount> {
  if (!isRoot()) return ownAccount()
  const { uid, gid } = await stat(folder)
  const candidates: ServerAccount[] = uid === 0 ? [] : [droppedTo({ uid, gid })]
  if (process.platform === 'linux') candidates.push(droppedTo({ uid: NOBODY, gid: NOBODY }), USER_NAMESPACE)
  for (const account of candidates) {
    if (await canRun(account, { folder, binaries })) return account
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and no other account can use both ${folder} and ${binaries.folder}: start as an ordinary user.`,
  )
}

/** Turns "this program with these arguments" into what must be spawned for the account. */
export function commandFor(account: ServerAccount, command: readonly string[]): { file: string; rest: string[] } {
  const [file = '', ...rest] = [...account.prefix, ...command]
  return { file, rest }
}

export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  if ('uid' in account.spawnAs) await chown(path, account.owner.uid, account.owner.gid)
}

function ownIds(): { uid: number; gid: number } {
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  if (uid === undefined || gid === undefined) throw new Error('A private PostgreSQL needs Linux or macOS: set DATABASE_URL instead.')
  return { uid, gid }
}

function ownAccount(): ServerAccount {
  return { owner: ownIds(), spawnAs: {}, prefix: [], temporaryFolder: tmpdir() }
}

/** Root's own TMPDIR may be closed to the other account, hence plain /tmp. */
function droppedTo(owner: { uid: number; gid: number }): ServerAccount {
  return { owner, spawnAs: owner, prefix: [], temporaryFolder: '/tmp' }
}

/** Asking beats computing: modes, ACLs, mount options and container limits all have a say. */
async function canRun(account: ServerAccount, { folder, binaries }: { folder: string; binaries: PostgresBinaries }): Promise<boolean> {
  const attempt = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', folder, join(binaries.folder, 'postgres')]
  const { file, rest } = commandFor(account, attempt)
  return runFile(file, rest, { ...account.spawnAs, cwd: '/', env: binariesEnvironment(binaries) }).then(
    () => true,
    () => false,
  )
}
