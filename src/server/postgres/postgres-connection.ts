import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { SUPERUSER } from './postgres-cluster.ts'
import { hasCode, messageOf } from './postgres-problems.ts'
import { runningServer, type RunningServer } from './postgres-processes.ts'

export const PORT = 5432

const DATABASE = 'guichet'
const POLL_MS = 25
const CONNECT_TIMEOUT_MS = 5000
/** A server that calls itself ready but whose socket stays away this long has lost it (a cleaned or private temporary folder). */
const LOST_SOCKET_PATIENCE_MS = 1500

type Reached = { kind: 'ready'; server: RunningServer } | { kind: 'gone' } | { kind: 'unreachable'; server: RunningServer; reason: string }

/**
 * `postgresql://guichet@localhost:5432/guichet?host=%2Ftmp%2Fguichet-0123456789ab&sslmode=disable`: the socket's folder is a parameter,
 * so the path is the database's name alone. Port and sslmode are said so that a stray PGPORT or PGSSLMODE changes nothing.
 */
export function databaseUrlAt(socketFolder: string, database: string = DATABASE): string {
  const url = new URL(`postgresql://${SUPERUSER}@localhost:${PORT}/${database}`)
  url.searchParams.set('host', socketFolder)
  url.searchParams.set('sslmode', 'disable')
  return url.href
}

/** Waits until the cluster's server answers, for as long as `isExpected` says that it still may. */
export async function reachServer({
  cluster,
  isExpected,
  deadline,
}: {
  cluster: string
  isExpected: () => boolean
  deadline: number
}): Promise<Reached> {
  let lostSince: number | null = null
  while (isExpected()) {
    const server = runningServer(cluster)
    const answer = server?.socketFolder ? await askServer(server.socketFolder) : NO_SOCKET_YET
    if (server) {
      if (answer.kind === 'ready') return { kind: 'ready', server }
      lostSince = answer.hasNoSocket && server.isReady ? (lostSince ?? Date.now()) : null
      const isLost = lostSince !== null && Date.now() - lostSince > LOST_SOCKET_PATIENCE_MS
      if (isLost || Date.now() > deadline) return { kind: 'unreachable', server, reason: answer.reason }
    } else if (Date.now() > deadline) {
      break
    }
    await sleep(POLL_MS)
  }
  return { kind: 'gone' }
}

type Answer = { kind: 'ready' } | { kind: 'not-yet'; reason: string; hasNoSocket: boolean }

const NO_SOCKET_YET: Answer = { kind: 'not-yet', reason: 'it opened no socket', hasNoSocket: true }

async function askServer(socketFolder: string): Promise<Answer> {
  try {
    await withClient(databaseUrlAt(socketFolder), (client) => client.query('select')).catch(async (error: unknown) => {
      if (!hasCode(error, UNKNOWN_DATABASE)) throw error
      await createDatabase(socketFolder)
    })
    return { kind: 'ready' }
  } catch (error) {
    return { kind: 'not-yet', reason: messageOf(error), hasNoSocket: hasCode(error, 'ENOENT', 'ECONNREFUSED') }
  }
}

const UNKNOWN_DATABASE = '3D000'
/** Another starter created it in the same moment. */
const ALREADY_CREATED = ['42P04', '23505'] as const

async function createDatabase(socketFolder: string): Promise<void> {
  await withClient(databaseUrlAt(socketFolder, 'postgres'), async (client) => {
    await client.query(`create database ${DATABASE}`).catch((error: unknown) => {
      if (!hasCode(error, ...ALREADY_CREATED)) throw error
    })
  })
}

async function withClient(databaseUrl: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  const lost = new Promise<never>((_resolve, reject) => {
    // Without a listener a server that goes away between two steps would end our process.
    client.on('error', reject)
  })
  const used = client.connect().then(() => use(client))
  await Promise.race([used, lost]).finally(() => client.end())
}
