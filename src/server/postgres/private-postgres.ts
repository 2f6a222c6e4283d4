import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, constants, createReadStream, fstatSync, openSync, statSync } from 'node:fs'
import { access, chmod, chown, lstat, mkdir, realpath, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { BINARIES_ENVIRONMENT } from './postgres-binaries.ts'
import { isRoot, lastLines, prepareCluster, SUPERUSER } from './postgres-cluster.ts'
import { hasCode, interruptServer, runningServer, SOCKET_FOLDER_PREFIX, stalePid, type RunningServer } from './postgres-processes.ts'

/**
 * `databaseUrl` has the form `postgresql://guichet@localhost:5432/guichet?host=%2Ftmp%2Fguichet-0123456789ab&sslmode=disable`.
 * For another database of the same server, set the path: `const url = new URL(databaseUrl); url.pathname = '/other'`.
 * `adopted` says that the server already ran. `stop` ends it unless another process still uses it. The server survives a killed
 * process, for the next start; when the process that started it exits without `stop`, it ends.
 */
export type PrivatePostgres = { databaseUrl: string; adopted: boolean; stop(): Promise<void> }

/** Enough for recovery after a power cut on a slow disk. */
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 25
const PORT = 5432
const DATABASE = 'guichet'
const LOST_SOCKET = 'its socket was removed'

/** On the command line rather than in postgresql.conf, so that an old cluster gets the settings of today. */
const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  max_connections: 100,
  shared_buffers: '64MB',
  fsync: 'on',
  timezone: 'UTC',
  // The details and statements of failures may contain mobile numbers, and the log must not.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** For databases of tests, which no power cut concerns: waiting for the disk made one test's checkpoint delay all others. */
const DISPOSABLE = { fsync: 'off', full_page_writes: 'off', max_connections: 300 }

type Options = { folder: string; onlyPackage?: boolean; isDisposable?: boolean }

/** Another starter was first, or a killed server's last sessions are still ending. */
const PASSING_PROBLEM = /lock file "[^"]*" (already exists|is empty)|is still in use|could not create lock file/

/** Every user of the server holds this advisory lock, which PostgreSQL releases when a user is killed; the last one takes it alone. */
const USERS_LOCK = 1

/**
 * Starts (or adopts) the private PostgreSQL whose cluster is `${folder}/postgres`; its log is `${folder}/postgres.log`.
 * It listens on a unix socket only, in a folder that only its own account can enter.
 */
export async function startPrivatePostgres(options: Options): Promise<PrivatePostgres> {
  const cluster = await prepareFolder(resolve(options.folder))
  const deadline = Date.now() + START_TIMEOUT_MS
  let problem = ''
  while (Date.now() < deadline) {
    const launch = runningServer(cluster) ? null : await launchServer(cluster, options)
    const { server, client, reason } = await reachServer(cluster, deadline, launch?.isRunning)
    const shared = server && client && (await shareServer(cluster, server, client, server.pid === launch?.pid))
    if (shared) return shared
    if (reason === LOST_SOCKET && server?.isOurs) await stopServer(cluster, server)
    problem = reason || (!server && (await launch?.problem())) || problem
    await sleep(POLL_MS)
  }
  throw new Error(`The PostgreSQL of ${cluster} could not be started: ${problem}`)
}

/** The URL of the private PostgreSQL that runs there, for a program that neither starts nor stops it; null when none is ready. */
export async function findPrivatePostgres(folder: string): Promise<string | null> {
  const server = runningServer(join(await realpath(folder).catch(() => folder), 'postgres'))
  return server?.isReady ? databaseUrlAt(server.socketFolder) : null
}

/** The socket's folder is a parameter: the path is the database's name alone. Port and sslmode keep PGPORT and PGSSLMODE out. */
export function databaseUrlAt(socketFolder: string, database: string = DATABASE): string {
  return `postgresql://${SUPERUSER}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`
}

