import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#features/audit/server/audit-log.ts'
import { openDatabase } from '#server/database/database.ts'
import { storeCustomerData } from '#tests/support/customer-data.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runCustomerDataCommand } from './customer-data-command.ts'

const db = openDatabase((await testDatabase()).pool)
const folder = mkdtempSync(join(tmpdir(), 'guichet-data-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [NUMBER, OTHER] = ['91400001', '91400002']
const secrets = { secret: 'a secret of the tests, long enough for a key', secretBefore: null }
const run = (...args: string[]) => runCustomerDataCommand(args, async () => db, secrets)
const last = async () => (await listAudit(db, { limit: 1 }))[0]
const links = async () =>
  (await sql<{ count: number }>`select count(*) as count from payment_link where msisdn = ${NUMBER}`.execute(db)).rows[0]?.count
const WHY = ['--note', 'a letter of the customer']
const proposalIn = ({ message }: { message: string }) => /approve (\d+)/.exec(message)?.[1] ?? ''

beforeAll(async () => void (await storeCustomerData(db, NUMBER, OTHER)))

test('CON-4 find counts what is stored, names what stays, and is in the audit log with the person and without the number', async () => {
  const { message } = await run('find', '91 40 00 01', '--by', 'Amina')
  expect(message).toMatch(/^Stored about 91 •• •• 01:\n/)
  expect(message).toMatch(/ 3 {2}payments: stays as long as the law says\n/)
  expect(message).toMatch(/ 1 {2}links: erased\n/)
  expect(message).not.toContain(NUMBER)
  expect(await last()).toMatchObject({ act: 'find-customer-data', actor: { name: 'Amina' }, detail: { via: 'command' } })
  expect(await run('find', NUMBER)).toMatchObject({ ok: false, exit: 'usage' })
  expect((await run('find', '12', '--by', 'Amina')).message).toContain('no complete mobile number')
})

test('CON-3 an export is proposed, approved with the number by another name, and written once, for its owner alone', async () => {
  const id = proposalIn(await run('export', NUMBER, '--by', 'Amina', ...WHY))
  const to = join(folder, 'customer.json')
  expect((await run('file', id, '--by', 'Amina', '--to', to)).message).toContain('another person must approve it first')
  expect((await run('proposals')).message).toContain(`${id}  export-customer-data  91 •• •• 01  by Amina`)
  expect((await run('approve', id, '--by', 'amina ', '--number', NUMBER)).message).toContain('another person must approve')
  expect((await run('approve', id, '--by', 'Moussa')).message).toContain('the number differs')
  expect((await run('approve', id, '--by', 'Moussa', '--number', NUMBER)).ok).toBe(true)
  expect((await run('file', id, '--by', 'Moussa', '--to', to)).ok).toBe(false)
  expect((await run('file', id, '--by', 'Amina', '--to', to)).ok).toBe(true)
  expect(statSync(to).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(to, 'utf8')).payments).toHaveLength(3)
  const entries = (await listAudit(db)).length
  expect((await run('file', id, '--by', 'Amina', '--to', to)).message).toContain('is there already: nothing was done')
  expect((await listAudit(db)).length).toBe(entries)
})

test('ERASE-1 CON-3 an erasure happens with a second name, or by one person with --emergency, which is marked', async () => {
  const id = proposalIn(await run('erase', NUMBER, '--by', 'Amina', ...WHY))
  expect((await run('erase', NUMBER, '--by', 'Amina', ...WHY)).message).toContain('another proposal')
  expect((await run('reject', id, '--by', 'Moussa', ...WHY)).ok).toBe(true)
  expect(await links()).toBe(1)
  expect((await run('erase', NUMBER, '--by', 'Amina', ...WHY, '--emergency')).message).toContain('GuichetEmergencyAct')
  expect(await links()).toBe(0)
  expect(await last()).toMatchObject({ act: 'erase-customer-data', outcome: 'done', detail: { emergency: true, links: 1 } })
  expect(await run('export', NUMBER, '--by', 'Amina', ...WHY, '--emergency')).toMatchObject({ exit: 'usage' })
})
