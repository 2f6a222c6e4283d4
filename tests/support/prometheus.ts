import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'

const READY_TIMEOUT_MS = 20_000

/** Debian's package prometheus brings both. */
export function hasPrometheus(): boolean {
  return ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0)
}

export type QueryResult = { metric: Record<string, string>; value: [number, string] }[]

export type RunningPrometheus = {
  /** Throws on an invalid query. */
  query(expression: string): Promise<QueryResult>
  /** The response of another endpoint below /api/v1/. */
  read(path: string): Promise<unknown>
  stop(): Promise<void>
}

type Answer = { status: string; error?: string; data: unknown }

/** The real Prometheus on a free port with a separate folder. It scrapes every second. */
export async function startPrometheus({ targets, rules }: { targets: string[]; rules: string[] }): Promise<RunningPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-prometheus-'))
  const [port = 0] = await freePorts(1)
  const configuration = join(folder, 'prometheus.yaml')
  await writeFile(
    configuration,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: rules.map((path) => resolve(path)),
      scrape_configs: [{ job_name: 'guichet', static_configs: [{ targets }] }],
    }),
  )
  const child = spawn(
    'prometheus',
    [`--config.file=${configuration}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  let heard = ''
  child.stderr.on('data', (chunk: Buffer) => (heard += chunk.toString()))

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  async function read(path: string): Promise<unknown> {
    const answer = (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as Answer
    if (answer.status !== 'success') throw new Error(answer.error ?? 'Prometheus refuses')
    return answer.data
  }
  async function isUp(): Promise<boolean> {
    return (await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null))?.ok === true
  }
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (!(await isUp())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`Prometheus did not start:\n${heard.slice(-2000)}`)
    }
    await pause(100)
  }
  return {
    read,
    async query(expression) {
      const { result } = (await read(`query?query=${encodeURIComponent(expression)}`)) as { result: QueryResult }
      return result
    },
    stop,
  }
}
