import { readFileSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layCable, type Cable } from './cable.ts'
import type { ClusterPrograms } from './cluster-programs.ts'
import { aDaemon, familyOf, type Account, type Daemon } from './daemon.ts'

/** Its own two, and the ways to it: for its server, for the other nodes, for HAProxy; and its own way to etcd. */
export type NodePorts = { postgres: number; api: number; postgresCable: number; peerCable: number; checkCable: number; etcdCable: number }

export type PatroniNode = {
  name: string
  /** Where Patroni tells what it is, as HAProxy asks it; not through a cable that may be cut. */
  apiUrl: string
  /** The server itself, whoever rules: for looking at a deposed one. */
  ownUrl: string
  ports: NodePorts
  start(): void
  /** Patroni and its PostgreSQL together, as when a machine dies or stands still. */
  signal(signal: NodeJS.Signals): void
  /** Everything to it, and its way to etcd. */
  cutNetwork(): void
  /** Only what the other nodes ask it. */
  cutPeers(): void
  mendNetwork(): void
  stop(): Promise<void>
  lines(): string[]
}

/** How fast a dead primary is noticed. The lock is renewed every `loopSeconds` and expires after `ttlSeconds`. */
export type Timing = { ttlSeconds: number; loopSeconds: number; retrySeconds: number }

type Place = { folder: string; account: Account; programs: ClusterPrograms; etcdPort: number; timing: Timing }

export async function aPatroniNode(name: string, ports: NodePorts, place: Place): Promise<PatroniNode> {
  const folder = join(place.folder, name)
  await mkdir(folder, { mode: 0o700 })
  if ('uid' in place.account) await chown(folder, place.account.uid, place.account.gid)
  const file = join(folder, 'patroni.yml')
  await writeFile(file, JSON.stringify(configurationOf(name, { ports, folder, place }), null, 2))
  const peers = await layCable(ports.peerCable, ports.api)
  const cables: Cable[] = [
    peers,
    await layCable(ports.postgresCable, ports.postgres),
    await layCable(ports.checkCable, ports.api),
    await layCable(ports.etcdCable, place.etcdPort),
  ]
  const patroni: Daemon = aDaemon({ command: [place.programs.patroni, file], cwd: folder, account: place.account })
  const signal = (what: NodeJS.Signals) => {
    const postmaster = postmasterOf(join(folder, 'data'))
    patroni.signal(what)
    for (const pid of familyOf(postmaster)) tell(pid, what)
  }
  process.once('exit', () => signal('SIGKILL'))
  return {
    name,
    apiUrl: `http://127.0.0.1:${ports.api}`,
    ownUrl: `postgresql://postgres@127.0.0.1:${ports.postgres}/guichet`,
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

/** The settings of deploy/patroni.yml, on loopback. Patroni reads YAML, of which JSON is a part. */
function configurationOf(name: string, { ports, folder, place }: { ports: NodePorts; folder: string; place: Place }): object {
  const { timing, programs } = place
  return {
    scope: 'guichet',
    name,
    restapi: { listen: `127.0.0.1:${ports.api}`, connect_address: `127.0.0.1:${ports.peerCable}` },
    // As a proxy: otherwise it would ask etcd for its own address and go past the cable.
    etcd3: { hosts: [`127.0.0.1:${ports.etcdCable}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: timing.ttlSeconds,
        loop_wait: timing.loopSeconds,
        retry_timeout: timing.retrySeconds,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        failsafe_mode: true,
        postgresql: { use_pg_rewind: true, parameters: SERVER_PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${ports.postgresCable}`,
      data_dir: join(folder, 'data'),
      bin_dir: programs.postgresFolder,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' }, rewind: { username: 'postgres' } },
      parameters: { unix_socket_directories: folder },
    },
  }
}

/** Small, for three servers on one machine; durable as everywhere. */
const SERVER_PARAMETERS = {
  max_connections: 100,
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  // How soon a standby asks again for its primary; with the usual five seconds nobody could write that long after a failover.
  wal_retrieve_retry_interval: '500ms',
  wal_receiver_status_interval: '1s',
  timezone: 'UTC',
  log_min_messages: 'warning',
}
