import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const MAX_LINES_KEPT = 400
const END_TIMEOUT_MS = 10_000
const RESTART_MS = 100

/** An external program (etcd, Patroni, HAProxy), run with its children as one process group. */
export type Daemon = {
  start(): void
  pid(): number
  /** To the program and all its children, also those that left its group. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
  lines(): string[]
}

export type Account = { uid: number; gid: number } | Record<string, never>

type Options = {
  command: readonly [string, ...string[]]
  cwd: string
  account?: Account
  env?: Record<string, string>
  /** As systemd does with `Restart=on-failure`; one that a signal ended stays ended, as a machine that died. */
  isRestarted?: boolean
}

export function aDaemon({ command: [file, ...args], cwd, account = {}, env = {}, isRestarted = false }: Options): Daemon {
  let child: ChildProcess | null = null
  const lines: string[] = []
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const signal = (name: NodeJS.Signals) => {
    for (const pid of familyOf(child?.pid ?? 0)) tell(pid, name)
  }
  let isWanted = false
  function start(): void {
    isWanted = true
    const started = spawn(file, args, { cwd, ...account, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: cwd, ...env } })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        lines.push(...chunk.toString().trimEnd().split('\n'))
        lines.splice(0, lines.length - MAX_LINES_KEPT)
      })
    const end = () => signal('SIGKILL')
    process.once('exit', end)
    started.once('exit', (code) => {
      process.off('exit', end)
      if (isRestarted && isWanted && code) setTimeout(start, RESTART_MS).unref()
    })
  }
  return {
    start,
    pid: () => child?.pid ?? 0,
    signal,
    async stop() {
      isWanted = false
      if (!child || !isRunning()) return
      const ended = once(child, 'exit')
      signal('SIGCONT')
      child.kill('SIGTERM')
      await Promise.race([ended, pause(END_TIMEOUT_MS, undefined, { ref: false })])
      if (isRunning()) signal('SIGKILL')
    },
    lines: () => lines,
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** A process and all that descend from it, the oldest first. */
export function familyOf(root: number): number[] {
  if (root === 0) return []
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const childrenOf = Map.groupBy(
    rows.map((row) => row.trim().split(/\s+/).map(Number)),
    ([, parent]) => parent,
  )
  const family = [root]
  for (const pid of family) family.push(...(childrenOf.get(pid) ?? []).flatMap(([child]) => (child === undefined ? [] : [child])))
  return family
}
