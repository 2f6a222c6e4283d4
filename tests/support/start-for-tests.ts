import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'

const START = join(import.meta.dirname, '../../src/start.ts')
const READY_TIMEOUT_MS = 120_000

export type RunningPortal = {
  portalUrl: string
  sandboxUrl: string
  consoleUrl: string
  dataFolder: string
  process: ChildProcess
  /** The portal's log so far. */
  log(): string
  stop(): Promise<void>
}

/** The whole product as `npm start` runs it, on free ports with separate data. */
export async function startPortal(env: Record<string, string> = {}): Promise<RunningPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-journeys-'))
  const [port, sandboxPort, adminPort, consolePort] = await freePorts(4)
  const portalUrl = `http://localhost:${env.PORT ?? port}`
  const logged: string[] = []
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ADMIN_PORT: String(adminPort),
      CONSOLE_PORT: String(consolePort),
      GUICHET_DATA: folder,
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => logged.push(text))
  await untilReady(portalUrl, child)
  return {
    portalUrl,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    consoleUrl: `http://localhost:${consolePort}`,
    dataFolder: folder,
    process: child,
    log: () => logged.join(''),
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(portalUrl: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (
    !(await fetch(`${portalUrl}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the portal ended with code ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error('the portal did not become ready')
    await pause(100)
  }
}

/** Playwright's global set-up: one portal for all journeys. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { portalUrl, sandboxUrl, consoleUrl, stop } = await startPortal()
  process.env.PORTAL_URL = portalUrl
  process.env.SANDBOX_URL_FOR_TESTS = sandboxUrl
  process.env.CONSOLE_URL_FOR_TESTS = consoleUrl
  return stop
}
