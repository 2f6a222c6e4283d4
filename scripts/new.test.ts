import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** A copy of the project, in which everything new is made once. */
const copy = mkdtempSync(join(tmpdir(), 'guichet-new-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
for (const name of readdirSync('.').filter((one) => !['node_modules', 'build', '.git', 'test-results'].includes(one)))
  cpSync(name, join(copy, name), { recursive: true })
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))

/** Without what this test's own runner says to its children. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST$)/.test(name)))
const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: copy, env, encoding: 'utf8' })
const make = (...args: string[]) => run(process.execPath, 'scripts/new.ts', ...args)
const bin = (name: string) => resolve('node_modules/.bin', name)

/** Files that were there and are others now. */
function touched(): string[] {
  const { stdout } = run(
    'diff',
    '-rq',
    '--exclude=node_modules',
    '--exclude=.git',
    '--exclude=build',
    '--exclude=test-results',
    resolve('.'),
    copy,
  )
  return [...stdout.matchAll(/^Files (\S+) and .* differ$/gm)].map(([, path = '']) => path.slice(resolve('.').length + 1)).toSorted()
}

test('a new gateway changes five files by hand and two that scripts write; names that are taken change nothing', () => {
  expect(make('connector', 'uba')).toMatchObject({ status: 1, stderr: 'uba is a connector already\n' })
  expect(make('connector', 'money-push').stderr).toBe('money-push is a connector already\n')
  expect(make('connector', 'testing').stderr).toBe('already there: src/payment-connectors/testing, sandbox/testing\n')
  expect(make('page', 'language').stderr).toBe('/language is a page already\n')
  expect(make('operator-call', 'lines').stderr).toContain('already there: src/operator/tmforum/lines.ts')
  expect(make('connector', '../evil').stderr).toContain('a name is written small')
  expect(make('gateway', 'acme').stderr).toContain('npm run new --')
  expect(touched()).toEqual([])

  expect(make('connector', 'acme-pay')).toMatchObject({ status: 0, stderr: '' })
  expect(touched()).toEqual([
    'README.md',
    'docs/operations.md',
    'sandbox/faces/face-names.ts',
    'sandbox/faces/registered-faces.ts',
    'src/join/payment-providers.ts',
    'src/settings/gateways.ts',
    'src/shared/connector-table.ts',
  ])
})

test('connector, page and operator call compile as they are made, and are well formed', { timeout: 120_000 }, () => {
  expect(make('page', 'loyalty')).toMatchObject({ status: 0, stderr: '' })
  expect(make('operator-call', 'loyalty-points')).toMatchObject({ status: 0, stderr: '' })
  expect(run(bin('tsc'), '--noEmit').stdout).toBe('')
  const made = touched().concat(
    'src/payment-connectors/acme-pay',
    'sandbox/acme-pay',
    'src/features/loyalty',
    'src/features/loyalty-points',
  )
  expect(run(bin('prettier'), '--check', '--log-level', 'warn', ...made)).toMatchObject({ status: 0 })
})

test('a new gateway keeps none of its promises, and each says why', { timeout: 120_000 }, () => {
  const config = "export default { test: { include: ['src/payment-connectors/acme-pay/*.test.ts'], testTimeout: 20_000 } }"
  writeFileSync(join(copy, 'promises.config.ts'), config)
  run(
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'promises.config.ts',
    '--reporter',
    'json',
    '--outputFile',
    'promises.json',
  )
  const { testResults } = JSON.parse(readFileSync(join(copy, 'promises.json'), 'utf8')) as Report
  const promises = testResults.flatMap(({ assertionResults }) => assertionResults)
  expect(promises.length).toBeGreaterThan(30)
  for (const { title, status, failureMessages } of promises)
    expect([title, status, failureMessages[0]]).toEqual([title, 'failed', expect.stringContaining('acme-pay answered HTTP 501')])
})

type Report = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] }
