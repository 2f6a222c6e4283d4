import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { claimDatabase, otherOwner } from './portal-mode.ts'

test('OPS-2 in production a database belongs to one mode, country and currency; the start of another portal is told whose it is', async () => {
  const { pool } = await testDatabase()
  expect(await otherOwner(pool, 'production')).toBeNull()
  expect(await claimDatabase(pool, 'production')).toBeNull()
  expect(await claimDatabase(pool, 'production')).toBeNull()
  expect(await claimDatabase(pool, 'sandbox')).toMatch(/^a portal in production mode/)
  await pool.query(`update portal_mode set country = 'KE', currency = 'KES'`)
  expect(await claimDatabase(pool, 'production')).toBe('an operator with country KE and prices in KES, and GUICHET_OPERATOR has NE and XOF')
})

test('OPS-2 a database that an earlier version marked gets the operator of the next start, once; that of a sandbox takes any', async () => {
  const { pool } = await testDatabase()
  await pool.query(`insert into portal_mode (mode) values ('production')`)
  expect(await claimDatabase(pool, 'production')).toBeNull()
  expect((await pool.query('select mode, country, currency from portal_mode')).rows).toEqual([
    { mode: 'production', country: 'NE', currency: 'XOF' },
  ])
  const { pool: ofSandbox } = await testDatabase()
  expect(await claimDatabase(ofSandbox, 'sandbox')).toBeNull()
  await ofSandbox.query(`update portal_mode set country = 'KE', currency = 'KES'`)
  expect(await claimDatabase(ofSandbox, 'sandbox')).toBeNull()
})
