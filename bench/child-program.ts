import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from '../tests/support/free-ports.ts'

const READY_MS = 30_000

export type RunningProgram = { port: number; pid: number; stop(): Promise<void> }

/** Starts a program of this folder as a child process and waits until it answers on its port. */
export async function startProgram(name: string, env: Record<string, string> = {}): Promise<RunningProgram> {
  const [port = 0] = await freePorts(1)
  const child = spawn(process.execPath, [join(import.meta.dirname, name)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PORT: String(port) },
  })
  const deadline = performance.now() + READY_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${name} did not start`)
    await pause(50)
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    },
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/`).then(
    () => true,
    () => false,
  )
}
