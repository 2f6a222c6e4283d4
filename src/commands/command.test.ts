import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/database/migrations.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import pg from 'pg'
import { commandSettings } from '#settings/command-settings.ts'
import { EXIT } from './command.ts'

const COMMANDS = [
  ['payments', 'list'],
  ['payments', 'restored'],
  ['keys', 'rotate'],
  ['content', 'export', 'written'],
] as const

const { url, pool } = await testDatabase()
const MIGRATIONS = join(import.meta.dirname, '../../migrations')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-command-'))
})

/** As typed in an empty folder, by a shell that exports only the given variables. */
function run([name, ...args]: readonly [string, ...string[]], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}-command.ts`), '--', ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...settings },
  })
  return { status, stdout, stderr }
}

/** A database of this server with the migrations that the filter selects. */
async function databaseWith(isApplied: (name: string) => boolean): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await pool.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const applied = mkdtempSync(join(tmpdir(), 'guichet-migrations-'))
  for (const path of globSync(join(MIGRATIONS, '*.sql'))) if (isApplied(basename(path))) cpSync(path, join(applied, basename(path)))
  await migrate(own.href, { folder: applied })
  return own.href
}

const LAST =
  globSync(join(MIGRATIONS, '*.sql'))
    .toSorted()
    .map((path) => basename(path))
    .at(-1) ?? ''
const place = (databaseUrl: string) => {
  const { pathname, searchParams } = new URL(databaseUrl)
  return `database ${pathname.slice(1)} at ${searchParams.get('host')}`
}

test.for(COMMANDS)('F69 OPS-1 without settings, and with no portal running here, it refuses and creates nothing: %s %s', (command) => {
  expect(run(command)).toEqual({
    status: 4,
    stdout: '',
    stderr:
      `sandbox, private database in ${folder}/data (settings from the environment)\n` +
      `No portal runs on ${folder}/data: start it (npm start), or name the settings of the portal that is meant (--env-file <path>).\n`,
  })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test.for([...COMMANDS, ['settings', 'check'] as const])(
  'OPS-3 a command with wrong settings names all of them, one a line: %s %s',
  (command) => {
    const { status, stdout, stderr } = run(command, { GUICHET_MODE: 'sandbox', PORT: 'abc', LOG_LEVEL: 'loud' })
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toBe(
      "Wrong setting: PORT must be a port number from 1 to 65535, not 'abc'\n" +
        "Wrong setting: LOG_LEVEL must be one of silent, error, warn, info, debug, not 'loud'\n",
    )
  },
)

test.for(COMMANDS)('F69 a command whose database is down says so, without the password: %s %s', (command) => {
  expect(run(command, { DATABASE_URL: 'postgresql://guichet:hush@127.0.0.1:1/guichet' })).toEqual({
    status: 4,
    stdout: '',
    stderr:
      'sandbox, database guichet at 127.0.0.1:1 (settings from the environment)\n' +
      'The database does not answer (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1\n',
  })
})

test('F69 a database without tables, with older or with newer ones is refused with what to do, and not changed', async () => {
  const empty = await databaseWith(() => false)
  const older = await databaseWith((name) => name < '0150')
  const newer = await databaseWith(() => true)
  const there = new URL(newer)
  const count = async (databaseUrl: string) => {
    const other = run(['payments', 'list'], { DATABASE_URL: databaseUrl })
    expect([other.status, other.stdout]).toEqual([4, ''])
    return other.stderr.split('\n')[1]
  }
  const client = new pg.Client({ connectionString: there.href })
  await client.connect()
  await client.query(`insert into kysely_migration (name, "timestamp") values ('9000-later.sql', '')`)
  await client.end()
  expect(await count(empty)).toBe(
    'The database holds no tables of the portal: nothing was done. A new database is prepared by npm run migrate.',
  )
  expect(await count(older)).toMatch(
    /^The database is behind this version \(0150-found-payments\.sql, .*\): nothing was done\. Run npm run migrate, then this command again\.$/,
  )
  expect(await count(newer)).toBe(
    'The database was migrated by a newer version (9000-later.sql): nothing was done. Use the commands of that version.',
  )
  expect(run(['migrate'], { DATABASE_URL: newer })).toMatchObject({ status: 4, stdout: '' })
})

test('F69 a restored backup from before an upgrade: restored names migrate, migrate upgrades and ends, restored continues', async () => {
  const env = { DATABASE_URL: await databaseWith((name) => name < '0149') }
  expect(run(['payments', 'restored'], env)).toMatchObject({ status: 4, stderr: expect.stringContaining('Run npm run migrate') })
  const migrated = run(['migrate'], env)
  expect([migrated.status, migrated.stderr]).toEqual([0, `sandbox, ${place(env.DATABASE_URL)} (settings from the environment)\n`])
  expect(migrated.stdout).toMatch(
    new RegExp(
      `^applied 0149-open-refunds\\.sql\\n[\\s\\S]*applied ${LAST}\\n\\d+ migrations applied\\. The tables are those of this version\\.\\n$`,
    ),
  )
  expect(run(['migrate'], env).stdout).toBe('0 migrations applied. The tables are those of this version.\n')
  expect(run(['payments', 'restored'], env)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The ledger ends at its beginning.'),
  })
})

test('OPS-1 a command reads the file of the service, says so, and has no side effects', async () => {
  const file = join(folder, 'portal.env')
  const elsewhere = { DATABASE_URL: 'postgresql://guichet:hush@127.0.0.1:1/other' }
  writeFileSync(file, `# settings\n; of the test system\nDATABASE_URL="${url}"\n\nLOG_LEVEL=warn\n`)
  const said = `sandbox, ${place(url)} (settings from ${file})\n`
  const before = await pool.query('select count(*)::int from content_package')
  for (const [args, env] of [
    [['--env-file', file, 'list'], elsewhere],
    [['list', `--env-file=${file}`], {}],
    [['list'], { ...elsewhere, GUICHET_ENV_FILE: file }],
  ] as const)
    expect(run(['payments', ...args], env)).toEqual({ status: 0, stdout: 'No payment is in review.\n', stderr: said })
  expect((await pool.query('select count(*)::int from content_package')).rows).toEqual(before.rows)
  expect(run(['settings', 'check', '--env-file', file])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^All settings can be used\.\nOn: /),
  })
  expect(run(['settings'], {}).status).toBe(2)
  expect(run(['payments', 'nonsense'], { DATABASE_URL: url }).status).toBe(2)
})

