import { constants } from 'node:fs'
import { access, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountForNewCluster, accountOfCluster, isRoot } from './postgres-account.ts'
import { findPostgresBinaries, type BinariesSource } from './postgres-binaries.ts'
import { clusterMajorVersion, makeCluster } from './postgres-cluster.ts'
import { databaseUrlAt, reachServer } from './postgres-connection.ts'
import { adoptersClaim, STARTERS_CLAIM, type Claim } from './postgres-owner.ts'
import { hasCode, messageOf } from './postgres-problems.ts'
import { interruptServer, runningServer, type RunningServer } from './postgres-processes.ts'
import { launchServer, stopServer, type Launched, type Place } from './postgres-server.ts'

/**
 * `databaseUrl` has the form `postgresql://guichet@localhost:5432/guichet?host=%2Ftmp%2Fguichet-0123456789ab&sslmode=disable`.
 * For another database of the same server, set the path: `const url = new URL(databaseUrl); url.pathname = '/other'`.
 *
 * `adopted` tells that the server already ran. `stop` ends it only when it is ours to end: we started it, or whoever started it is
 * dead and no other adopter took it over. A process that ends without `stop` (but is not killed) ends its server as well.
 */
export type PrivatePostgres = { databaseUrl: string; adopted: boolean; stop(): Promise<void> }

/** Long enough for recovery after a power cut on a slow disk. */
const START_TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 50

/**
 * Starts (or adopts) the private PostgreSQL whose cluster lives in `${folder}/postgres`; its log is `${folder}/postgres.log`.
 * It listens on a unix socket only, in a folder that only its own account can enter.
 */
export async function startPrivatePostgres(options: { folder: string; binaries?: BinariesSource }): Promise<PrivatePostgres> {
  const place = await preparePlace(options.folder)
  const deadline = Date.now() + START_TIMEOUT_MS
  let reason = ''
  while (Date.now() < deadline) {
    await ensureCluster(place, options.binaries)
    const adopted = await adoptServer(place, deadline)
    if (adopted) return adopted
    const launched = await launchOwn(place, { source: options.binaries, deadline })
    if (launched.kind === 'ready') return handleOf(place, launched.server, { adopted: false, claim: STARTERS_CLAIM })
    reason = launched.reason
    await sleep(RETRY_DELAY_MS)
  }
  throw new Error(`The PostgreSQL of ${place.cluster} could not be started: ${reason}`)
}

async function preparePlace(wanted: string): Promise<Place> {
  const folder = resolve(wanted)
  try {
    await mkdir(dirname(folder), { recursive: true })
    // Root's server runs as another account, which must be able to pass through.
    await mkdir(folder, { mode: isRoot() ? 0o711 : 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be used for the database: ${messageOf(error)}`, { cause: error })
  }
  const real = await realpath(folder)
  return { folder: real, cluster: join(real, 'postgres'), log: join(real, 'postgres.log'), libraryLinks: join(real, 'postgres-libraries') }
}

async function ensureCluster(place: Place, source: BinariesSource | undefined): Promise<void> {
  const account = await accountOfCluster(place.cluster)
  if (account && (await clusterMajorVersion(place.cluster)) !== null) return
  const binaries = await findPostgresBinaries({ source, majorVersion: null, linksFolder: place.libraryLinks })
  await makeCluster({ cluster: place.cluster, binaries, account: await accountForNewCluster({ folder: place.folder, binaries }) })
}

/** Asks for version and account anew: another starter's cluster may have come before the one made here. */
async function launchOwn(place: Place, { source, deadline }: { source: BinariesSource | undefined; deadline: number }): Promise<Launched> {
  const account = await accountOfCluster(place.cluster)
  const majorVersion = await clusterMajorVersion(place.cluster)
  if (!account || majorVersion === null) return { kind: 'outrun', reason: 'the cluster was removed' }
  const binaries = await findPostgresBinaries({ source, majorVersion, linksFolder: place.libraryLinks })
  return launchServer(place, { binaries, account, deadline })
}

/** Null when no server runs (any more). One that is still starting, or just stopping, is waited for. */
async function adoptServer(place: Place, deadline: number): Promise<PrivatePostgres | null> {
  const isExpected = () => runningServer(place.cluster) !== null
  const reached = await reachServer({ cluster: place.cluster, isExpected, deadline })
  if (reached.kind === 'gone') return null
  const claim = adoptersClaim(place, reached.server)
  if (reached.kind === 'ready') return handleOf(place, reached.server, { adopted: true, claim })
  if (!claim.isOwner()) {
    throw new Error(`The PostgreSQL of ${place.cluster} runs (process ${reached.server.pid}) but cannot be reached: ${reached.reason}`)
  }
  await stopServer(place, reached.server)
  claim.release()
  return null
}

function handleOf(place: Place, server: RunningServer, { adopted, claim }: { adopted: boolean; claim: Claim }): PrivatePostgres {
  const interruptAtExit = () => {
    if (claim.isOwner()) interruptServer(place.cluster, server.pid)
  }
  process.once('exit', interruptAtExit)

  async function stopOnce(): Promise<void> {
    process.off('exit', interruptAtExit)
    if (claim.isOwner()) await stopServer(place, server)
    claim.release()
  }
  let stopping: Promise<void> | null = null
  return { databaseUrl: databaseUrlAt(server.socketFolder), adopted, stop: () => (stopping ??= stopOnce()) }
}
