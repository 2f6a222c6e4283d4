import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync, unlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

/* Synchronous: an `exit` listener needs the answers too, and nothing else may run between a check and the act on it. */

/** `isOurs` is false for a server that was started by hand. */
export type RunningServer = { pid: number; socketFolder: string; isReady: boolean; isOurs: boolean }

export const SOCKET_FOLDER_PREFIX = 'guichet-'

/** A younger empty postmaster.pid may be one that a server is writing. */
const EMPTY_PID_FILE_MAX_MS = 5000

/** The server of this cluster, or null. The pid file proves nothing: its number may belong to another process by now. */
export function runningServer(cluster: string): RunningServer | null {
  const [first, , , , socketFolder = '', , , status = ''] = readIfThere(join(cluster, 'postmaster.pid')).split('\n')
  const pid = Number(first)
  if (!(pid > 0) || !isServerOf(pid, cluster)) return null
  return { pid, socketFolder, isReady: status.trim() === 'ready', isOurs: basename(socketFolder).startsWith(SOCKET_FOLDER_PREFIX) }
}

/** The number in the pid file of a server that no longer runs. An empty file, left by a power cut, would stop every start. */
export function stalePid(cluster: string): number {
  const path = join(cluster, 'postmaster.pid')
  const text = readIfThere(path)
  const writtenMs = text === '' ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined
  if (writtenMs !== undefined && Date.now() - writtenMs > EMPTY_PID_FILE_MAX_MS) unlinkSync(path)
  return runningServer(cluster) ? 0 : Number.parseInt(text, 10) || 0
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything committed is on disk. False when this server no longer runs. */
export function interruptServer(cluster: string, pid: number): boolean {
  return runningServer(cluster)?.pid === pid && signal(pid, 'SIGINT')
}

/** Signal 0 only tests whether the process exists. */
export function signal(pid: number, name: 'SIGINT' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false
    if (name === 0) return true
    throw error
  }
}

/** A postmaster works in its data folder. Where that is hidden (a container's root), its command line names the folder. */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return readIfThere(`/proc/${pid}/cmdline`).split('\0').includes(cluster)
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return ''
    throw error
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