test('OPS-1 settings come from one place: the option, the variable, the environment, the file of the service', () => {
  const [own, service] = [join(folder, 'own.env'), join(folder, 'portal.env')]
  writeFileSync(own, 'GUICHET_MODE=sandbox\n')
  const source = (args: string[], env: Record<string, string>) => commandSettings(args, env, { service }).source
  expect(source([], {})).toBe('the environment')
  writeFileSync(service, 'GUICHET_MODE=production\n')
  expect(source([], { PATH: '/bin', PORT: '3000' })).toBe(service)
  expect(source([], { GUICHET_MODE: 'sandbox' })).toBe('the environment')
  expect(source([], { GUICHET_MODE: 'sandbox', GUICHET_ENV_FILE: own })).toBe(own)
  expect(commandSettings(['list', '--env-file', service, '--by', 'A'], { GUICHET_ENV_FILE: own }, { service })).toEqual({
    env: { GUICHET_MODE: 'production' },
    source: service,
    args: ['list', '--by', 'A'],
  })
  const release = join(folder, 'release.env')
  writeFileSync(release, 'GUICHET_MODE=production\n')
  expect(commandSettings([], { DATABASE_URL: 'x' }, { service, release }).env).toEqual({ GUICHET_MODE: 'production', DATABASE_URL: 'x' })
  expect(commandSettings([], { GUICHET_MODE: 'sandbox' }, { service, release }).env).toEqual({ GUICHET_MODE: 'sandbox' })
})

test('OPS-1 an unreadable or ambiguous settings file is refused by line, without showing a value', () => {
  const file = join(folder, 'portal.env')
  expect(run(['payments', 'list', '--env-file', file])).toMatchObject({ status: 3, stderr: expect.stringContaining('cannot be read') })
  expect(run(['payments', 'list', '--env-file'])).toMatchObject({ status: 3 })
  writeFileSync(file, 'SMS_PASSWORD=hush\\hush\nexport PORT=1\nSMS_FROM="300" # hush\nUSSD_KEY="hu"sh"\n')
  const { status, stderr } = run(['payments', 'list', '--env-file', file])
  expect([status, stderr.match(/line \d/g)]).toEqual([3, ['line 1', 'line 2', 'line 3', 'line 4']])
  expect(stderr).not.toContain('hush')
})

test('OPS-2 a command with the settings of one mode does not touch the database of the other', async () => {
  const own = await databaseWith(() => true)
  const client = new pg.Client({ connectionString: own })
  await client.connect()
  await client.query(`insert into portal_mode (mode) values ('production')`)
  await client.end()
  expect(run(['payments', 'list'], { DATABASE_URL: own })).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('The database belongs to a portal in production mode, and GUICHET_MODE is sandbox: nothing was done.'),
  })
})

test('OPS-1 commands end with the codes that the handbook names, and their result is on standard output', () => {
  const table = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8').match(/(?<=^\| `)\d(?=` +\|)/gm)
  expect(table?.map(Number)).toEqual([...new Set(Object.values(EXIT))])
  const file = join(folder, 'statement.csv')
  const compare = (whose: string, text: string) => {
    writeFileSync(file, `reference,amount,currency,state\n${text}`)
    const { status, stdout, stderr } = run(['payments', 'compare', whose, file], { DATABASE_URL: url })
    return { status, stdout, stderr: stderr.split('\n').slice(1).join('\n') }
  }
  expect(compare('dpo', 'NOBODYKNOWS2,16.4,USD,paid\n')).toEqual({
    status: EXIT.differs,
    stdout:
      'unknown-here  NOBODYKNOWS2  line 2: 16.40 USD done\n' +
      'total paid: there 16.40 USD (1), here 0.00 USD (0)\n' +
      'total refunded: there 0.00 USD (0), here 0.00 USD (0)\n' +
      '1 lines, 1 difference.\n',
    stderr: '',
  })
  expect(compare('dopo', '')).toMatchObject({
    status: EXIT.usage,
    stdout: '',
    stderr: expect.stringMatching(/^Whose statement\? One of: /),
  })
  expect(run(['payments', 'show', 'GNOBODY'], { DATABASE_URL: url })).toMatchObject({ status: EXIT.no, stdout: '' })
})

test('OPS-1 npm scripts of all commands exist, and none of them prepares anything first', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const path of globSync(join(import.meta.dirname, '*-command.ts'))) {
    const name = basename(path, '-command.ts')
    expect(scripts[name], name).toBe(`exec sh scripts/run.sh ${name}`)
  }
})
