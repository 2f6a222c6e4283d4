import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseUrlAt } from '#server/postgres/postgres-connection.ts'
import { interruptServer, runningServer } from '#server/postgres/postgres-processes.ts'
import { freePorts } from '../../tests/support/free-ports.ts'
import { aProgram, type Program } from './program.ts'
import type { AuditedPlace } from './settle-and-audit.ts'

export type DrillWorld = AuditedPlace & {
  /** Where visitors reach the portal. */
  portalUrl: string
  adminUrl: string
  portal: Program
  sandbox: Program
  /** The private PostgreSQL's data; its server outlives a killed portal. */
  folder: string
  postgresPid(): number | null
  close(): Promise<void>
}

type Wishes = {
  env?: Record<string, string>
  publicUrl?: string
  port?: number
  logTo?: string
  /** Where the portal's data goes, when that is not with the sandbox's in a new folder. Whoever names it removes it. */
  dataFolder?: string
  /** The portal of another version. */
  root?: string
}

/** The whole product with real processes, on free ports and with data of its own: portal, sandbox and PostgreSQL apart. */
export async function openDrillWorld(wishes: Wishes = {}): Promise<DrillWorld> {
  const { env = {}, publicUrl, logTo } = wishes
  const sandboxFolder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-drill-')))
  const folder = wishes.dataFolder ?? sandboxFolder
  const [freePort = 0, sandboxPort = 0, adminPort = 0] = await freePorts(3)
  const port = wishes.port ?? freePort
  const ownUrl = `http://localhost:${port}`
  const portalUrl = publicUrl ?? ownUrl
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const common = { SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: 'error', ...env }
  const sandbox = aProgram({
    name: 'sandbox',
    file: 'sandbox/start-sandbox.ts',
    env: { ...common, GUICHET_DATA: sandboxFolder, PORTAL_URL: portalUrl },
    readyUrl: `${sandboxUrl}/`,
  })
  const portal = aPortal('portal', {
    port,
    adminPort,
    publicUrl: portalUrl,
    logTo,
    root: wishes.root,
    env: { ...common, GUICHET_DATA: folder },
  })
  const cluster = join(folder, 'postgres')
  const interruptPostgres = () => {
    const server = runningServer(cluster)
    if (server) interruptServer(cluster, server.pid)
  }
  process.once('exit', interruptPostgres)
  const world: DrillWorld = {
    folder,
    portalUrl,
    sandboxUrl,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    databaseUrl: '',
    portal,
    sandbox,
    postgresPid: () => runningServer(cluster)?.pid ?? null,
    async close() {
      await portal.stop()
      await sandbox.stop()
      await endPostgres(cluster)
      process.off('exit', interruptPostgres)
      await rm(sandboxFolder, { recursive: true, force: true })
    },
  }
  try {
    // The sandbox first, so that it is a process of ours and not the portal's child.
    await sandbox.start()
    await portal.start()
  } catch (error) {
    await world.close()
    throw error
  }
  world.databaseUrl = databaseUrlAt(runningServer(cluster)?.socketFolder ?? '')
  return world
}

type PortalWishes = {
  port: number
  adminPort: number
  publicUrl: string
  logTo?: string | undefined
  root?: string | undefined
  env: Record<string, string>
}

/** Visitors are told apart by the address that the proxy in front (here: the drill itself) names. */
export function aPortal(name: string, { port, adminPort, publicUrl, logTo, root, env }: PortalWishes): Program {
  return aProgram({
    name,
    file: 'src/start.ts',
    env: {
      ...env,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    readyUrl: `http://localhost:${port}/readyz`,
    logTo,
    root,
  })
}

/** A killed portal leaves its PostgreSQL running for its heir; the drill has none. */
async function endPostgres(cluster: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const server = runningServer(cluster)
    if (!server) return
    if (tries === 0) interruptServer(cluster, server.pid)
    await pause(100)
  }
}
