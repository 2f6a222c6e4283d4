import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from '../support/journey.ts'
import { startPortal } from '../support/start-for-tests.ts'

const START = join(import.meta.dirname, '../../src/start.ts')

function startWith(env: Record<string, string>): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [START], { encoding: 'utf8', timeout: 30_000, env: { PATH: process.env.PATH ?? '', ...env } })
}

test('a wrong setting is one clear line and exit 1', () => {
  for (const [env, line] of [
    [{ PORT: 'abc' }, /^Wrong setting: PORT must be a port number from 1 to 65535, not 'abc'\n$/],
    [{ OPERATOR_CLIENT_ID: '' }, /^Wrong setting: operator profile 'tmf-v4' needs a client id and a client secret\n$/],
    [{ GUICHET_MODE: 'production' }, /^Wrong setting: [A-Z_]+ must be set in production\n$/],
  ] as const) {
    const { status, stderr } = startWith(env)
    expect(stderr).toMatch(line)
    expect(status).toBe(1)
  }
})

test('the portal stops within ten seconds when asked to, and answers nobody afterwards', async () => {
  const portal = await startPortal()
  const health = await fetch(`${portal.portalUrl}/healthz`)
  expect(health.status).toBe(200)
  const began = performance.now()
  portal.process.kill('SIGTERM')
  const [code] = await once(portal.process, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
  await expect(fetch(`${portal.portalUrl}/healthz`)).rejects.toThrow()
  await expect(fetch(portal.sandboxUrl)).rejects.toThrow()
  await portal.stop()
})

test('metrics are answered on the admin port only', async () => {
  const portal = await startPortal({ ADMIN_PORT: '39464' })
  expect((await fetch(`${portal.portalUrl}/metrics`)).status).toBe(404)
  expect(await (await fetch('http://127.0.0.1:39464/metrics')).text()).toContain('guichet_request_seconds')
  await portal.stop()
})
