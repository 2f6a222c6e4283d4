import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SettingProblem } from '#settings/setting.ts'
import type { Settings } from '#settings/settings.ts'

const PROGRAM = join(import.meta.dirname, '../../sandbox/start-sandbox.ts')
const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50

/** Starts the pretend outside world as a process of its own; answers how to stop it. A sandbox that already runs there is used. */
export async function startSandbox(settings: Settings): Promise<() => Promise<void>> {
  const address = `http://localhost:${settings.sandboxPort}/`
  if (await answers(address)) return async () => {}
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(settings.sandboxPort),
      GUICHET_DATA: settings.dataFolder,
      PORTAL_URL: settings.publicUrl.origin,
      GUICHET_MODE: settings.mode,
    },
  })
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (!(await answers(address))) {
    if (child.exitCode !== null)
      throw new SettingProblem(`SANDBOX_PORT ${settings.sandboxPort}: the sandbox ended with code ${child.exitCode}; is the port taken?`)
    if (performance.now() > deadline) throw new Error('the sandbox did not become ready')
    await pause(POLL_MS)
  }
  return async () => {
    if (child.exitCode !== null || !child.kill('SIGTERM')) return
    await once(child, 'exit')
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (answer) => answer.ok,
    () => false,
  )
}
