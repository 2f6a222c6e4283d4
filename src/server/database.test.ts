import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { openPool } from './database.ts'

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
