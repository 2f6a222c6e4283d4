import { setTimeout as pause } from 'node:timers/promises'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { buildSandbox } from './sandbox-app.ts'
import { readSandboxSettings } from './sandbox-settings.ts'
import { takeFolder } from './world/folder-owner.ts'

const STOP_WITHIN_MS = 1_800

async function start(): Promise<void> {
  const read = readSandboxSettings(process.env)
  if (read.kind === 'refused') return refuse(read.reason)
  const { port: wantedPort, folder, portalUrl, consoleUrl, log, ussd, smppPort } = read.settings

  const owner = await takeFolder(folder)
  if (owner.kind === 'held') return refuse(`${folder} is in use by process ${owner.pid}`)
  process.on('exit', () => owner.release())

  const app = await buildSandbox({
    folder,
    portalUrl,
    consoleUrl,
    ussd,
    smppPort,
    ...(log !== undefined && log !== 'silent' ? { log } : {}),
  })
  const port = await listenOnLoopback(app, wantedPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return null
  })
  if (port === null) return refuse(`port ${wantedPort} is in use; choose another with SANDBOX_PORT`)

  async function stop(): Promise<void> {
    await Promise.race([app.close(), pause(STOP_WITHIN_MS)])
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
  if (log !== 'silent') process.stdout.write(`sandbox ready on http://localhost:${port}\n`)
}

function refuse(reason: string): never {
  process.stderr.write(`sandbox: ${reason}\n`)
  process.exit(1)
}

await start()
