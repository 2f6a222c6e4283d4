import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { openPool } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { runningServer } from '#server/postgres/postgres-processes.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const PAYMENTS = 30

const folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-away-')))
let postgres = await startPrivatePostgres({ folder })
await migrate(postgres.databaseUrl)
const pool = openPool(postgres.databaseUrl, () => {})

const operator = fakeOperator()
const provider = scriptedProvider('signed')
const world = await cardWorld(provider, { operator, database: { url: postgres.databaseUrl, pool } })
world.portal.worker.start()
afterAll(async () => {
  await world.portal.worker.stop()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const paid = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const

async function settled(): Promise<number> {
  const rows = await world.portal.db.selectFrom('pay_order').select('id').where('fulfilment', '=', 'DONE').execute()
  return rows.length
}

test('F67 payments captured while the database is down are settled soon after its return, without anyone opening a page', async () => {
  const payments = []
  for (let count = 0; count < PAYMENTS; count += 1) payments.push(await world.aPayment())
  const server = runningServer(join(folder, 'postgres'))
  if (!server) throw new Error('there is no PostgreSQL to kill')
  process.kill(server.pid, 'SIGKILL')
  // Its sessions end a moment after it, and could store a webhook until then.
  const answers = () => Promise.allSettled(Array.from({ length: 30 }, () => pool.query('select 1')))
  await vi.waitFor(async () => expect((await answers()).filter(({ status }) => status === 'fulfilled')).toEqual([]), { timeout: 20_000 })
  for (const payment of payments) {
    provider.answers.set(payment.ref, paid(payment.ref))
    expect(await world.tell(payment, paid(payment.ref))).toBeGreaterThanOrEqual(500)
  }
  await pause(4_000)
  postgres = await startPrivatePostgres({ folder })
  const returnedAt = performance.now()
  await vi.waitFor(async () => expect(await settled()).toBe(PAYMENTS), { timeout: 60_000, interval: 500 })
  expect(performance.now() - returnedAt).toBeLessThan(60_000)
})
