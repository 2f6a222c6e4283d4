import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ProfileProblem } from '#operator/operator-profile.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { startProblemLine } from './start-problems.ts'

const SETTINGS = {
  console: null,
  port: 3000,
  adminPort: 3002,
  host: 'localhost',
  databaseUrl: 'postgresql://guichet:hush@127.0.0.1:1/guichet',
}

/** The real error of a socket that cannot listen. */
async function listenError(port: number, host: string): Promise<unknown> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    return error
  }
  throw new Error('it listens')
}

async function connectError(databaseUrl: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  return client.connect().then(
    () => new Error('it connects'),
    (error: unknown) => error,
  )
}

test('a setting and a profile are named in one line', () => {
  expect(startProblemLine(new SettingProblem('PORT must be set'), null)).toBe('Wrong setting: PORT must be set')
  expect(startProblemLine(new ProfileProblem('operator profile x'), null)).toBe('Wrong setting: operator profile x')
})

test('a port that is taken is named, whichever it is', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const error = await listenError(port, '127.0.0.1')
  expect(startProblemLine(error, { ...SETTINGS, port })).toMatch(/^Wrong setting: PORT cannot be listened on: .*EADDRINUSE.*$/)
  expect(startProblemLine(error, { ...SETTINGS, adminPort: port })).toMatch(
    /^Wrong setting: ADMIN_PORT cannot be listened on: .*EADDRINUSE.*$/,
  )
  taken.close()
})

test('a host that is not this machine is named', async () => {
  const elsewhere = await listenError(0, '192.0.2.1')
  expect(startProblemLine(elsewhere, { ...SETTINGS, host: '192.0.2.1' })).toMatch(
    /^Wrong setting: HOST cannot be listened on: .*EADDRNOTAVAIL.*$/,
  )
  const unknown = await listenError(0, 'no-such-host.invalid')
  expect(startProblemLine(unknown, { ...SETTINGS, host: 'no-such-host.invalid' })).toMatch(
    /^Wrong setting: HOST cannot be listened on: .+$/,
  )
})

test('a database that is down, unknown or wants another account is one line without its password', async () => {
  const { url } = await testDatabase()
  const wrongName = new URL(url)
  wrongName.pathname = '/no_such_database'
  for (const databaseUrl of [
    SETTINGS.databaseUrl,
    'postgresql://guichet:hush@localhost:1/guichet',
    'postgresql://guichet:hush@no-such-host.invalid/x',
    wrongName.href,
  ]) {
    const line = startProblemLine(await connectError(databaseUrl), { ...SETTINGS, databaseUrl })
    expect(line, databaseUrl).toMatch(/^The database does not answer \(DATABASE_URL\): .+$/)
    expect(line).not.toContain('hush')
  }
})

test('errors that no setting can fix keep all details', () => {
  expect(startProblemLine(new TypeError('undefined is not a function'), SETTINGS)).toBeNull()
  expect(startProblemLine('thrown text', SETTINGS)).toBeNull()
})
