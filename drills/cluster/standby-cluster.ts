import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'
import pg from 'pg'
import { freePorts } from '../../tests/support/free-ports.ts'
import type { ClusterPrograms } from './cluster-programs.ts'
import { aDaemon, type Account, type Daemon } from './daemon.ts'
import { aBalancer } from './haproxy.ts'
import { makeClusterSecrets, type ClusterSecrets } from './cluster-secrets.ts'
import { aPatroniNode, type NodePorts, type PatroniNode } from './patroni-node.ts'
import { shippedFile } from './shipped-file.ts'

const runFile = promisify(execFile)

export type StandbyCluster = {
  /** Through HAProxy: the leader. */
  databaseUrl: string
  nodes: PatroniNode[]
  etcd: Daemon
  timing: Timing
  /** Null without a leader or a reachable node. */
  primary(): Promise<PatroniNode | null>
  untilPrimary(isWanted?: (node: PatroniNode) => boolean): Promise<PatroniNode>
  /** One primary, the others follow it, and one of them is its synchronous standby. */
  untilWhole(): Promise<PatroniNode>
  standbys(): Promise<PatroniNode[]>
  switchOver(): Promise<void>
  /** Isolates this node. Loopback does not identify the sender, so the others do not reach each other either, only etcd. */
  cutOff(node: PatroniNode): void
  mendNetwork(): void
  /** Last output of its programs, for diagnosis. */
  lastWords(): string[]
  close(): Promise<void>
}

/** How fast a dead primary is noticed. The lock is renewed every `loopSeconds` and expires after `ttlSeconds`. */
type Timing = { ttlSeconds: number; loopSeconds: number }

const NAMES = ['db1', 'db2', 'db3'] as const
const PORTS_OF_NODE = 6
const WHOLE_TIMEOUT_MS = 90_000
/** Each look is a TLS handshake with each of the three. */
const LOOK_AGAIN_MS = 500
const ASK_TIMEOUT_MS = 1_000
/** PostgreSQL refuses to run as root; its package made this account, which deploy/patroni.yml lets in as the superuser. */
const SERVER_ACCOUNT = 'postgres'

/** Three PostgreSQL under Patroni, etcd and HAProxy, on loopback and in a folder that goes with them. */
export async function startStandbyCluster(programs: ClusterPrograms): Promise<StandbyCluster> {
  // Each of its programs ends with us, and so does each of the portal's: more than Node expects one process to watch over.
  process.setMaxListeners(50)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-cluster-')))
  const account: Account = process.getuid?.() === 0 ? accountOf(SERVER_ACCOUNT) : {}
  await chmod(folder, 0o711)
  if ('uid' in account) await chown(folder, account.uid, account.gid)
  const [etcdPort = 0, etcdPeerPort = 0, balancerPort = 0, ...others] = await freePorts(3 + NAMES.length * PORTS_OF_NODE)
  const secrets = makeClusterSecrets(folder, NAMES)
  const etcd = await anEtcd({ program: programs.etcd, folder, account, port: etcdPort, peerPort: etcdPeerPort, secrets })
  const place = { folder, account, programs, etcdPort, secrets }
  const nodes = await Promise.all(NAMES.map((name, at) => aPatroniNode(name, portsOf(others.slice(at * PORTS_OF_NODE)), place)))
  const balancer = await aBalancer({ program: programs.haproxy, folder, port: balancerPort, nodes, authority: secrets.authority })
  const cluster = createCluster({ nodes, etcd, programs, folder, secrets, databaseUrl: secrets.databaseUrl('guichet', balancerPort) })
  const close = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all([balancer.stop(), etcd.stop()])
    await rm(folder, { recursive: true, force: true })
  }
  try {
    etcd.start()
    await until(() => secrets.isOk(`https://127.0.0.1:${etcdPort}/health`), 'etcd')
    for (const node of nodes) node.start()
    balancer.start()
    await cluster.untilWhole()
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

function accountOf(name: string): Account {
  const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function portsOf([postgres = 0, api = 0, postgresCable = 0, peerCable = 0, checkCable = 0, etcdCable = 0]: readonly number[]): NodePorts {
  return { postgres, api, postgresCable, peerCable, checkCable, etcdCable }
}

type EtcdOptions = { program: string; folder: string; account: Account; port: number; peerPort: number; secrets: ClusterSecrets }

/** deploy/etcd.env on loopback, with one member in place of three. */
async function anEtcd({ program, folder, account, port, peerPort, secrets }: EtcdOptions): Promise<Daemon> {
  const [name] = NAMES
  const cwd = join(folder, 'etcd')
  await mkdir(cwd, { mode: 0o700 })
  if ('uid' in account) await chown(cwd, account.uid, account.gid)
  secrets.handOut(name, join(cwd, 'tls'), account)
  const members = NAMES.map((each, at) => `${each}=https://10.0.0.1${at + 1}:2380`).join(',')
  const text = shippedFile('etcd.env', [
    ['=NODE_NAME', `=${name}`],
    ['NODE_ADDRESS:2379', `127.0.0.1:${port}`],
    ['NODE_ADDRESS:2380', `127.0.0.1:${peerPort}`],
    [members, `${name}=https://127.0.0.1:${peerPort}`],
    ['/etc/etcd/tls', join(cwd, 'tls')],
    ['/var/lib/etcd/guichet', join(cwd, 'data')],
  ])
  // Debian builds etcd for processors on which its authors do not test it.
  return aDaemon({ command: [program], cwd, account, env: { ...parseEnv(text), ETCD_UNSUPPORTED_ARCH: process.arch } })
}

/** As deploy/patroni.yml sets it. */
function timingOf(): Timing {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/patroni.yml'), 'utf8')
  const read = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  return { ttlSeconds: read('ttl'), loopSeconds: read('loop_wait') }
}

type Opened = Omit<StandbyCluster, 'close'>

function createCluster(parts: {
  nodes: PatroniNode[]
  etcd: Daemon
  programs: ClusterPrograms
  folder: string
  secrets: ClusterSecrets
  databaseUrl: string
}): Opened {
  const { nodes, etcd, programs, folder, secrets, databaseUrl } = parts

  async function primary(): Promise<PatroniNode | null> {
    const answers = await Promise.all(nodes.map(({ apiUrl }) => secrets.isOk(`${apiUrl}/primary`)))
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
    timing: timingOf(),
    primary,
    untilPrimary,
    async untilWhole() {
      await until(async () => isWhole(nodes, await primary(), secrets), 'primary and standbys')
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
 * All others stream from this primary, and Patroni has recorded the possible successor. Before that, a lost primary leaves no server
 * with certainly complete data, and strict mode waits for its return.
 */
async function isWhole(nodes: readonly PatroniNode[], ruler: PatroniNode | null, secrets: ClusterSecrets): Promise<boolean> {
  if (!ruler) return false
  const successors = await Promise.all(nodes.map(({ apiUrl }) => secrets.isOk(`${apiUrl}/synchronous`)))
  if (!successors.some(Boolean)) return false
  const followers = await ask(secrets.databaseUrl('postgres', ruler.ports.postgres, 'postgres'), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_replication where state = 'streaming' and application_name = any($1)`,
      [nodes.map(({ name }) => name)],
    )
    return rows[0]?.count ?? 0
  }).catch(() => 0)
  return followers === nodes.length - 1
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

/** Polls until the result is true. */
async function until<Value>(ask: () => Promise<Value | null | false>, what: string): Promise<Value> {
  const deadline = performance.now() + WHOLE_TIMEOUT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`${what} did not come`)
    await pause(LOOK_AGAIN_MS)
  }
}
