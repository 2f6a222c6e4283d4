import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { isDatabaseUnavailable } from './database-problems.ts'
import { checkDatabase, openPool } from './database.ts'

test('a connection that breaks between two statements of a transaction is reported and ends nothing but itself', async () => {
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

/** Passes everything on, until its answers stop: a server that stands still with its connections open. */
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
  return { url: url.href, fallSilent: () => (isSilent = true), close: () => relay.close() }
}

test('F39: a server that stands still is found out soon, and counts as unavailable', async () => {
  const relay = await relayTo((await testDatabase()).url)
  const pool = openPool(relay.url, () => {})
  await checkDatabase(pool)
  relay.fallSilent()
  const problem: unknown = await checkDatabase(pool).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(problem as Error)).toBe(true)
  void pool.end()
  relay.close()
})
