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
    [{ PORT: 'abc' }, /^Wrong setting: PORT must be a port number from 1 to 65535, not 'abc'\n$/],
    [{ GUICHET_MODE: 'production' }, /^Wrong setting: [A-Z_]+ must be set in production\n$/],
    [{ GUICHET_DATA: '/dev/null/data' }, /^Wrong setting: GUICHET_DATA must be a folder that can be written: ENOTDIR.*\n$/],
    [
      { DATABASE_URL: 'postgresql://guichet:hush@127.0.0.1:1/x' },
      /^The database does not answer \(DATABASE_URL\): connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
    ],
  ] as const) {
    const { status, stderr } = startWith(env)
    expect(stderr).toMatch(line)
    expect(status).toBe(1)
  }
})

test('abuse 85 the program itself does not start in production with a value of the sandbox, and says which in one line', () => {
  const sound = productionEnvironment()
  for (const [name, value, reason] of [
    ['OPERATOR_URL', 'https://[::ffff:127.0.0.1]', 'points to this machine'],
    ['SMS_PASSWORD', 'sandbox-sms', 'is the value of the sandbox'],
    ['PAYSTACK_SECRETKEY', 'sk_live_x', 'is no setting: is PAYSTACK_SECRET_KEY meant'],
  ] as const) {
    const { status, stderr } = startWith({ ...sound, [name]: value })
    expect(stderr).toMatch(new RegExp(`^Wrong setting: ${name} ${reason}.*\\n$`))
    expect(status).toBe(1)
  }
})

test('the portal tells what is on, and its metrics on the admin port only; it stops within ten seconds when asked to, and answers nobody afterwards', async () => {
  const [adminPort] = await freePorts(1)
  const portal = await startPortal({ ADMIN_PORT: String(adminPort) })
  await expect.poll(() => portal.log()).toMatch(/^On: +Operator, SMS, Paystack, DPO Pay, .*\nOff: +Geocoder, Map tiles$/m)
  const health = await fetch(`${portal.portalUrl}/healthz`)
  expect(health.status).toBe(200)
  expect((await fetch(`${portal.portalUrl}/metrics`)).status).toBe(404)
  expect(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()).toContain('guichet_request_seconds')
  const began = performance.now()
  portal.process.kill('SIGTERM')
  const [code] = await once(portal.process, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
  await expect(fetch(`${portal.portalUrl}/healthz`)).rejects.toThrow()
  await expect(fetch(portal.sandboxUrl)).rejects.toThrow()
  await portal.stop()
})

test('F43 a portal that is told to stop, even twice, says so and serves until its time to drain is over', async () => {
  const portal = await startPortal({ DRAIN_SECONDS: '3' })
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
  await portal.stop()
})
