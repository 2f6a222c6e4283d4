import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePorts } from '../../../tests/support/free-ports.ts'
import type { ClusterPrograms } from './cluster-programs.ts'
import { aDaemon, type Account, type Daemon } from './daemon.ts'
import { aBalancer } from './haproxy.ts'
import { aPatroniNode, type NodePorts, type PatroniNode, type Timing } from './patroni-node.ts'

const runFile = promisify(execFile)

export type StandbyCluster = {
  /** Through HAProxy: whoever rules. */
  databaseUrl: string
  nodes: PatroniNode[]
  etcd: Daemon
  timing: Timing
  /** Null while nobody rules, or nobody can be asked. */
  primary(): Promise<PatroniNode | null>
  untilPrimary(isWanted?: (node: PatroniNode) => boolean): Promise<PatroniNode>
  /** One primary, the others follow it, and one of them is its synchronous standby. */
  untilWhole(): Promise<PatroniNode>
  standbys(): Promise<PatroniNode[]>
  switchOver(): Promise<void>
  /** Nobody reaches this node, and it reaches nobody. Loopback does not know who asks, so the others do not hear each other either, only etcd. */
  cutOff(node: PatroniNode): void
  mendNetwork(): void
  /** What its programs said last, for whoever has to find out what went wrong. */
  lastWords(): string[]
  close(): Promise<void>
}

export const TIMING: Timing = { ttlSeconds: 5, loopSeconds: 1, retrySeconds: 2 }

const NAMES = ['one', 'two', 'three'] as const
const PORTS_OF_NODE = 6
const WHOLE_TIMEOUT_MS = 90_000
const LOOK_AGAIN_MS = 100
const ASK_TIMEOUT_MS = 1_000
/** PostgreSQL refuses to run as root; this is `nobody`, whom every Linux knows. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/** Three PostgreSQL under Patroni, etcd and HAProxy, on loopback and in a folder that goes with them. */
export async function startStandbyCluster(programs: ClusterPrograms): Promise<StandbyCluster> {
  // Each of its programs ends with us, and so does each of the portal's: more than Node expects one process to watch over.
  process.setMaxListeners(50)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-cluster-')))
  const account: Account = process.getuid?.() === 0 ? NOBODY : {}
  await chmod(folder, 0o711)
  if ('uid' in account) await chown(folder, account.uid, account.gid)
  const [etcdPort = 0, etcdPeerPort = 0, balancerPort = 0, ...others] = await freePorts(3 + NAMES.length * PORTS_OF_NODE)
  const etcd = anEtcd({ program: programs.etcd, folder, account, port: etcdPort, peerPort: etcdPeerPort })
  const place = { folder, account, programs, etcdPort, timing: TIMING }
  const nodes = await Promise.all(NAMES.map((name, at) => aPatroniNode(name, portsOf(others.slice(at * PORTS_OF_NODE)), place)))
  const balancer = await aBalancer({ program: programs.haproxy, folder, port: balancerPort, nodes })
  const cluster = openCluster({ nodes, etcd, programs, folder, databaseUrl: `postgresql://postgres@127.0.0.1:${balancerPort}/guichet` })
  const close = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all([balancer.stop(), etcd.stop()])
    await rm(folder, { recursive: true, force: true })
  }
  try {
    etcd.start()
    await until(() => isOk(`http://127.0.0.1:${etcdPort}/health`), 'etcd')
    for (const node of nodes) node.start()
    balancer.start()
    const first = await cluster.untilWhole()
    await createDatabase(first)
  } catch (error) {
    const told = nodes.flatMap(({ name, lines }) =>
      lines()
        .slice(-8)
        .map((line) => `${name}: ${line}`),
    )
    await close()
    throw new Error(`the cluster did not come up: ${String(error)}\n${told.join('\n')}`, { cause: error })
  }
  return { ...cluster, close }
}

function portsOf([postgres = 0, api = 0, postgresCable = 0, peerCable = 0, checkCable = 0, etcdCable = 0]: readonly number[]): NodePorts {
  return { postgres, api, postgresCable, peerCable, checkCable, etcdCable }
}

