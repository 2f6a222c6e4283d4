import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { listDeadLetters } from '#server/jobs/job-failures.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { findTamperedRow, hashLedger } from './ledger-chain.ts'

const db = openDatabase((await testDatabase()).pool)
const place = { db, clock: systemClock }
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

test('I12 the rows of the ledger are chained without a gap, also when several replicas hash at once', async () => {
  await write(20)
  await Promise.all(Array.from({ length: 5 }, () => hashLedger(place)))
  await write(5)
  while ((await hashLedger(place)) > 0);
  const rows = await db.selectFrom('pay_event').select('sequence').orderBy('id').execute()
  expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 25 }, (_, place) => place + 1))
  expect(await findTamperedRow(db)).toBeNull()
})

test('I12 a changed row and a removed row are found', async () => {
  const changed = db.updateTable('pay_event').set({ amount_minor: 1 }).where('sequence', '=', 7)
  await changed.execute()
  expect(await findTamperedRow(db)).toBe(7)
  await db.updateTable('pay_event').set({ amount_minor: 1000 }).where('sequence', '=', 7).execute()
  await db.deleteFrom('pay_event').where('sequence', '=', 12).execute()
  expect(await findTamperedRow(db)).toBe(12)
})

test('I13 a row that cannot be hashed becomes a dead letter, and those after it are hashed', async () => {
  await sql`delete from pay_event`.execute(db)
  await write(3)
  await sql`create function refuse_a_line() returns trigger language plpgsql as $$ begin
    if new.code = 'poison' then raise exception 'this line cannot be written'; end if; return new; end $$`.execute(db)
  await sql`create trigger refuse_a_line before update on pay_event for each row execute function refuse_a_line()`.execute(db)
  await db.insertInto('pay_event').values({ order_id: orderId, at: new Date(), kind: 'x', source: 'query', code: 'poison' }).execute()
  await write(3)
  let hours = 0
  const later = { db, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } }
  for (; hours < 5; hours += 1) await hashLedger(later)
  const rows = await db.selectFrom('pay_event').select(['sequence', 'code']).orderBy('id').execute()
  expect(rows.map((row) => row.sequence)).toEqual([1, 2, 3, null, 4, 5, 6])
  expect(await findTamperedRow(db)).toBeNull()
  expect(await listDeadLetters(db, 10)).toMatchObject([
    { kind: 'book-line', failures: 5, reason: expect.stringContaining('cannot be written') },
  ])
  expect(await hashLedger(later)).toBe(0)
})
