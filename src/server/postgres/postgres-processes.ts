import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from './postgres-problems.ts'

/*
 * Everything here is synchronous: the answers are also needed in an `exit` listener, and checking and acting with nothing in between
 * leaves the smallest window for another starter.
 */

/** `ownerMark` names the process that started it; null when that was not this program. */
export type RunningServer = { pid: number; socketFolder: string; isReady: boolean; ownerMark: string | null }

/** A setting of our own on the server's command line, which PostgreSQL keeps in postmaster.opts for as long as it runs. */
export const OWNER_SETTING = 'guichet.owner'

/** How long an empty postmaster.pid may be one that a server is just writing. */
const EMPTY_PID_FILE_PATIENCE_MS = 5000

/** The server of this very cluster, or null. The pid file alone proves nothing: its number may belong to another process by now. */
export function runningServer(cluster: string): RunningServer | null {
  const lines = readPidFile(cluster)?.split('\n') ?? []
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0) || !isServerOf(pid, cluster)) return null
  return { pid, socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready', ownerMark: readOwnerMark(cluster) }
}

/** Names one life of a process, because numbers are given out again. Null when it is dead, or dead and not yet buried. */
export function processMark(pid: number): string | null {
  if (process.platform !== 'linux') return processMarkFromPs(pid)
  const text = readIfThere(`/proc/${pid}/stat`)
  // The name, in brackets, may itself hold spaces and brackets; field 3 is the state and field 22 the start time (proc(5)).
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  return !fields[0] || 'ZX'.includes(fields[0]) ? null : `${pid}:${fields[19]}`
}

export function isAlive(mark: string): boolean {
  return processMark(Number.parseInt(mark, 10)) === mark
}

/**
 * PostgreSQL clears a stale postmaster.pid itself, after making sure that no process of the old server is left. It only gives up when
 * the number meanwhile belongs to another process of the same user, as is common after a container restart. It ignores its parent's
 * number, though (CreateLockFile in miscinit.c), so writing ours keeps its own checks in charge.
 */
export function excuseReusedPid(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const text = readPidFile(cluster)
  if (text === null) return
  if (text === '') {
    if (Date.now() - statSync(path).mtimeMs > EMPTY_PID_FILE_PATIENCE_MS) unlinkSync(path)
    return
  }
  const pid = Number.parseInt(text, 10)
  if (pid > 0 && exists(pid) && !isServerOf(pid, cluster) && readPidFile(cluster) === text) {
    writeFileSync(path, text.replace(/^\d+/, String(process.pid)))
  }
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything committed is on disk. False when there is no such server any more. */
export function interruptServer(cluster: string, pid: number): boolean {
  if (runningServer(cluster)?.pid !== pid) return false
  try {
    process.kill(pid, 'SIGINT')
    return true
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false
    throw error
  }
}

/** A postmaster works in its data folder. Where another account's is hidden (a container's root), its command line names the folder. */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command=').includes(cluster)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster && processMark(pid) !== null
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) return false
  }
  return readIfThere(`/proc/${pid}/cmdline`)?.split('\0').includes(cluster) ?? false
}

function readOwnerMark(cluster: string): string | null {
  const options = readIfThere(join(cluster, 'postmaster.opts')) ?? ''
  return /"guichet\.owner=([^"]+)"/.exec(options)?.[1] ?? null
}

function readPidFile(cluster: string): string | null {
  return readIfThere(join(cluster, 'postmaster.pid'))
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function processMarkFromPs(pid: number): string | null {
  const [state, ...start] = ps(pid, 'stat=', 'lstart=').split(/\s+/)
  return !state || state.startsWith('Z') ? null : `${pid}:${start.join('-')}`
}

function ps(pid: number, ...columns: string[]): string {
  const chosen = columns.flatMap((column) => ['-o', column])
  const { stdout } = spawnSync('ps', ['-ww', ...chosen, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_TIME: 'C', TZ: 'UTC' },
  })
  return stdout.trim()
}