type EtcdOptions = { program: string; folder: string; account: Account; port: number; peerPort: number }

function anEtcd({ program, folder, account, port, peerPort }: EtcdOptions): Daemon {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const addresses = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer]
  const itself = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `only=${peer}`, '--name', 'only']
  const command = [program, ...itself, ...addresses, '--data-dir', join(folder, 'etcd'), '--logger', 'zap', '--log-level', 'error'] as const
  // Debian builds etcd for processors on which its authors do not test it.
  return aDaemon({ command: [...command], cwd: folder, account, env: { ETCD_UNSUPPORTED_ARCH: process.arch } })
}

type Opened = Omit<StandbyCluster, 'close'>

function openCluster(parts: {
  nodes: PatroniNode[]
  etcd: Daemon
  programs: ClusterPrograms
  folder: string
  databaseUrl: string
}): Opened {
  const { nodes, etcd, programs, folder, databaseUrl } = parts

  async function primary(): Promise<PatroniNode | null> {
    const answers = await Promise.all(nodes.map(({ apiUrl }) => isOk(`${apiUrl}/primary`)))
    return nodes.find((_node, at) => answers[at]) ?? null
  }
  async function untilPrimary(isWanted: (node: PatroniNode) => boolean = () => true): Promise<PatroniNode> {
    return until(async () => {
      const found = await primary()
      return found && isWanted(found) ? found : null
    }, 'a primary')
  }
  return {
    databaseUrl,
    nodes,
    etcd,
    timing: TIMING,
    primary,
    untilPrimary,
    async untilWhole() {
      await until(async () => isWhole(nodes, await primary()), 'primary and standbys')
      return untilPrimary()
    },
    async standbys() {
      const ruler = await primary()
      return nodes.filter((node) => node !== ruler)
    },
    lastWords: () =>
      nodes.flatMap(({ name, lines }) =>
        lines()
          .slice(-8)
          .map((line) => `${name}: ${line}`),
      ),
    cutOff(node) {
      node.cutNetwork()
      for (const other of nodes) other.cutPeers()
    },
    mendNetwork: () => nodes.forEach((node) => node.mendNetwork()),
    async switchOver() {
      const ruler = await untilPrimary()
      const file = join(folder, ruler.name, 'patroni.yml')
      await runFile(programs.patronictl, ['-c', file, 'switchover', '--force', '--master', ruler.name], { cwd: folder })
    },
  }
}

/**
 * All others stream from this primary, and Patroni has written down which one may succeed it. Before that a primary that dies leaves nobody who
 * surely has everything, and strict mode rather waits for its return.
 */
async function isWhole(nodes: readonly PatroniNode[], ruler: PatroniNode | null): Promise<boolean> {
  if (!ruler) return false
  const successors = await Promise.all(nodes.map(({ apiUrl }) => isOk(`${apiUrl}/synchronous`)))
  if (!successors.some(Boolean)) return false
  const followers = await ask(maintenanceUrl(ruler), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_replication where state = 'streaming' and application_name = any($1)`,
      [nodes.map(({ name }) => name)],
    )
    return rows[0]?.count ?? 0
  }).catch(() => 0)
  return followers === nodes.length - 1
}

function maintenanceUrl({ ownUrl }: PatroniNode): string {
  return ownUrl.replace(/guichet$/, 'postgres')
}

async function createDatabase(ruler: PatroniNode): Promise<void> {
  await ask(maintenanceUrl(ruler), (client) => client.query('create database guichet'))
}

async function ask<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_TIMEOUT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asks until the answer is one. */
async function until<Value>(ask: () => Promise<Value | null | false>, what: string): Promise<Value> {
  const deadline = performance.now() + WHOLE_TIMEOUT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`${what} did not come`)
    await pause(LOOK_AGAIN_MS)
  }
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) }).then(
    (answer) => answer.ok,
    () => false,
  )
}
