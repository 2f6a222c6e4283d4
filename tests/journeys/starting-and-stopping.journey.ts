import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from '../support/journey.ts'
import { productionEnvironment } from '../support/production-environment.ts'
import { freePorts } from '../support/free-ports.ts'
import { startPortal } from '../support/start-for-tests.ts'

const START = join(import.meta.dirname, '../../src/start.ts')

function startWith(env: Record<string, string>): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [START], { encoding: 'utf8', timeout: 30_000, env: { PATH: process.env.PATH ?? '', ...env } })
}

test('a wrong setting is one clear line and exit 1', () => {
  for (const [env, line] of [
    [{ GUICHET_MODE: 'production' }, /^(Wrong setting: [A-Z_]+ must be (set in production|yes: .* is a fictional operator)\n)+$/],
    [{ GUICHET_DATA: '/dev/null/data' }, /^Wrong setting: GUICHET_DATA must be a folder that can be written: ENOTDIR.*\n$/],
  ] as const) {
    const { status, stderr } = startWith(env)
    expect(stderr).toMatch(line)
    expect(status).toBe(1)
  }
})

test('abuse 85 the program itself does not start in production with a value of the sandbox, and says which in one line', () => {
  const sound = productionEnvironment()
  for (const [name, value, reason] of [
    // Other refusals: src/settings/production-refusals.test.ts
    ['SMS_PASSWORD', 'sandbox-sms', 'is the value of the sandbox'],
  ] as const) {
    const { status, stderr } = startWith({ ...sound, [name]: value })
    expect(stderr).toMatch(new RegExp(`^Wrong setting: ${name} ${reason}.*\\n$`))
    expect(status).toBe(1)
  }
})

test('F43 the log lists enabled services, and only the admin port serves metrics; after SIGTERM, even twice, the portal serves until draining is over, then exits', async () => {
  const [adminPort] = await freePorts(1)
  const portal = await startPortal({ ADMIN_PORT: String(adminPort), DRAIN_SECONDS: '3' })
  await expect
    .poll(() => portal.log())
    .toMatch(
      /^Console: +http:\/\/localhost:[0-9]+\/ .*\nOn: +Operator, SMS, Paystack, DPO Pay, .*Operator console\nOff: +Geocoder, Map tiles$/m,
    )
  const health = await fetch(`${portal.portalUrl}/healthz`)
  expect(health.status).toBe(200)
  expect((await fetch(`${portal.portalUrl}/metrics`)).status).toBe(404)
  expect(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()).toContain('guichet_request_seconds')
  const ended = once(portal.process, 'exit')
  const began = performance.now()
  portal.process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${portal.portalUrl}/readyz`)).status).toBe(503)
  portal.process.kill('SIGTERM')
  const page = await fetch(`${portal.portalUrl}/about`)
  expect(page.status).toBe(200)
  expect(page.headers.get('connection')).toBe('close')
  expect((await ended)[0]).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(2_900)
  expect(performance.now() - began).toBeLessThan(13_000)
  await expect(fetch(`${portal.portalUrl}/healthz`)).rejects.toThrow()
  await expect(fetch(portal.sandboxUrl)).rejects.toThrow()
  await portal.stop()
})
