import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HANDBOOK, handbookIndex, PROGRAMS } from '../../scripts/write-handbook-programs.ts'
import { allProofs } from '../proof/test-titles.ts'
import { commandsIn, guichetArguments, handbookScripts } from '../support/handbook-lines.ts'

const scripts = handbookScripts()
const commands = scripts.flatMap((script) => commandsIn(script).map((words) => ({ page: script.page, words })))
const folder = mkdtempSync(join(tmpdir(), 'guichet-handbook-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every script of the handbook is one that sh can read', () => {
  expect(scripts.length).toBeGreaterThan(25)
  const wrong = scripts.map(({ page, text }) => ({ page, ...spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' }) }))
  expect(wrong.filter(({ status }) => status !== 0).map(({ page, stderr }) => `${page}: ${stderr}`)).toEqual([])
})

test('commands are found in scripts: behind a variable, in a loop, in a container, over two lines', () => {
  const text = "A=1 guichet x --by 'A. B' # why\nfor a in b; do\n  install -m 6 \\\n    c d\ndone\ncat >> f <<'END'\nguichet no\nEND\n"
  const found = commandsIn({ page: '', text: `${text}docker compose exec portal-one guichet payments list > f\n` })
  expect(found).toEqual([
    ['guichet', 'x', '--by', 'A. B'],
    ['install', '-m', '6', 'c', 'd'],
    ['cat'],
    ['docker', 'compose', 'exec', 'portal-one', 'guichet', 'payments', 'list'],
  ])
  expect(found.map(guichetArguments)).toEqual([['x', '--by', 'A. B'], null, null, ['payments', 'list']])
})

const ours = commands.flatMap(({ page, words }) => {
  const typed = guichetArguments(words)
  return typed === null ? [] : [{ page, typed }]
})
const isOperators = ({ typed: [name = ''] }: { typed: string[] }) => existsSync(`src/commands/${name}-command.ts`)

/** Files that commands of the handbook read. */
const FILES: Record<string, string> = {
  'statement.csv': 'reference,amount,currency,state\n',
  'deliveries.csv': 'reference,amount,currency,state\n',
  'faqs.json': '[]',
  'shops.csv': '',
  'sites.csv': '',
}

test('every command of the portal in the handbook is accepted by its own parser, and does nothing without a portal', () => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'texts'))
  const tried = ours.filter(isOperators).filter(({ typed: [name] }) => name !== 'operator')
  expect(tried.length).toBeGreaterThan(20)
  const unlike = new Map(tried.map(({ typed }) => [typed.join(' '), typed]))
  const refused = [...unlike.values()].flatMap(([name = '', ...rest]) => {
    const args = rest.map((each) => each.replace('https://portail.example.ne', 'http://127.0.0.1:9'))
    // A sandbox that is not there: nothing is called.
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, SANDBOX_PORT: '9', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
    const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), `src/commands/${name}-command.ts`), '--', ...args], {
      encoding: 'utf8',
      cwd: folder,
      env,
    })
    return status === null || status === 2 || status === 3 || /^\s+at /m.test(stderr)
      ? [`${name} ${rest.join(' ')}: ${status} ${stderr}`]
      : []
  })
  expect(refused).toEqual([])
  expect(existsSync(join(folder, 'data'))).toBe(false)
  // A process for each line: on a busy machine minutes.
}, 300_000)

test('every npm script in the handbook exists, and every operator command is in the usage of that command', () => {
  const { scripts: known }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(ours.filter(({ typed: [name = ''] }) => !(name in known) && name !== 'start').map(({ typed }) => typed.join(' '))).toEqual([])
  const usage = readFileSync('src/commands/operator-command.ts', 'utf8').matchAll(/npm run operator -- (.+?) {2,}/g)
  const patterns = [...usage].map(([, line = '']) => new RegExp(`^${line.replaceAll(/<[^>]+>/g, '\\S+')}$`))
  const typed = ours.filter(({ typed: [name] }) => name === 'operator').map(({ typed: [, ...rest] }) => rest.join(' '))
  expect(typed.filter((line) => !patterns.some((pattern) => pattern.test(line)))).toEqual([])
  const drills = new Set(allProofs().flatMap(({ kind, title }) => (kind === 'drill' ? [title.split(':', 1)[0]] : [])))
  const named = readFileSync(`${HANDBOOK}/backup.md`, 'utf8').matchAll(/drill -- --only (\w+)/g)
  expect([...named].map(([, name]) => name).filter((name) => !drills.has(name))).toEqual([])
})

