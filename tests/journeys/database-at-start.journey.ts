import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPrivatePostgres, type PrivatePostgres } from '#server/postgres/private-postgres.ts'
import { freePorts } from '../support/free-ports.ts'
import { expect, test } from '../support/journey.ts'

const START = join(import.meta.dirname, '../../src/start.ts')
const HEALED_MS = 90_000

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let folder = ''
let postgres: PrivatePostgres
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guichet-at-start-'))
  postgres = await startPrivatePostgres({ folder })
})
test.afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

type Starting = { url: string; child: ChildProcess; said: () => string; stop(): Promise<void> }

async function startOn(databaseUrl: string): Promise<Starting> {
  const [port, sandboxPort, adminPort] = await freePorts(3)
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), ADMIN_PORT: String(adminPort) }
  const lines: string[] = []
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ports, GUICHET_DATA: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  return {
    url: `http://localhost:${port}`,
    child,
    said: () => lines.join(''),
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    },
  }
}

async function readiness({ url, child, said }: Starting): Promise<{ status: number; body: unknown }> {
  if (child.exitCode !== null) throw new Error(`the portal ended: ${said()}`)
  return fetch(`${url}/readyz`).then(
    async (answer) => ({ status: answer.status, body: await answer.json() }),
    () => ({ status: 0, body: null }),
  )
}

/** A database of its own on the test's server. */
async function newDatabase(name: string): Promise<string> {
  await asAdmin(`create database ${name}`)
  const url = new URL(postgres.databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(sql: string): Promise<void> {
  const url = new URL(postgres.databaseUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** A proxy to the database that a test can close, slow down, or make stall the heartbeat. */
async function openRoad(databaseUrl: string) {
  const [port = 0] = await freePorts(1)
  const { searchParams, pathname, username } = new URL(databaseUrl)
  const socket = join(searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const way = { delayMs: 0, isBeatStalled: false }
  const open = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    let last = Promise.resolve()
    from.on('data', (data: Buffer) => {
      const isStalled = way.isBeatStalled && data.includes('guichet beat')
      last = last.then(() => pause(isStalled ? 20_000 : way.delayMs)).then(() => void to.write(data))
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const server: Server = createServer((visitor) => {
    const there = createConnection(socket)
    for (const side of [visitor, there]) open.add(side.on('error', () => {}))
    forward(visitor, there)
    forward(there, visitor)
  })
  return {
    way,
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}?sslmode=disable`,
    open: async () => once(server.listen(port, '127.0.0.1'), 'listening'),
    close: async () => {
      for (const side of open) side.destroy()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

test('F68 a portal that starts while its database takes no writes waits and says why, with new tables and with old ones, then goes on by itself', async () => {
  const databaseUrl = await newDatabase('read_only')
  for (const tables of ['new', 'old']) {
    await asAdmin('alter database read_only set default_transaction_read_only = on')
    const portal = await startOn(databaseUrl)
    await expect
      .poll(() => readiness(portal), { timeout: HEALED_MS, message: tables })
      .toEqual({ status: 503, body: { status: 'starting', reason: 'the database takes no writes' } })
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200)
    const page = await fetch(`${portal.url}/`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).toContain('rien n’a été débité')
    await asAdmin('alter database read_only reset default_transaction_read_only')
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'read_only'`)
    await expect.poll(async () => (await readiness(portal)).status, { timeout: HEALED_MS, message: tables }).toBe(200)
    expect(portal.said()).toContain('waits for the database')
    await portal.stop()
    expect(portal.child.exitCode).toBe(0)
  }
})

test('F68 a portal that starts before its database, which is then slow, waits and becomes ready; a stop signal meanwhile stops it', async () => {
  const road = await openRoad(await newDatabase('late'))
  const given = await startOn(road.url)
  const unreachable = { status: 503, body: { status: 'starting', reason: 'the database does not answer' } }
  await expect.poll(() => readiness(given), { timeout: HEALED_MS }).toEqual(unreachable)
  await given.stop()
  expect(given.child.exitCode).toBe(0)

  const portal = await startOn(road.url)
  await expect.poll(() => readiness(portal), { timeout: HEALED_MS }).toEqual(unreachable)
  road.way.delayMs = 15
  await road.open()
  await expect.poll(async () => (await readiness(portal)).status, { timeout: HEALED_MS }).toBe(200)
  await portal.stop()
  await road.close()
})

test('F68 on a loaded machine a late heartbeat during startup does not end the process', async () => {
  const road = await openRoad(await newDatabase('loaded'))
  await road.open()
  // Other journeys load the other CPU core.
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  try {
    road.way.delayMs = 20
    road.way.isBeatStalled = true
    const portal = await startOn(road.url)
    await expect.poll(async () => (await readiness(portal)).status, { timeout: HEALED_MS }).toBe(200)
    road.way.delayMs = 0
    await portal.stop()
    expect(portal.child.exitCode, portal.said()).toBe(0)
  } finally {
    busy.kill('SIGKILL')
    await road.close()
  }
})
