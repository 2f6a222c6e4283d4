import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runningServer } from './postgres-processes.ts'
import { startPrivatePostgres } from './private-postgres.ts'
import { fillProject, startElsewhere } from '#tests/support/start-elsewhere.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NOBODY = 65_534
const OTHER_USER = 1
const isRoot = process.getuid?.() === 0
const canOthersRunNode = isRoot && spawnSync(process.execPath, ['--version'], { uid: OTHER_USER, cwd: '/' }).status === 0
const folders: string[] = []
/** Most tests need no new cluster, and making one costs a second. */
const usedFolder = await makeFolder()

afterEach(async () => {
  for (const folder of [usedFolder, ...folders]) await endServerOf(folder)
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

afterAll(() => rm(usedFolder, { recursive: true, force: true }))

test('a fresh folder becomes a durable UTF-8 database in UTC, reachable only through a private socket', async () => {
  const folder = await aFolder()
  const postgres = await startPrivatePostgres({ folder })
  expect(postgres.adopted).toBe(false)
  const settings = await ask(
    postgres.databaseUrl,
    `select current_database() as database, current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
     current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, lower('É') as lower,
     current_setting('shared_buffers') as buffers, current_setting('max_connections') as connections`,
  )
  const expected = { database: 'guichet', encoding: 'UTF8', timezone: 'UTC', fsync: 'on', addresses: '', lower: 'é', buffers: '64MB' }
  expect(settings).toEqual({ ...expected, connections: '100' })
  const socketFolder = socketFolderOf(postgres)
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toContain('ready to accept connections')
  await postgres.stop()
  expect(existsSync(socketFolder)).toBe(false)
})

test('another database of the server is reached by changing the path of the URL', async () => {
  const { databaseUrl } = await startPrivatePostgres({ folder: usedFolder })
  await ask(databaseUrl, 'create database "tests of today"')
  const other = new URL(databaseUrl)
  other.pathname = '/tests of today'
  expect(await ask(other.href, 'select current_database() as database')).toEqual({ database: 'tests of today' })
})

test('written data is there after a stop and a start, and stopping twice is harmless', async () => {
  const folder = usedFolder
  const first = await startPrivatePostgres({ folder })
  await ask(first.databaseUrl, 'create table note as select 7 as number')
  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  expect(runningServer(join(folder, 'postgres'))).toBeNull()
  const second = await startPrivatePostgres({ folder })
  expect(second.adopted).toBe(false)
  await first.stop()
  expect(await ask(second.databaseUrl, 'select number from note')).toEqual({ number: 7 })
})

test('a folder with a long path full of spaces and accents works', async () => {
  const folder = join(await aFolder(), 'données de l’opérateur à Niamey', 'été "94", 100 %'.repeat(8))
  folders.push(folder)
  const { databaseUrl, stop } = await startPrivatePostgres({ folder })
  expect(await ask(databaseUrl, 'select 1 as one')).toEqual({ one: 1 })
  await stop()
})

test('of several starters at once one starts the server, the others adopt it, and the last one to stop ends it', async () => {
  const folder = await aFolder()
  const starters = await Promise.all([1, 2, 3, 4].map(() => startElsewhere({ folder })))
  expect(starters.filter((starter) => starter.adopted)).toHaveLength(3)
  const [last, ...others] = starters.toSorted((one, other) => Number(other.adopted) - Number(one.adopted))
  await Promise.all(others.map((starter) => starter.order('stop')))
  expect(runningServer(join(folder, 'postgres'))).not.toBeNull()
  await last?.order('stop')
  expect(runningServer(join(folder, 'postgres'))).toBeNull()
  expect(readdirSync(folder).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('users that all stop at once leave no server behind', async () => {
  const folder = usedFolder
  const users = await Promise.all([1, 2, 3, 4, 5, 6].map(() => startPrivatePostgres({ folder })))
  await Promise.all(users.map((user) => user.stop()))
  expect(runningServer(join(folder, 'postgres'))).toBeNull()
})

test('F59 a server whose starter was killed is adopted by the next one, who then stops it', async () => {
  const folder = usedFolder
  const owner = await startElsewhere({ folder })
  await owner.kill()
  const before = runningServer(join(folder, 'postgres'))
  const heir = await startPrivatePostgres({ folder })
  expect(heir.adopted).toBe(true)
  expect(runningServer(join(folder, 'postgres'))?.pid).toBe(before?.pid)
  const second = await startElsewhere({ folder, environment: { TMPDIR: folder } })
  expect(second.adopted).toBe(true)
  await second.order('stop')
  expect(await ask(heir.databaseUrl, 'select 1 as one')).toEqual({ one: 1 })
  await heir.stop()
  expect(runningServer(join(folder, 'postgres'))).toBeNull()
})

test('after owner and server were killed the next start waits for the last session to end and recovers everything committed', async () => {
  const folder = usedFolder
  const owner = await startElsewhere({ folder })
  await ask(owner.databaseUrl, 'create table payment as select 7 as number')
  const busy = ask(owner.databaseUrl, 'select pg_sleep(20)').catch((error: unknown) => error)
  await sleep(100)
  const { pid } = await ask(owner.databaseUrl, `select pid from pg_stat_activity where wait_event = 'PgSleep'`)
  process.kill(Number(pid), 'SIGSTOP')
  setTimeout(() => process.kill(Number(pid), 'SIGCONT'), 500)
  const killed = runningServer(join(folder, 'postgres'))
  process.kill(killed?.pid ?? 0, 'SIGKILL')
  await owner.kill()
  const { databaseUrl, adopted } = await startPrivatePostgres({ folder })
  expect(adopted).toBe(false)
  expect(await ask(databaseUrl, 'select number from payment')).toEqual({ number: 7 })
  expect(await busy).toBeInstanceOf(Error)
})

test('F39 stopping after the server was killed is harmless, also when another process started it again', async () => {
  const folder = usedFolder
  const first = await startPrivatePostgres({ folder })
  const killed = await startPrivatePostgres({ folder })
  process.kill(runningServer(join(folder, 'postgres'))?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => runningServer(join(folder, 'postgres'))).toBeNull()
  await killed.stop()
  const second = await startElsewhere({ folder })
  expect([second.adopted, second.databaseUrl]).toEqual([false, first.databaseUrl])
  await first.stop()
  expect(await ask(second.databaseUrl, 'select 1 as one')).toEqual({ one: 1 })
  await second.order('stop')
})

test('a process number that a dead server left behind and another process now has neither stops the start nor harms it', async () => {
  const folder = usedFolder
  await (await startPrivatePostgres({ folder })).stop()
  const bystander = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY } : {})
  writeFileSync(
    join(folder, 'postgres', 'postmaster.pid'),
    `${bystander.pid}\n${folder}/postgres\n1700000000\n5432\n/tmp\n\n  1234567         0\nready   \n`,
  )
  const { adopted, stop } = await startPrivatePostgres({ folder })
  expect(adopted).toBe(false)
  await stop()
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null])
  bystander.kill()
})

test('an empty pid file, left by a power cut, does not stop the start', async () => {
  const folder = usedFolder
  const path = join(folder, 'postgres', 'postmaster.pid')
  await (await startPrivatePostgres({ folder })).stop()
  writeFileSync(path, '')
  utimesSync(path, new Date(0), new Date(0))
  await (await startPrivatePostgres({ folder })).stop()
})

test('the error of a server that cannot start is reported in its own words, and it starts once the cause is gone', async () => {
  const folder = usedFolder
  const config = join(folder, 'postgres', 'postgresql.auto.conf')
  await (await startPrivatePostgres({ folder })).stop()
  const before = readFileSync(config)
  writeFileSync(config, `shared_preload_libraries = 'absent'\n`)
  await expect(startPrivatePostgres({ folder })).rejects.toThrow(/PostgreSQL \d+ did not start in .*FATAL: +could not access file "absent"/)
  writeFileSync(config, before)
  await (await startPrivatePostgres({ folder })).stop()
})

test('a leftover server that lost its socket is replaced', async () => {
  const folder = usedFolder
  const owner = await startElsewhere({ folder })
  await owner.kill()
  await rm(socketFolderOf(owner), { recursive: true })
  const { adopted } = await startPrivatePostgres({ folder })
  expect(adopted).toBe(false)
})

test('a starter killed while it creates the cluster leaves no partial cluster', async () => {
  const folder = await aFolder()
  const starter = startElsewhere({ folder })
  starter.catch(() => 'expected: it is killed')
  while (!readdirSync(folder).some((name) => existsSync(join(folder, name, 'global')))) await sleep(5)
  process.kill(Number(readdirSync(folder)[0]?.split('-')[1]), 'SIGKILL')
  await expect(starter).rejects.toThrow('the starter was killed')
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
  await startPrivatePostgres({ folder })
  expect(readdirSync(folder).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('an owner that ends without stopping takes its server with it', async () => {
  const folder = usedFolder
  const owner = await startElsewhere({ folder })
  await owner.order('leave')
  await expect.poll(() => runningServer(join(folder, 'postgres'))).toBeNull()
  await rm(socketFolderOf(owner), { recursive: true })
})

test('root runs the server under user id 65534, or behind a user namespace where that user cannot enter', async ({ skip }) => {
  skip(!canOthersRunNode || process.platform !== 'linux', 'needs root on Linux, and a Node that other users may run')
  const open = await aFolder()
  const closed = await aFolder(0o700)
  await Promise.all([startPrivatePostgres({ folder: open }), startPrivatePostgres({ folder: closed })])
  expect(statSync(join(open, 'postgres')).uid).toBe(NOBODY)
  expect(statSync(`/proc/${runningServer(join(open, 'postgres'))?.pid}`).uid).toBe(NOBODY)
  expect(statSync(join(closed, 'postgres')).uid).toBe(0)
  await chmod(open, 0o777)
  await expect(startElsewhere({ folder: open, uid: OTHER_USER })).rejects.toThrow(`belongs to user id ${NOBODY}, not to ${OTHER_USER}`)
})

test('an ordinary user runs the packaged PostgreSQL, which another user installed', async ({ skip }) => {
  skip(!canOthersRunNode, 'needs root, and a Node that other users may run')
  const folder = join(await aFolder(0o777), 'data')
  folders.push(folder)
  const project = await aProject({ withPackage: 'whole' })
  const postgres = await startElsewhere({ folder, uid: NOBODY, project, onlyPackage: true })
  expect(statSync(folder)).toMatchObject({ uid: NOBODY, mode: 0o040700 })
  expect(await ask(postgres.databaseUrl, 'select version()')).toMatchObject({ version: expect.stringContaining('PostgreSQL 15') })
  await expect(startElsewhere({ folder, uid: OTHER_USER })).rejects.toThrow('cannot be used for the database')
  await postgres.order('stop')
})

test('missing programs, a failing initdb and a cluster of another version are reported in one helpful line', async () => {
  const folder = await aFolder()
  const bare = await aProject({ withPackage: 'none' })
  await expect(startElsewhere({ folder, project: bare, onlyPackage: true })).rejects.toThrow(
    /No programs of PostgreSQL 15 or newer .* DATABASE_URL/,
  )
  const failing = await aProject({ withPackage: 'failing' })
  const expected = 'failed: initdb: error: could not create directory: No space left on device'
  await expect(startElsewhere({ folder, project: failing, onlyPackage: true })).rejects.toThrow(expected)
  expect(readdirSync(folder)).toEqual([])
  await mkdir(join(folder, 'postgres'), { mode: 0o700 })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n')
  await expect(startPrivatePostgres({ folder })).rejects.toThrow(/No programs of PostgreSQL 9, which made the existing cluster/)
})

async function aFolder(mode?: number): Promise<string> {
  const folder = await makeFolder(mode)
  folders.push(folder)
  return folder
}

async function aProject(installed: Parameters<typeof fillProject>[1]): Promise<string> {
  const project = await aFolder()
  return fillProject(project, installed).then(() => project)
}

async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'private-postgres-'))
  return chmod(folder, mode).then(() => folder)
}

async function ask(databaseUrl: string, sql: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => 'a killed server is part of these tests')
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end())
  return rows[0] ?? {}
}

function socketFolderOf({ databaseUrl }: { databaseUrl: string }): string {
  return new URL(databaseUrl).searchParams.get('host') ?? ''
}

async function endServerOf(folder: string): Promise<void> {
  const server = runningServer(join(folder, 'postgres'))
  if (!server) return
  process.kill(server.pid, 'SIGINT')
  while (runningServer(join(folder, 'postgres'))) await sleep(10)
  await rm(server.socketFolder, { recursive: true, force: true })
}
