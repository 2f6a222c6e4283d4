import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase, type Database } from '#server/database/database.ts'
import { listedPayments, storePayment } from '#tests/support/console-payments.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import {
  readClaimFigures,
  readHours,
  readLedgerFigures,
  readMethodFigures,
  readReviewFigures,
  readUnanswered,
  wholeDays,
} from './overview-figures.ts'
import { readFilter } from './payment-filter.ts'

const NOON = new Date('2026-11-18T11:00:00Z')
const DAY = wholeDays('2026-11-18', '2026-11-18', NOON)
const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000)
let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  const won = { state: 'PAID', isWinner: true }
  const at = (hour: string) => new Date(`2026-11-18T${hour}:00Z`)
  const delivered = (time: string, seconds: number) => ({
    at: at(time),
    deliveredAt: new Date(at(time).getTime() + seconds * 1000),
    fulfilment: 'DONE',
  })
  await storePayment(db, { ...delivered('08:10', 4), attempts: [won] })
  await storePayment(db, { ...delivered('08:20', 8), attempts: [{ state: 'DECLINED', connector: 'dpo' }, won] })
  await storePayment(db, { at: at('10:50'), attempts: [{ state: 'DECLINED', connector: 'dpo' }] })
  await storePayment(db, { at: at('10:51'), attempts: [{ state: 'REFUNDING', connector: 'dpo', refund: { state: 'PENDING' } }] })
  await storePayment(db, { at: minutesAgo(20), attempts: [] })
  await storePayment(db, {
    at: minutesAgo(60),
    review: 'overpaid',
    reviewSince: minutesAgo(30),
    attempts: [{ ...won, paid: 1200 }],
    fulfilment: 'DONE',
  })
  await storePayment(db, {
    at: minutesAgo(60),
    review: 'overpaid',
    reviewSince: minutesAgo(90),
    attempts: [{ ...won, paid: 1300 }],
    fulfilment: 'DONE',
  })
  await storePayment(db, {
    at: minutesAgo(60),
    review: 'open-too-long',
    reviewSince: minutesAgo(60),
    attempts: [{ state: 'UNKNOWN', connector: 'mpesa' }],
  })
})

test('the figures of each method count the lists that they open', async () => {
  const figures = await readMethodFigures(db, DAY)
  expect(figures).toMatchObject([
    { connector: 'money-push', asked: 4, paid: 4, money: [{ minor: 4500, currency: 'XOF' }], deliverySeconds: 6 },
    { connector: 'dpo', asked: 2, paid: 1, deliverySeconds: null },
    { connector: 'mpesa', asked: 1, paid: 0, money: [] },
  ])
  for (const { connector, asked, paid } of figures) {
    const rowsOf = (query: string) =>
      listedPayments(db, readFilter(new URLSearchParams(`from=2026-11-18&method=${connector}${query}`), NOON))
    expect(await rowsOf(''), connector).toHaveLength(asked)
    expect(await rowsOf('&money=taken'), connector).toHaveLength(paid)
  }
})

test('until the same hour, a day is compared with a part of the day before', async () => {
  const early = await readMethodFigures(db, DAY, new Date('2026-11-18T08:15:00Z'))
  expect(early).toMatchObject([{ connector: 'money-push', asked: 1 }])
})

test('hours are those of the country, and together the payments of the day', async () => {
  const hours = await readHours(db, DAY)
  expect(hours).toHaveLength(24)
  expect([hours[8], hours[9], hours[11]]).toEqual([0, 2, 5])
})

test('reviews by reason: how many, about what money, and since when', async () => {
  expect(await readReviewFigures(db)).toEqual([
    { reason: 'overpaid', reviews: 2, money: [{ minor: 500, currency: 'XOF' }], oldest: minutesAgo(90) },
    { reason: 'open-too-long', reviews: 1, money: [{ minor: 1000, currency: 'XOF' }], oldest: minutesAgo(60) },
  ])
})

test('claims are counted open and late, and listed by their deadline', async () => {
  const claim = async (number: string, dueAt: Date, isClosed = false) => {
    const { id } = await storePayment(db, { at: new Date('2026-08-01T10:00:00Z'), attempts: [] })
    await sql`insert into pay_case (number, order_id, kind, msisdn, language, opened_at, due_at, closed_at)
      values (${number}, ${id}, 'other', '90000001', 'fr', ${minutesAgo(2000)}, ${dueAt}, ${isClosed ? NOON : null})`.execute(db)
  }
  await claim('CAAAAAA1', minutesAgo(26))
  await claim('CAAAAAA2', minutesAgo(-108))
  await claim('CAAAAAA3', minutesAgo(500), true)
  const { open, late, first } = await readClaimFigures(db, NOON)
  expect({ open, late, first: first.map(({ number }) => number) }).toEqual({ open: 2, late: 1, first: ['CAAAAAA1', 'CAAAAAA2'] })
})

test('a provider is troubled when requests on phones stay unanswered, and the ledger says how far it is sealed', async () => {
  const { id } = await storePayment(db, { at: minutesAgo(40), attempts: [{ state: 'WAITING', connector: 'mpesa' }] })
  expect(await readUnanswered(db, NOON)).toEqual([])
  await sql`update pay_attempt set is_push = true, method = 'mpesa|90000001' where order_id = ${id}`.execute(db)
  expect(await readUnanswered(db, NOON)).toEqual([{ connector: 'mpesa', payments: 1, oldest: minutesAgo(40) }])
  expect(await readLedgerFigures(db)).toEqual({ unsealed: 2, sealedUntil: null })
})
