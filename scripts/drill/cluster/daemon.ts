import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const MOST_LINES_KEPT = 400
const END_TIMEOUT_MS = 10_000

/** A program of somebody else's (etcd, Patroni, HAProxy), run with its children as a group that is hurt and ended as one. */
export type Daemon = {
  start(): void
  pid(): number
  /** To the program and all its children, also those that left its group. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
  lines(): string[]
}

export type Account = { uid: number; gid: number } | Record<string, never>

type Options = { command: readonly [string, ...string[]]; cwd: string; account?: Account; env?: Record<string, string> }

export function aDaemon({ command: [file, ...args], cwd, account = {}, env = {} }: Options): Daemon {
  let child: ChildProcess | null = null
  const lines: string[] = []
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const signal = (name: NodeJS.Signals) => {
    for (const pid of familyOf(child?.pid ?? 0)) tell(pid, name)
  }
  return {
    start() {
      const started = spawn(file, args, { cwd, ...account, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: cwd, ...env } })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          lines.push(...chunk.toString().trimEnd().split('\n'))
          lines.splice(0, lines.length - MOST_LINES_KEPT)
        })
      const end = () => signal('SIGKILL')
      process.once('exit', end)
      started.once('exit', () => process.off('exit', end))
    },
    pid: () => child?.pid ?? 0,
    signal,
    async stop() {
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
