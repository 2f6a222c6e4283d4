import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { storePayment } from '#tests/support/console-payments.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { readPaymentDetails } from './payment-details.ts'

const NOON = new Date('2026-11-18T11:00:00Z')
let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
})

const read = (reference: string) =>
  readPaymentDetails({ db, store: createPaymentStore({ db, clock: { now: () => NOON }, onChange: () => {} }) }, reference)

test('a payment is read with its ledger, newest first, its notices by either reference, its claims and its money', async () => {
  const attempts = [
    { state: 'DECLINED', connector: 'dpo', providerRef: 'DPO-77' },
    { state: 'PAID', isWinner: true },
  ]
  const { id, reference } = await storePayment(db, { at: NOON, deliveredAt: NOON, fulfilment: 'DONE', attempts })
  await sql`insert into pay_event (order_id, at, kind, source, from_state, to_state, code)
    values (${id}, ${NOON}, 'seen-paid', 'notice', 'WAITING', 'PAID', 'card 4111 1111 1111 1111 of a@b.ne')`.execute(db)
  const { rows } = await sql<{ ref: string }>`select ref from pay_attempt where order_id = ${id} and is_winner`.execute(db)
  const notice = (connector: string, named: string, key: string, seen: object) =>
    sql`
    insert into pay_notice (connector, dedupe_key, reference, origin, notice, body, received_at, done_at)
    values (${connector}, ${key}, ${named}, 'signed', ${JSON.stringify({ seen })}, '', ${NOON}, ${NOON})`.execute(db)
  await notice('money-push', rows[0]?.ref ?? '', 'k1', { state: 'paid', amount: { minor: 1000, currency: 'XOF' } })
  await notice('dpo', 'DPO-77', 'k2', { state: 'declined' })
  await notice('dpo', 'DPO-78', 'k3', { state: 'declined' })
  await sql`insert into pay_case (number, order_id, kind, msisdn, language, opened_at, due_at)
    values ('CK7M2QXW', ${id}, 'other', '90000001', 'fr', ${NOON}, ${NOON})`.execute(db)
  const details = await read(reference)
  expect(details?.ledger.map(({ kind }) => kind)).toEqual(['seen-paid', 'delivered'])
  expect(details?.notices.map(({ says, hasMoved }) => [says, hasMoved])).toEqual([
    ['declined', true],
    ['paid', true],
  ])
  expect(details?.claims).toMatchObject([{ number: 'CK7M2QXW', closedAt: null }])
  expect(details?.money).toMatchObject([{ currency: 'XOF', parts: { taken: { minor: 1000 }, delivered: { minor: 1000 } } }])
  expect(details).toMatchObject({ version: 0, olderRows: 0, state: { order: { reference } } })
  // CON-10: what a provider wrote is shown without card and address.
  expect(details?.ledger[0]?.code).not.toMatch(/4111|@/)
})

test('a payment with a very long ledger is shown with its newest rows, and says how many there are more', async () => {
  const { id, reference } = await storePayment(db, { attempts: [{ state: 'WAITING' }] })
  await sql`insert into pay_event (order_id, at, kind, source) select ${id}, ${NOON}, 'seen-pending', 'query' from generate_series(1, 230)`.execute(
    db,
  )
  const details = await read(reference)
  expect([details?.ledger.length, details?.olderRows]).toEqual([200, 30])
})

test('an unknown reference is no payment', async () => {
  expect(await read('GAAAAAAAAAAAA')).toBeNull()
})
