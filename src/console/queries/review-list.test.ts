import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase, type Database } from '#server/database/database.ts'
import { storePayment } from '#tests/support/console-payments.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { countReviews, listReviews, type ReviewFilter } from './review-list.ts'

const NOON = new Date('2026-11-18T11:00:00Z')
const ALL: ReviewFilter = { reason: null, method: null, olderThanHours: null, references: null }
const hoursAgo = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000)
let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  const mpesa = [{ state: 'UNKNOWN', connector: 'mpesa' }]
  await storePayment(db, {
    review: 'overpaid',
    reviewSince: hoursAgo(3),
    fulfilment: 'DONE',
    attempts: [{ state: 'PAID', isWinner: true, paid: 1500 }],
  })
  await storePayment(db, { review: 'open-too-long', reviewSince: hoursAgo(52), minor: 5000, attempts: mpesa })
  await storePayment(db, { review: 'open-too-long', reviewSince: hoursAgo(50), minor: 2000, attempts: mpesa })
  await storePayment(db, { review: 'receipt-used', reviewSince: hoursAgo(51), minor: 164, currency: 'EUR', attempts: [] })
  await storePayment(db, { attempts: mpesa })
})

test('reviews are grouped by reason, the oldest group and the oldest review first, with what each decides about', async () => {
  const groups = await listReviews(db, ALL, NOON)
  expect(groups.map(({ reason, total, money }) => [reason, total, money])).toEqual([
    ['open-too-long', 2, [{ minor: 7000, currency: 'XOF' }]],
    ['receipt-used', 1, [{ minor: 164, currency: 'EUR' }]],
    ['overpaid', 1, [{ minor: 500, currency: 'XOF' }]],
  ])
  expect(groups[0]?.reviews.map(({ since }) => since)).toEqual([hoursAgo(52), hoursAgo(50)])
  expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(await countReviews(db))
})

test('the queue is narrowed by reason, method and age', async () => {
  const reasons = async (change: Partial<ReviewFilter>) => (await listReviews(db, { ...ALL, ...change }, NOON)).map(({ reason }) => reason)
  expect(await reasons({ reason: 'overpaid' })).toEqual(['overpaid'])
  expect(await reasons({ method: 'mpesa' })).toEqual(['open-too-long'])
  expect(await reasons({ olderThanHours: 51 })).toEqual(['open-too-long', 'receipt-used'])
  expect(await reasons({ references: [] })).toEqual([])
})

test('a review counts from the moment at which the payment went to review, and the next one from its own', async () => {
  const { id } = await storePayment(db, { at: hoursAgo(900), attempts: [] })
  const since = async () =>
    (await sql<{ review_since: Date | null }>`select review_since from pay_order where id = ${id}`.execute(db)).rows[0]?.review_since
  expect(await since()).toBeNull()
  await sql`update pay_order set review = 'overpaid' where id = ${id}`.execute(db)
  const first = await since()
  expect(first?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await sql`update pay_order set review = 'work-failed', sends = 1 where id = ${id}`.execute(db)
  expect(await since()).toEqual(first)
  await sql`update pay_order set review = null where id = ${id}`.execute(db)
  expect(await since()).toBeNull()
})
