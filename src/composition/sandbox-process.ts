import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { placeOf } from '#settings/network-places.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import type { Settings } from '#settings/settings.ts'

const PROGRAM = join(import.meta.dirname, '../../sandbox/start-sandbox.ts')
const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50

/** Starts the sandbox as a separate process; returns how to stop it. A sandbox that already runs there is used. */
export async function startSandbox(settings: Settings): Promise<() => Promise<void>> {
  const address = `http://localhost:${settings.sandboxPort}/`
  if (await answers(address)) return async () => {}
  if (!existsSync(PROGRAM)) return leaveToOthers(settings)
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(settings.sandboxPort),
      GUICHET_DATA: settings.dataFolder,
      PORTAL_URL: settings.publicUrl.origin,
      ...(settings.console && { CONSOLE_URL: settings.console.url.origin }),
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

/** A release contains no sandbox: one that runs on another machine is used, and is not waited for. */
async function leaveToOthers({ sandboxUrl }: Settings): Promise<() => Promise<void>> {
  if (sandboxUrl && placeOf(sandboxUrl.hostname) !== 'this-machine') return async () => {}
  throw new SettingProblem(
    'OPERATOR_URL, SMS_URL or a provider leads to a sandbox on this machine, where none runs, and a release holds none: set the address of a test system and name its host in TEST_SYSTEMS',
  )
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (answer) => answer.ok,
    () => false,
  )
}
