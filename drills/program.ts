import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const MAX_LINES_KEPT = 200

export type Program = {
  name: string
  pid(): number
  isRunning(): boolean
  /** Starts or restarts it and waits until it is ready. */
  start(): Promise<void>
  /** Sends a signal and waits for the exit, if the signal causes one. */
  signal(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
  /** The last lines that it wrote to its standard error. */
  complaints(): string[]
}

type Options = {
  name: string
  file: string
  env: Record<string, string>
  readyUrl: string
  /** The source tree of another version. */
  root?: string | undefined
  /** A file for its standard output; nowhere when none is named. */
  logTo?: string | undefined
}

/** One real process under test. */
export function aProgram({ name, file, env, readyUrl, logTo, root = ROOT }: Options): Program {
  let child: ChildProcess | null = null
  const lines: string[] = []
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null

  async function untilReady(): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS
    while (!(await isAnswered(readyUrl))) {
      if (!isRunning()) throw new Error(`${name} ended at start:\n${lines.slice(-20).join('\n')}`)
      if (performance.now() > deadline) throw new Error(`${name} did not become ready`)
      await pause(50)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
    if (isRunning()) child.kill('SIGKILL')
  }

  return {
    name,
    pid: () => child?.pid ?? 0,
    isRunning,
    async start() {
      const log = logTo === undefined ? 'ignore' : openSync(logTo, 'a')
      child = spawn(process.execPath, [join(root, file)], { cwd: root, stdio: ['ignore', log, 'pipe'], env: { ...process.env, ...env } })
      if (log !== 'ignore') closeSync(log)
      endWithUs(child)
      child.stderr?.on('data', (chunk: Buffer) => {
        lines.push(...chunk.toString().trimEnd().split('\n'))
        lines.splice(0, lines.length - MAX_LINES_KEPT)
      })
      await untilReady()
    },
    async signal(signal) {
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') child?.kill(signal)
      else await end(signal)
    },
    stop: () => end('SIGTERM'),
    complaints: () => lines,
  }
}

/** An interrupted drill leaves no process behind. */
function endWithUs(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

export async function isAnswered(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  )
}
