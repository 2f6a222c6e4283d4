import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import type { AuditEntry } from '../audit-entry.ts'
import { appendAudit, listAudit, verifyAudit } from './audit-log.ts'

let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
})

const AMINA: AuditEntry['actor'] = { id: 'sub-amina', name: 'Amina S.', roles: ['care'] }

function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return { actor: AMINA, act: 'ask-again', outcome: 'done', target: { kind: 'payment', id: 'GABC234' }, detail: {}, ...change }
}

test('CON-4 entries of many writers at once form one chain without gaps', async () => {
  const before = await verifyAudit(db)
  await Promise.all(Array.from({ length: 30 }, async (_none, number) => appendAudit(db, entry({ detail: { number, z: 1, a: 'x' } }))))
  expect(await verifyAudit(db)).toEqual({ entries: before.entries + 30, brokenAt: null })
  expect((await listAudit(db, { limit: 1 }))[0]).toMatchObject({
    actor: AMINA,
    act: 'ask-again',
    target: { kind: 'payment', id: 'GABC234' },
  })
})

test('CON-4 an entry is rolled back together with what it tells of', async () => {
  const { entries } = await verifyAudit(db)
  const failing = db.transaction().execute(async (tx) => {
    await appendAudit(tx, entry())
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await verifyAudit(db)).toEqual({ entries, brokenAt: null })
})

test('CON-10 numbers, PINs, codes, cards and e-mail addresses are masked before they are stored', async () => {
  await appendAudit(
    db,
    entry({
      target: { kind: 'number', id: '+227 90 12 34 56' },
      detail: { note: 'call 90123456, PIN 4821, card 4111 1111 1111 1111, or fati@example.ne', count: 3 },
    }),
  )
  const [stored] = await listAudit(db, { limit: 1 })
  const text = JSON.stringify(stored)
  for (const secret of ['90123456', '12 34', '4821', '4111', 'fati@']) expect(text).not.toContain(secret)
  expect(stored?.detail.count).toBe(3)
})

test('CON-4 an entry can be neither changed nor removed', async () => {
  await appendAudit(db, entry())
  await expect(sql`update audit_entry set act = 'x'`.execute(db)).rejects.toThrow('append only')
  await expect(sql`delete from audit_entry`.execute(db)).rejects.toThrow('append only')
  await expect(sql`truncate audit_entry`.execute(db)).rejects.toThrow('append only')
})

test.for<[how: string, tamper: string]>([
  ['changed', `update audit_entry set actor_name = 'Other' where sequence = 3`],
  ['removed', `delete from audit_entry where sequence = 3`],
])('CON-4 the chain shows an entry that was %s past the trigger', async ([, tamper]) => {
  await db
    .transaction()
    .execute(async (tx) => {
      for (let number = 0; number < 5; number += 1) await appendAudit(tx, entry({ detail: { number } }))
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(tamper).execute(tx)
      expect((await verifyAudit(tx)).brokenAt).toBe(3)
      throw new Error('undone')
    })
    .catch((error: unknown) => expect(String(error)).toBe('Error: undone'))
})

test('CON-4 the log is read by person, act, target and time, page by page', async () => {
  await appendAudit(db, entry({ actor: { ...AMINA, id: 'sub-other' }, act: 'refund', outcome: 'proposed' }))
  await appendAudit(db, entry({ actor: { ...AMINA, id: 'sub-other' }, act: 'refund', outcome: 'rejected' }))
  const [last, first] = await listAudit(db, { actorId: 'sub-other' })
  expect([first?.outcome, last?.outcome]).toEqual(['proposed', 'rejected'])
  expect(await listAudit(db, { actorId: 'sub-other', before: last?.sequence })).toEqual([first])
  expect(await listAudit(db, { actorId: 'sub-other', outcome: 'rejected', from: first?.at })).toEqual([last])
  expect(await listAudit(db, { actorId: 'sub-other', until: first?.at })).toEqual([])
  expect(await listAudit(db, { act: 'refund', target: { kind: 'payment', id: 'GNONE' } })).toEqual([])
})
