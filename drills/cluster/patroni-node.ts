import { readFileSync } from 'node:fs'
import { chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layCable, type Cable } from './cable.ts'
import type { ClusterPrograms } from './cluster-programs.ts'
import type { ClusterSecrets } from './cluster-secrets.ts'
import { aDaemon, familyOf, type Account, type Daemon } from './daemon.ts'
import { shippedFile } from './shipped-file.ts'

const CREATE_DATABASE = join(import.meta.dirname, '../../deploy/create-database.sh')

/** Its own two, and the ways to it: for its server, for the other nodes, for HAProxy; and its own way to etcd. */
export type NodePorts = { postgres: number; api: number; postgresCable: number; peerCable: number; checkCable: number; etcdCable: number }

export type PatroniNode = {
  name: string
  /** Patroni's REST address, which HAProxy checks; not through a cable that may be cut. */
  apiUrl: string
  /** The server itself, leader or not: to inspect a former one. */
  ownUrl: string
  ports: NodePorts
  start(): void
  /** Patroni and its PostgreSQL together, as when a machine dies or stands still. */
  signal(signal: NodeJS.Signals): void
  /** All connections to the node, and its connection to etcd. */
  cutNetwork(): void
  /** Only what the other nodes ask it. */
  cutPeers(): void
  mendNetwork(): void
  stop(): Promise<void>
  lines(): string[]
}

type Place = { folder: string; account: Account; programs: ClusterPrograms; etcdPort: number; secrets: ClusterSecrets }

export async function aPatroniNode(name: string, ports: NodePorts, place: Place): Promise<PatroniNode> {
  const { account, programs, secrets } = place
  const folder = join(place.folder, name)
  await mkdir(folder, { mode: 0o700 })
  if ('uid' in account) await chown(folder, account.uid, account.gid)
  const file = join(folder, 'patroni.yml')
  await writeFile(file, configurationOf(name, { ports, folder, programs, account }))
  await copyFile(CREATE_DATABASE, join(folder, 'create-database.sh'))
  secrets.handOut(name, join(folder, 'tls'), account)
  const peers = await layCable(ports.peerCable, ports.api)
  const cables: Cable[] = [
    peers,
    await layCable(ports.postgresCable, ports.postgres),
    await layCable(ports.checkCable, ports.api),
    await layCable(ports.etcdCable, place.etcdPort),
  ]
  // As a proxy: otherwise it would ask etcd for its own address and go past the cable.
  const env = { ...secrets.patroniEnv, PATRONI_ETCD3_USE_PROXIES: 'true' }
  const patroni: Daemon = aDaemon({ command: [programs.patroni, file], cwd: folder, account, env, isRestarted: true })
  const signal = (what: NodeJS.Signals) => {
    const postmaster = postmasterOf(dataFolderOf(folder))
    patroni.signal(what)
    for (const pid of familyOf(postmaster)) tell(pid, what)
  }
  process.once('exit', () => signal('SIGKILL'))
  return {
    name,
    apiUrl: `https://127.0.0.1:${ports.api}`,
    ownUrl: secrets.databaseUrl('postgres', ports.postgres),
    ports,
    start: () => patroni.start(),
    signal,
    cutNetwork: () => cables.forEach((cable) => cable.cut()),
    cutPeers: () => peers.cut(),
    mendNetwork: () => cables.forEach((cable) => cable.mend()),
    async stop() {
      signal('SIGCONT')
      await patroni.stop()
      signal('SIGKILL')
      for (const cable of cables) cable.close()
    },
    lines: () => patroni.lines(),
  }
}

function dataFolderOf(folder: string): string {
  return join(folder, 'data')
}

/** Patroni starts its server apart from itself: only the server's own file names it. */
function postmasterOf(data: string): number {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return 0
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** deploy/patroni.yml on loopback: others reach this node by its cables, and its name leads to folders of its own. */
function configurationOf(
  name: string,
  { ports, folder, programs, account }: { ports: NodePorts; folder: string; programs: ClusterPrograms; account: Account },
): string {
  return shippedFile('patroni.yml', [
    ['name: NODE_NAME', `name: ${name}`],
    ['listen: NODE_ADDRESS:8008', `listen: 127.0.0.1:${ports.api}`],
    ['connect_address: NODE_ADDRESS:8008', `connect_address: 127.0.0.1:${ports.peerCable}`],
    ['listen: NODE_ADDRESS:5432', `listen: 127.0.0.1:${ports.postgres}`],
    ['connect_address: NODE_ADDRESS:5432', `connect_address: 127.0.0.1:${ports.postgresCable}`],
    ['10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.13:2379', `127.0.0.1:${ports.etcdCable}`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    // Without root the servers run under another account name.
    ['local all postgres peer', 'uid' in account ? 'local all postgres peer' : 'local all postgres scram-sha-256'],
    ['/usr/lib/postgresql/15/bin', programs.postgresFolder],
    ['/var/lib/postgresql/guichet', dataFolderOf(folder)],
    ['/var/lib/postgresql/pgpass', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ['/etc/patroni', folder],
  ])
}
