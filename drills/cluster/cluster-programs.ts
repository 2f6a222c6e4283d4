import { accessSync, constants, existsSync, globSync } from 'node:fs'

const PATRONI = '/usr/bin/patroni'
const PATRONICTL = '/usr/bin/patronictl'
const ETCD = '/usr/bin/etcd'
const HAPROXY = '/usr/sbin/haproxy'
/** Patroni reads certificates with it; Debian only recommends it. */
const IDNA = '/usr/lib/python3/dist-packages/idna/__init__.py'

export type ClusterPrograms = { patroni: string; patronictl: string; etcd: string; haproxy: string; postgresFolder: string }

/** Debian's packages of what a cluster is made of. */
export const CLUSTER_PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'haproxy', 'openssl', 'procps', 'python3-idna']

/** Null when one of them is missing. The newest PostgreSQL is taken. */
export function findClusterPrograms(): ClusterPrograms | null {
  const [postgres] = globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted().toReversed()
  if (!postgres || ![PATRONI, PATRONICTL, ETCD, HAPROXY].every(canRun) || !existsSync(IDNA)) return null
  return { patroni: PATRONI, patronictl: PATRONICTL, etcd: ETCD, haproxy: HAPROXY, postgresFolder: postgres.replace(/\/pg_rewind$/, '') }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
