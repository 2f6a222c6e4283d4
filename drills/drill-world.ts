import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { interruptServer, runningServer } from '#server/postgres/postgres-processes.ts'
import { databaseUrlAt } from '#server/postgres/private-postgres.ts'
import { freePorts } from '../tests/support/free-ports.ts'
import { aProgram, type Program } from './program.ts'
import type { AuditedPlace } from './settle-and-audit.ts'

export type DrillWorld = AuditedPlace & {
  /** Public address of the portal. */
  portalUrl: string
  adminUrl: string
  portal: Program
  /** A portal of another version by its folder; this version for null. The caller stops it. */
  portalOf(root: string | null): Program
  sandbox: Program
  /** Data of the private PostgreSQL; its server outlives a killed portal. */
  folder: string
  postgresPid(): number | null
  close(): Promise<void>
}

type DrillWorldOptions = {
  env?: Record<string, string>
  publicUrl?: string
  port?: number
  logTo?: string
  /** Data folder of the portal, if not a new one with the sandbox's. The caller removes it. */
  dataFolder?: string
  /** The portal of another version. */
  root?: string
}

/** The whole product as real processes on free ports with separate data: portal, sandbox and PostgreSQL. */
export async function createDrillWorld(options: DrillWorldOptions = {}): Promise<DrillWorld> {
  const { env = {}, publicUrl, logTo } = options
  const sandboxFolder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-drill-')))
  const folder = options.dataFolder ?? sandboxFolder
  const [freePort = 0, sandboxPort = 0, adminPort = 0] = await freePorts(3)
  const port = options.port ?? freePort
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
  const portalOf = (root: string | null) =>
    aPortal('portal', {
      port,
      adminPort,
      publicUrl: portalUrl,
      logTo,
      root: root ?? undefined,
      env: { ...common, GUICHET_DATA: folder },
    })
  const portal = portalOf(options.root ?? null)
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
    portalOf,
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
    // The sandbox first, so that it is not a child of the portal.
    await sandbox.start()
    await portal.start()
  } catch (error) {
    await world.close()
    throw error
  }
  world.databaseUrl = databaseUrlAt(runningServer(cluster)?.socketFolder ?? '')
  return world
}

type PortalOptions = {
  port: number
  adminPort: number
  publicUrl: string
  logTo?: string | undefined
  root?: string | undefined
  env: Record<string, string>
}

/** The address set by the proxy (here: the drill) distinguishes visitors. */
export function aPortal(name: string, { port, adminPort, publicUrl, logTo, root, env }: PortalOptions): Program {
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

/** A killed portal leaves its PostgreSQL running for a restart; the drill stops it. */
async function endPostgres(cluster: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const server = runningServer(cluster)
    if (!server) return
    if (tries === 0) interruptServer(cluster, server.pid)
    await pause(100)
  }
}
