import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from './postgres-problems.ts'
import { isAlive, processMark, type RunningServer } from './postgres-processes.ts'

/*
 * Who stops a shared server. The process that started it, while that lives: the server itself carries its mark (OWNER_SETTING), so
 * there is no moment at which an adopter could miss it. When that process was killed, the heir named in a file beside the cluster, if
 * it lives; else whoever asks. The file is read at the end again, so of two adopters that claim at once only the last one stops.
 */

export type Claim = { isOwner(): boolean; release(): void }

type Heir = { serverPid: number; processMark: string; handle: string }

/** The claim of the starter itself. */
export const STARTERS_CLAIM: Claim = { isOwner: () => true, release: () => undefined }

/** A server without a mark was started by someone else's hand and is never ours to stop. */
export function adoptersClaim({ folder }: { folder: string }, server: RunningServer): Claim {
  const path = join(folder, 'postgres.heir')
  const { ownerMark } = server
  if (ownerMark === null) return { isOwner: () => false, release: () => undefined }

  const own: Heir = { serverPid: server.pid, processMark: processMark(process.pid) ?? '', handle: randomUUID() }
  const isOwner = () => {
    if (isAlive(ownerMark)) return false
    const heir = readHeir(path)
    return heir?.serverPid !== own.serverPid || heir.handle === own.handle || !isAlive(heir.processMark)
  }
  if (isOwner()) writeHeir(path, own)
  return {
    isOwner,
    release() {
      if (readHeir(path)?.handle === own.handle) rmSync(path, { force: true })
    },
  }
}

function writeHeir(path: string, heir: Heir): void {
  const beside = `${path}-${heir.handle}`
  writeFileSync(beside, JSON.stringify(heir), { mode: 0o600 })
  renameSync(beside, path)
}

function readHeir(path: string): Heir | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isHeir(value) ? value : null
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return null
    throw error
  }
}

function isHeir(value: unknown): value is Heir {
  if (typeof value !== 'object' || value === null) return false
  return 'serverPid' in value && 'processMark' in value && 'handle' in value && typeof value.processMark === 'string'
}
