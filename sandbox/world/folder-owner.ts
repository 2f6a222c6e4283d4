import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 3_000
const PAUSE_MS = 100

/**
 * Two sandboxes on one journal would destroy each other's world. Waits a little, because a restart overlaps with the program that is
 * just stopping; answers how to let go, or who holds the folder.
 */
export async function takeFolder(folder: string): Promise<{ kind: 'taken'; release(): void } | { kind: 'held'; pid: number }> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'owner.pid')
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const owner = runningOwner(path)
    if (owner === null) break
    if (Date.now() > giveUpAt) return { kind: 'held', pid: owner }
    await pause(PAUSE_MS)
  }
  writeFileSync(path, String(process.pid))
  return { kind: 'taken', release: () => rmSync(path, { force: true }) }
}

function runningOwner(path: string): number | null {
  const pid = Number(readOrNothing(path))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return null
  // After a reboot the pid may belong to another process. Linux can tell; elsewhere the file is trusted.
  const command = readOrNothing(`/proc/${pid}/cmdline`)
  return command === '' || command.includes('sandbox') ? pid : null
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // no such file: no owner
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
