import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { firstBrokenSeal, sealBook } from './seal-book.ts'

const db = openDatabase((await testDatabase()).pool)
const orderId = randomBytes(16).toString('base64url')

await db
  .insertInto('pay_order')
  .values({
    id: orderId,
    reference: 'GTEST',
    client_key: 'k',
    request_hash: 'h',
    visit_id: randomBytes(32),
    query_data: '{}',
    delivery: '{}',
    language: 'fr',
    amount_minor: 1000,
    currency: 'XOF',
    wanted_until: new Date(),
    fulfilment: 'NONE',
    sends: 0,
    messages_sent: [],
    message_tries: 0,
    created_at: new Date(),
  })
  .execute()

async function write(lines: number): Promise<void> {
  const line = { order_id: orderId, at: new Date(), kind: 'seen-paid', source: 'query', amount_minor: 1000 }
  await db
    .insertInto('pay_event')
    .values(Array.from({ length: lines }, () => line))
    .execute()
}

test('I12 the lines of the book are chained without a gap, also when several replicas seal at once', async () => {
  await write(20)
  await Promise.all(Array.from({ length: 5 }, () => sealBook(db)))
  await write(5)
  while ((await sealBook(db)) > 0);
  const rows = await db.selectFrom('pay_event').select('sequence').orderBy('id').execute()
  expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 25 }, (_, place) => place + 1))
  expect(await firstBrokenSeal(db)).toBeNull()
})

test('I12 a changed line and a removed line are found', async () => {
  const changed = db.updateTable('pay_event').set({ amount_minor: 1 }).where('sequence', '=', 7)
  await changed.execute()
  expect(await firstBrokenSeal(db)).toBe(7)
  await db.updateTable('pay_event').set({ amount_minor: 1000 }).where('sequence', '=', 7).execute()
  await db.deleteFrom('pay_event').where('sequence', '=', 12).execute()
  expect(await firstBrokenSeal(db)).toBe(12)
})