async function prepareFolder(folder: string): Promise<string> {
  try {
    // Root's server runs as another account, which must be able to pass through.
    await mkdir(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be used for the database: ${String(error)}`, { cause: error })
  }
  const cluster = join(await realpath(folder), 'postgres')
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
  // PostgreSQL starts for no other account than the one that its files belong to.
  if (isRoot || owner === undefined || owner === process.getuid?.()) return cluster
  throw new Error(`The database in ${cluster} belongs to user id ${owner}, not to ${process.getuid?.()}: choose another folder.`)
}

/** In a session of its own, which Ctrl-C and the end of the terminal do not reach. Of several starters PostgreSQL lets one win. */
async function launchServer(cluster: string, { onlyPackage, isDisposable = false }: Options) {
  const { account, binaries } = await prepareCluster(cluster, onlyPackage)
  const settings = { ...SETTINGS, ...(isDisposable && DISPOSABLE), unix_socket_directories: await prepareSocketFolder(cluster, account) }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [file = '', ...rest] = [...account.prefix, join(binaries.folder, 'postgres'), '-D', cluster, ...options]
  // A number in a stale pid file, which another process may have by now, stops PostgreSQL unless it is this one.
  const env = { ...BINARIES_ENVIRONMENT, PG_GRANDPARENT_PID: String(stalePid(cluster)) }
  const log = openSync(`${cluster}.log`, 'a', 0o600)
  const { size: start } = fstatSync(log)
  const child = spawn(file, rest, { ...account.spawnAs, cwd: '/', env, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  closeSync(log)
  let end: string | null = null
  child.once('error', ({ message }) => (end = message))
  child.once('exit', () => (end ??= ''))
  /** Why it ended, when another attempt may succeed. */
  async function problem(): Promise<string> {
    const output = end || (await text(createReadStream(`${cluster}.log`, { start })))
    const wasStopped = child.exitCode === 0 || child.signalCode !== null
    if (wasStopped || PASSING_PROBLEM.test(output)) return lastLines(output) || 'it was stopped'
    throw new Error(`PostgreSQL ${binaries.majorVersion} did not start in ${cluster}: ${lastLines(output)} (${cluster}.log)`)
  }
  return { pid: child.pid, isRunning: () => end === null, problem }
}

/**
 * In /tmp, because a socket's path may have 103 bytes. Open to the server's account alone (and root), so that the server can trust its
 * clients: as root that account is often user id 65534, which other programs may share. A data folder always gets the same name.
 */
async function prepareSocketFolder(cluster: string, { uid, gid }: { uid: number; gid: number }): Promise<string> {
  const socketFolder = `/tmp/${SOCKET_FOLDER_PREFIX}${createHash('sha256').update(`${uid} ${cluster}`).digest('hex').slice(0, 12)}`
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  // Another user may have put a folder or a link of that name there first.
  const found = await lstat(socketFolder)
  if (!found.isDirectory() || ![uid, process.getuid?.()].includes(found.uid))
    throw new Error(`${socketFolder} belongs to another user (id ${found.uid}) but is needed for the database's socket: remove it.`)
  if (isRoot) await chown(socketFolder, uid, gid)
  await chmod(socketFolder, 0o700)
  return socketFolder
}

type Reached = { server: RunningServer | null; client: Client | null; reason: string }

/** Waits until the cluster's server answers, also for one that is starting or stopping. */
async function reachServer(cluster: string, deadline: number, isStarting = () => false): Promise<Reached> {
  for (;;) {
    const server = runningServer(cluster)
    if (!server && !isStarting()) return { server, client: null, reason: '' }
    const answer = server?.socketFolder ? await connect(server.socketFolder).catch((error: unknown) => error) : 'it has no socket'
    if (answer instanceof Client) return { server, client: answer, reason: '' }
    if (server?.isReady && hasCode(answer, 'ENOENT')) return { server, client: null, reason: LOST_SOCKET }
    if (Date.now() > deadline) return { server, client: null, reason: String(answer) }
    await sleep(POLL_MS)
  }
}

/** Not to the product's database: that one may serve as a template. */
async function connect(socketFolder: string): Promise<Client> {
  const connectionString = databaseUrlAt(socketFolder, 'postgres')
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  // A statement that fails because the server went away says so itself.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Null when the server's last user is just stopping it. */
async function shareServer(cluster: string, server: RunningServer, client: Client, isStarter: boolean): Promise<PrivatePostgres | null> {
  const isGiven = async (lock: string) => (await client.query(`select where pg_${lock}(${USERS_LOCK})`)).rowCount === 1
  if (!(await isGiven('try_advisory_lock_shared').catch(() => false))) return client.end().then(() => null)
  const interruptAtExit = () => void interruptServer(cluster, server.pid)
  if (isStarter) process.once('exit', interruptAtExit)
  const stopOnce = async () => {
    process.off('exit', interruptAtExit)
    await isGiven('advisory_unlock_shared').catch(() => false)
    const isLastUser = await isGiven('try_advisory_lock').catch(() => isStarter)
    if (server.isOurs && isLastUser) await stopServer(cluster, server)
    await client.end()
  }
  let stopping: Promise<void> | null = null
  return { databaseUrl: databaseUrlAt(server.socketFolder), adopted: !isStarter, stop: () => (stopping ??= stopOnce()) }
}

/** Ends this very server and waits until it is gone. */
async function stopServer(cluster: string, { pid, socketFolder }: RunningServer): Promise<void> {
  if (!interruptServer(cluster, pid)) return
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; runningServer(cluster)?.pid === pid; await sleep(POLL_MS)) {
    if (Date.now() > deadline) throw new Error(`The PostgreSQL of ${cluster} (process ${pid}) did not stop; see ${cluster}.log.`)
  }
  // Gone already, in use by the next server, or another account's.
  await rmdir(socketFolder).catch(() => {})
}
