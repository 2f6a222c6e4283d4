import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chmod, lstat, mkdir, open, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandFor, giveTo, isRoot, type ServerAccount } from './postgres-account.ts'
import { binariesEnvironment, type PostgresBinaries } from './postgres-binaries.ts'
import { PORT, reachServer } from './postgres-connection.ts'
import { hasCode, lastLines } from './postgres-problems.ts'
import { excuseReusedPid, interruptServer, isAlive, OWNER_SETTING, processMark, type RunningServer } from './postgres-processes.ts'

/** Where one private PostgreSQL keeps its things; `folder` and `cluster` are real paths without links. */
export type Place = { folder: string; cluster: string; log: string; libraryLinks: string }

export type Launched = { kind: 'ready'; server: RunningServer } | { kind: 'outrun'; reason: string }

const STOP_TIMEOUT_MS = 30_000
const STOP_POLL_MS = 10
const LOG_EXCERPT_BYTES = 16_384

/** Another starter was first, a killed server's last sessions are still ending, or the socket's folder was just tidied away. */
const PASSING_PROBLEM = /lock file "[^"]*" (already exists|is empty)|is still in use|could not create lock file/

/**
 * Starts the server of an existing cluster. Of several starters PostgreSQL itself lets one win, by its postmaster.pid.
 * The server is a session of its own: neither Ctrl-C in our terminal nor the terminal's end reaches it.
 */
export async function launchServer(
  place: Place,
  { binaries, account, deadline }: { binaries: PostgresBinaries; account: ServerAccount; deadline: number },
): Promise<Launched> {
  const socketFolder = await prepareSocketFolder(place.folder, account)
  excuseReusedPid(place.cluster)

  const log = openSync(place.log, 'a+', 0o600)
  const logStart = await logLength(place.log)
  const { file, rest } = commandFor(account, [join(binaries.folder, 'postgres'), '-D', place.cluster, ...settings(socketFolder)])
  const child = spawn(file, rest, {
    ...account.spawnAs,
    cwd: '/',
    env: binariesEnvironment(binaries),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let spawnProblem = ''
  child.once('error', (error) => {
    spawnProblem = error.message
  })
  child.unref()

  const isRunning = () => spawnProblem === '' && child.exitCode === null && child.signalCode === null
  const reached = await reachServer({ cluster: place.cluster, isExpected: isRunning, deadline })
  if (reached.kind === 'ready' && reached.server.pid === child.pid) return { kind: 'ready', server: reached.server }

  // Ours, and of no use: it lost against another starter, or it never answered.
  if (isRunning()) child.kill('SIGINT')
  if (reached.kind === 'ready') return { kind: 'outrun', reason: 'another server was first' }
  const said = spawnProblem || (await logSince(place.log, logStart)) || (reached.kind === 'unreachable' ? reached.reason : '')
  if (PASSING_PROBLEM.test(said) || wasStopped(child)) return { kind: 'outrun', reason: lastLines(said) || 'it was stopped' }
  await removeSocketFolder(socketFolder)
  throw new Error(
    `PostgreSQL ${binaries.majorVersion} did not start in ${place.cluster}: ${lastLines(said) || 'it said nothing'} (${place.log})`,
  )
}

/** Another hand ended it (a second starter's stop, an administrator), which says nothing against trying again. */
function wasStopped({ exitCode, signalCode }: { exitCode: number | null; signalCode: NodeJS.Signals | null }): boolean {
  return exitCode === 0 || signalCode === 'SIGKILL' || signalCode === 'SIGTERM'
}

/** Ends this very server and waits until it is gone. */
export async function stopServer(place: Place, { pid, socketFolder }: RunningServer): Promise<void> {
  const mark = processMark(pid)
  if (mark === null || !interruptServer(place.cluster, pid)) return
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(mark)) {
    if (Date.now() > deadline) throw new Error(`The PostgreSQL of ${place.cluster} (process ${pid}) did not stop; see ${place.log}.`)
    await sleep(STOP_POLL_MS)
  }
  await removeSocketFolder(socketFolder)
}

/** On the command line rather than in postgresql.conf, so that a cluster of yesterday gets the settings of today. */
function settings(socketFolder: string): string[] {
  const values = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '64MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    // The details and statements of failures may hold mobile numbers, and the log must not.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    [OWNER_SETTING]: processMark(process.pid) ?? '',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** A socket's whole path may have 103 bytes (macOS; Linux: 107), which a data folder's path easily exceeds. */
const LONGEST_SOCKET_PATH_BYTES = 103

/**
 * The folder is open to the server's account alone (and root), which is what lets the server trust whoever connects. Under root that
 * account is often `nobody`, which other programs may share: where that matters, start as an ordinary user. The name comes from the
 * data folder, so two servers never meet by accident.
 */
async function prepareSocketFolder(folder: string, account: ServerAccount): Promise<string> {
  const name = `guichet-${createHash('sha256').update(`${account.owner.uid} ${folder}`).digest('hex').slice(0, 12)}`
  const preferred = join(account.temporaryFolder, name)
  const isShortEnough = Buffer.byteLength(join(preferred, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH_BYTES
  const socketFolder = isShortEnough ? preferred : join('/tmp', name)

  await mkdir(socketFolder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  // The temporary folder is everybody's: another user may have put a folder or a link of that name there first.
  const found = await lstat(socketFolder)
  const isOurs = found.isDirectory() && (found.uid === account.owner.uid || (isRoot() && found.uid === 0))
  if (!isOurs)
    throw new Error(`${socketFolder} belongs to another user (id ${found.uid}) but is needed for the database's socket: remove it.`)
  await giveTo(account, socketFolder)
  await chmod(socketFolder, 0o700)
  return socketFolder
}

async function removeSocketFolder(socketFolder: string): Promise<void> {
  await rmdir(socketFolder).catch((error: unknown) => {
    // Gone already, in use by the next server, or another account's: not ours to tidy.
    if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EACCES', 'EPERM')) throw error
  })
}

async function logLength(log: string): Promise<number> {
  return (await lstat(log)).size
}

/** The end of what was said since. */
async function logSince(log: string, start: number): Promise<string> {
  const position = Math.max(start, (await logLength(log)) - LOG_EXCERPT_BYTES)
  const handle = await open(log, 'r')
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(LOG_EXCERPT_BYTES), position })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
