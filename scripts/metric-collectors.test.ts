import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '#tests/support/free-ports.ts'
import { hasPrometheus } from '#tests/support/prometheus.ts'

type Answer = { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }

const PATIENCE = { timeout: 40_000, interval: 250 }

test.skipIf(!hasPrometheus())(
  'WATCH-1 the shipped agent beside each replica forwards its metrics, named by the replica, to the shipped collector',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guichet-collectors-'))
    const portal = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('guichet_ready 1\n'))
    await once(portal.listen(0, '127.0.0.1'), 'listening')
    const [server = 0, ...agents] = await freePorts(3)
    const running: ReturnType<typeof spawn>[] = []
    onTestFinished(async () => {
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(
        running.map((child) => (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve())),
      )
      portal.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const start = (args: string[], env: Record<string, string> = {}) =>
      running.push(spawn('prometheus', args, { cwd: folder, env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' }))
    for (const name of ['prometheus.yaml', 'prometheus-alerts.yaml']) cpSync(`deploy/${name}`, join(folder, name))
    const config = readFileSync('deploy/prometheus-agent.yaml', 'utf8')
      .replace('127.0.0.1:3002', `127.0.0.1:${(portal.address() as AddressInfo).port}`)
      .replace('172.30.0.20:9090', `127.0.0.1:${server}`)
      .replace('15s', '1s')
    writeFileSync(join(folder, 'agent.yaml'), config)
    expect(spawnSync('promtool', ['check', 'config', 'prometheus.yaml'], { cwd: folder }).status).toBe(0)
    start([
      '--config.file=prometheus.yaml',
      '--web.enable-remote-write-receiver',
      `--web.listen-address=127.0.0.1:${server}`,
      '--storage.tsdb.path=data',
    ])
    for (const [place, port] of agents.entries()) {
      const flags = [
        '--enable-feature=agent,expand-external-labels',
        `--storage.agent.path=agent-${place}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ]
      start(['--config.file=agent.yaml', ...flags], { REPLICA: `portal-${place}` })
    }
    const seen = async (query: string) => {
      const answer = await fetch(`http://127.0.0.1:${server}/api/v1/query?query=${encodeURIComponent(query)}`).catch(() => null)
      const body = answer?.ok ? ((await answer.json()) as Answer) : null
      return body?.data.result.map(({ metric, value }) => `${metric.replica} ${value[1]}`).toSorted()
    }
    await expect.poll(() => seen('guichet_ready'), PATIENCE).toEqual(['portal-0 1', 'portal-1 1'])
    await expect.poll(() => seen('up{job="guichet"}'), PATIENCE).toEqual(['portal-0 1', 'portal-1 1'])
  },
)
