import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** A copy of the project in which each kind is created once. */
const copy = mkdtempSync(join(tmpdir(), 'guichet-new-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
for (const name of readdirSync('.').filter((one) => !['node_modules', 'build', '.git', 'test-results'].includes(one)))
  cpSync(name, join(copy, name), { recursive: true })
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))

/** Environment without the variables of this test runner. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST$)/.test(name)))
const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: copy, env, encoding: 'utf8' })
const make = (...args: string[]) => run(process.execPath, 'scripts/new.ts', ...args)
const bin = (name: string) => resolve('node_modules/.bin', name)

function edit(path: string, change: (source: string) => string): void {
  const source = readFileSync(join(copy, path), 'utf8')
  expect(change(source)).not.toBe(source)
  writeFileSync(join(copy, path), change(source))
}

/** Existing files that changed. */
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

test('a new gateway changes six files by hand and two that scripts write; names that are taken change nothing', () => {
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
    'docs/settings.md',
    'sandbox/simulators/registered-simulators.ts',
    'sandbox/simulators/simulator-names.ts',
    'src/composition/payment-providers.ts',
    'src/settings/gateways.ts',
    'src/shared/connector-table.ts',
    'src/shared/money-facts.ts',
  ])
})

test('a new wallet is a way to pay of its own: two files more, no page and no text', () => {
  const before = touched()
  expect(make('page', 'acme', '--wallet').status).toBe(1)
  expect(make('connector', 'acme-money', '--wallet')).toMatchObject({ status: 0, stderr: '' })
  expect(touched().filter((path) => !before.includes(path))).toEqual(['src/settings/wallets.ts', 'src/shared/payment-codes.ts'])
})

test('a new operator changes no file, and nothing is wrong with its folder', () => {
  const before = touched()
  expect(make('operator', 'kivuko').stderr).toContain('by its country and itself')
  expect(make('operator', 'ke-savanna').stderr).toContain('already there: operators/ke-savanna/operator.json')
  expect(make('operator', 'ug-kivuko')).toMatchObject({ status: 0, stderr: '' })
  expect(touched()).toEqual(before)
  const check = run(process.execPath, 'src/commands/operator-command.ts', 'check', 'ug-kivuko')
  expect(check).toMatchObject({ status: 0, stderr: '' })
  expect(check.stdout).toContain('Kivuko Mobile')
})

const NEW_CALL = `
export const countPrefills = defineCall({
  route: 'GET visit/v1/prefills',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'How many numbers were typed',
  tags: ['visit'],
  reply: Type.Integer(),
})
`

test('a new call changes its contract and the file that implements it, and no other', () => {
  const before = touched()
  edit('src/features/visit/contract.ts', (source) => source + NEW_CALL)
  edit('src/features/visit/server/visit.calls.ts', (source) =>
    source
      .replace('import { endVisit,', 'import { countPrefills, endVisit,')
      .replace('  return [\n', '  return [\n    serve(countPrefills, async () => success(1)),\n'),
  )
  expect(touched().filter((path) => !before.includes(path))).toEqual([
    'src/features/visit/contract.ts',
    'src/features/visit/server/visit.calls.ts',
  ])
})

test('connector, page, call and operator call compile as they are made, and are well formed', { timeout: 120_000 }, () => {
  expect(make('page', 'loyalty')).toMatchObject({ status: 0, stderr: '' })
  expect(make('operator-call', 'loyalty-points')).toMatchObject({ status: 0, stderr: '' })
  edit('src/features/loyalty/portal/loyalty.page.tsx', (source) =>
    source.replace('(request) => readContent', 'async (request) => (await request.api.countPrefills()) && readContent'),
  )
  expect(run(bin('tsc'), '--noEmit').stdout).toBe('')
  const made = touched().concat(
    'src/payment-connectors/acme-pay',
    'src/payment-connectors/acme-money',
    'sandbox/acme-pay',
    'sandbox/acme-money',
    'src/features/loyalty',
    'src/features/loyalty-points',
  )
  expect(run(bin('prettier'), '--check', '--log-level', 'warn', ...made)).toMatchObject({ status: 0 })
})

test('a new gateway and a new wallet keep none of their promises, and each says why', { timeout: 120_000 }, () => {
  const config = "export default { test: { include: ['src/payment-connectors/acme-*/*.test.ts'], testTimeout: 20_000 } }"
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
  const [wallet = [], gateway = []] = [true, false].map((isWallet) =>
    promises.filter(({ title }) => title.includes('acme-money') === isWallet),
  )
  expect(gateway.length).toBeGreaterThan(30)
  for (const { title, status, failureMessages } of gateway)
    expect([title, status, failureMessages[0]]).toEqual([title, 'failed', expect.stringContaining('acme-pay answered HTTP 501')])
  // Some promises of wallets count what was sent, or the money: they fail before an answer is read. Nothing takes nothing.
  const kept = ['acme-money 8: a wallet that hangs up on one payer took nothing']
  expect(wallet.filter(({ status }) => status !== 'failed').map(({ title }) => title)).toEqual(kept)
  expect(wallet.filter(({ failureMessages: [why] }) => why?.includes('acme-money answered HTTP 501')).length).toBeGreaterThan(15)
})

type Report = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] }