test('every other program of the handbook is in its table, which says what runs it; no other is', async () => {
  const used = new Set(
    commands.filter(({ words }) => guichetArguments(words) === null).map(({ words: [program = ''] }) => program.replace(/^.*\//, '')),
  )
  expect([...used].toSorted()).toEqual(Object.keys(PROGRAMS).toSorted())
  const here = 'tests/architecture/handbook.test.ts'
  const run = scripts
    .filter(({ page, text }) => /^(?:install|upgrade)\.md$/.test(page) && text.startsWith('sha256sum'))
    .map(({ text }) => text)
  const missing = Object.entries(PROGRAMS).filter(([program, file]) => {
    const text = file === here ? run.join('') : file === null ? program : readFileSync(file, 'utf8')
    return !new RegExp(`\\b${program}\\b`).test(text)
  })
  expect(missing).toEqual([])
  expect(readFileSync(`${HANDBOOK}/README.md`, 'utf8')).toBe(await handbookIndex())
})

/** A release in miniature: what the scripts of installing and upgrading touch. */
function miniatureRelease(name: string, place: string): void {
  const root = join(place, name)
  mkdirSync(join(root, 'bin'), { recursive: true })
  mkdirSync(join(root, 'deploy'))
  writeFileSync(join(root, 'bin/guichet'), `#!/bin/sh\necho ${name} "$@" >> ${join(place, 'said.txt')}\n`)
  chmodSync(join(root, 'bin/guichet'), 0o755)
  writeFileSync(join(root, 'deploy/guichet.service'), '[Service]\n')
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: place })
  execFileSync('sh', ['-c', `sha256sum ${name}.tar.gz > ${name}.tar.gz.sha256`], { cwd: place })
  rmSync(root, { recursive: true })
}

test('the scripts that install and upgrade a release, run as they are written in another folder, switch from one to the next', () => {
  const place = join(folder, 'machine')
  for (const part of ['etc/systemd/system', 'usr/local/bin', 'stubs']) mkdirSync(join(place, part), { recursive: true })
  writeFileSync(join(place, 'stubs/systemctl'), `#!/bin/sh\necho systemctl "$@" >> ${join(place, 'said.txt')}\n`)
  chmodSync(join(place, 'stubs/systemctl'), 0o755)
  const run = (page: string, first: string, version: string) => {
    const script = scripts.find((each) => each.page === page && each.text.trimStart().startsWith(first))
    const text = (script?.text ?? 'exit 9').replaceAll('VERSION-COMMIT', version).replaceAll(/(?<=[\s=])\/(opt|etc|usr)\//g, `${place}/$1/`)
    execFileSync('sh', ['-eu'], {
      input: text,
      cwd: place,
      env: { PATH: `${place}/stubs:${process.env.PATH}` },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  }
  for (const version of ['1-a', '2-b']) miniatureRelease(`guichet-${version}`, place)
  run('install.md', 'sha256sum', '1-a')
  expect(readlinkSync(join(place, 'opt/guichet/current'))).toBe('guichet-1-a')
  expect(statSync(join(place, 'etc/systemd/system/guichet.service')).mode & 0o777).toBe(0o644)
  run('upgrade.md', 'sha256sum', '2-b')
  expect(readlinkSync(join(place, 'opt/guichet/current'))).toBe('guichet-2-b')
  execFileSync(join(place, 'usr/local/bin/guichet'), ['start'])
  expect(readFileSync(join(place, 'said.txt'), 'utf8').split('\n')).toEqual([
    'systemctl daemon-reload',
    'systemctl enable --now guichet',
    'guichet-2-b settings check',
    'systemctl restart guichet',
    'guichet-2-b start',
    '',
  ])
})
