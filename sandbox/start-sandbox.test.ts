import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { buildSandbox } from './sandbox-app.ts'
import { readSandboxSettings } from './sandbox-settings.ts'
import { aFolder, aSandbox, sendSmsUrl } from './testing/test-sandbox.ts'

const PROGRAM = fileURLToPath(new URL('./start-sandbox.ts', import.meta.url))
const PATIENT_MS = 20_000

type Program = { child: ChildProcess; output: () => string; errors: () => string }

function run(environment: Record<string, string>): Program {
  const child = spawn(process.execPath, [PROGRAM], { env: { PATH: process.env['PATH'] ?? '', SANDBOX_PORT: '0', ...environment } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return { child, output: () => output, errors: () => errors }
}

async function runUntilReady(environment: Record<string, string>): Promise<Program & { url: string }> {
  const program = run(environment)
  await expect.poll(program.output, { timeout: PATIENT_MS }).toMatch(/^sandbox ready on http:\/\/localhost:\d+\n$/)
  return { ...program, url: program.output().replace('sandbox ready on ', '').trim() }
}

test('abuse 68 in production mode it says so in one line and does not start', { timeout: PATIENT_MS }, async () => {
  const { child, errors } = run({ GUICHET_MODE: 'production', GUICHET_DATA: aFolder() })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(errors()).toBe('sandbox: the sandbox does not run in production mode (GUICHET_MODE=production)\n')
  await expect(buildSandbox({ mode: 'production' })).rejects.toThrow(/production/)
})

test(
  'its world survives kill -9, it answers on both loopback names, and it stops within two seconds',
  { timeout: 3 * PATIENT_MS },
  async () => {
    const data = aFolder()
    const first = await runUntilReady({ GUICHET_DATA: data })
    expect((await fetch(first.url + sendSmsUrl())).status).toBe(202)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')

    const second = await runUntilReady({ GUICHET_DATA: data })
    for (const host of ['localhost', '127.0.0.1']) {
      const inbox = await fetch(`${second.url.replace('localhost', host)}/control/sms/90000001`)
      expect(await inbox.json()).toHaveLength(1)
    }
    await fetch(`${second.url}/handset/90000001/events`) // an open stream must not hold the program
    const begun = performance.now()
    second.child.kill('SIGTERM')
    const [code] = await once(second.child, 'exit')
    expect(code).toBe(0)
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(second.errors()).toBe('')
  },
)

test('two programs never share one world', { timeout: 2 * PATIENT_MS }, async () => {
  const data = aFolder()
  const first = await runUntilReady({ GUICHET_DATA: data })
  const second = run({ GUICHET_DATA: data })
  const [code] = await once(second.child, 'exit')
  expect(code).toBe(1)
  expect(second.errors()).toContain(`is in use by process ${first.child.pid}`)
})

test('a port in use is named', { timeout: 2 * PATIENT_MS }, async () => {
  const first = await runUntilReady({ GUICHET_DATA: aFolder() })
  const { port } = new URL(first.url)
  const second = run({ GUICHET_DATA: aFolder(), SANDBOX_PORT: port })
  const [code] = await once(second.child, 'exit')
  expect([code, second.errors()]).toEqual([1, `sandbox: port ${port} is in use; choose another with SANDBOX_PORT\n`])
})

test('the log names what was called, and neither numbers, texts nor passwords', async () => {
  const log = join(aFolder(), 'sandbox.log')
  const { app } = await aSandbox({ log })
  await app.inject(sendSmsUrl())
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('"operation":"sendsms"')
  expect(readFileSync(log, 'utf8')).not.toMatch(/90000001|482913|sandbox-sms/)
})

test('settings have defaults, and bad ones are refused with their name', () => {
  expect(readSandboxSettings({})).toEqual({
    kind: 'settings',
    settings: {
      port: 3001,
      folder: 'data/sandbox',
      portalUrl: 'http://localhost:3000',
      consoleUrl: 'http://localhost:3003',
      log: undefined,
      ussd: { code: '*222#', key: 'sandbox-ussd' },
      smppPort: null,
    },
  })
  expect(readSandboxSettings({ SANDBOX_PORT: 'many' })).toMatchObject({ kind: 'refused', reason: expect.stringContaining('SANDBOX_PORT') })
  expect(readSandboxSettings({ PORTAL_URL: 'here' })).toMatchObject({ kind: 'refused', reason: expect.stringContaining('PORTAL_URL') })
})
