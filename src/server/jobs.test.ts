import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { startJobs } from './jobs.ts'
import { testDatabase } from '#tests/support/test-database.ts'

const database = await testDatabase()
const db = openDatabase(database.pool)
const jobs = await startJobs(database.url, () => {})
afterAll(() => jobs.stop())

test('a job stored with its data is worked once the transaction is committed', async () => {
  const worked: string[] = []
  await jobs.work<{ name: string }>('committed', async ({ name }) => void worked.push(name))
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'committed', { name: 'first' }))
  await vi.waitFor(() => expect(worked).toEqual(['first']), { timeout: 5_000 })
})

test('a job of a transaction that was rolled back never happens', async () => {
  const worked: string[] = []
  await jobs.work<{ name: string }>('rolled-back', async ({ name }) => void worked.push(name))
  await expect(
    db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, 'rolled-back', { name: 'lost' })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'rolled-back', { name: 'kept' }))
  await vi.waitFor(() => expect(worked).toEqual(['kept']), { timeout: 5_000 })
})

test('a job that fails is tried again', async () => {
  let tries = 0
  await jobs.work('stubborn', async () => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
  })
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'stubborn', {}))
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 15_000 })
})
