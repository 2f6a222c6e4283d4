import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { isDatabaseUnavailable } from './database-problems.ts'
import { checkDatabase, openDatabase, openPool } from './database.ts'

test('a connection that breaks between two statements of a transaction is reported and affects nothing else', async () => {
  const { url, pool: other } = await testDatabase()
  const reported: Error[] = []
  const pool = openPool(url, (error) => reported.push(error))
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('begin')
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => reported.length).toBeGreaterThan(0)
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

/** Forwards everything until responses stop: a server that hangs with its connections open. */
async function relayTo(databaseUrl: string) {
  const folder = new URL(databaseUrl).searchParams.get('host') ?? ''
  let isSilent = false
  const relay = createServer((visitor) => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    visitor.pipe(server).on('data', (bytes) => isSilent || visitor.write(bytes))
    visitor.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
  return { url: url.href, fallSilent: () => (isSilent = true), speakAgain: () => (isSilent = false), close: () => relay.close() }
}

test('F39: a hanging server is detected soon', async () => {
  const relay = await relayTo((await testDatabase()).url)
  const pool = openPool(relay.url, () => {}, 3_000)
  await checkDatabase(pool)
  relay.fallSilent()
  await expect(checkDatabase(pool)).rejects.toThrow('does not answer in time')
  await pool.end()
  relay.close()
})

test('F39: a connection that fell silent in a transaction is unavailable, and is never reused', async () => {
  const { url, pool: other } = await testDatabase()
  const relay = await relayTo(url)
  const pool = openPool(relay.url, () => {}, 300)
  const db = openDatabase(pool)
  const write = (key: string) => sql`insert into rate_limit (key, arrives_at) values (${key}, now())`
  const failure = db.transaction().execute(async (tx) => {
    await write('in a transaction that was not ended').execute(tx)
    relay.fallSilent()
    await sql`select 1`.execute(tx)
  })
  const problem: unknown = await failure.catch((error: unknown) => error)
  expect(isDatabaseUnavailable(problem as Error)).toBe(true)
  relay.speakAgain()
  await write('after it').execute(db)
  // Another connection sees it: it was committed, and not in the transaction left open.
  const { rows } = await other.query<{ key: string }>('select key from rate_limit')
  expect(rows.map(({ key }) => key)).toEqual(['after it'])
  await pool.end()
  relay.close()
})
