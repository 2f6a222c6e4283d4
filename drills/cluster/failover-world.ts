import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../../tests/support/free-ports.ts'
import { aPortal } from '../drill-world.ts'
import { startProxy } from '../plain-proxy.ts'
import { aProgram, type Program } from '../program.ts'
import type { HurtPlace } from '../run-drill.ts'
import type { ClusterPrograms } from './cluster-programs.ts'
import { startStandbyCluster, type StandbyCluster } from './standby-cluster.ts'

export type FailoverWorld = HurtPlace & {
  cluster: StandbyCluster
  replicas: readonly Program[]
  /** Where each replica answers by itself. */
  replicaUrls: readonly string[]
  close(): Promise<void>
}

/** Two replicas behind a plain proxy, a cluster of three databases behind HAProxy, and the world outside. */
export async function createFailoverWorld(programs: ClusterPrograms): Promise<FailoverWorld> {
  const cluster = await startStandbyCluster(programs)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-drill-')))
  const [proxyPort = 0, sandboxPort = 0, ...ports] = await freePorts(6)
  const [firstPort = 0, secondPort = 0, firstAdmin = 0, secondAdmin = 0] = ports
  const portalUrl = `http://localhost:${proxyPort}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const env = { SANDBOX_PORT: String(sandboxPort), GUICHET_DATA: folder, LOG_LEVEL: 'error', DATABASE_URL: cluster.databaseUrl }
  const sandbox = aProgram({
    name: 'sandbox',
    file: 'sandbox/start-sandbox.ts',
    env: { ...env, PORTAL_URL: portalUrl },
    readyUrl: `${sandboxUrl}/`,
  })
  const first = aPortal('first replica', { port: firstPort, adminPort: firstAdmin, publicUrl: portalUrl, env })
  const second = aPortal('second replica', { port: secondPort, adminPort: secondAdmin, publicUrl: portalUrl, env })
  const proxy = await startProxy(proxyPort, [firstPort, secondPort])
  const close = async () => {
    await Promise.all([first.stop(), second.stop(), sandbox.stop()])
    proxy.close()
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await sandbox.start()
    await first.start()
    await second.start()
  } catch (error) {
    await close()
    throw error
  }
  const complaints = () => [...first.complaints(), ...second.complaints()]
  const replicaUrls = [firstPort, secondPort].map((port) => `http://localhost:${port}`)
  const { databaseUrl } = cluster
  return { cluster, replicas: [first, second], replicaUrls, portalUrl, sandboxUrl, databaseUrl, portal: { complaints }, close }
}
