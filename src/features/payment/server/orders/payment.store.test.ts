import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { aPurchase } from '#tests/support/a-purchase.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { beginAttempt } from '../../engine/begin-attempt.ts'
import { observe } from '../../engine/observe.ts'
import { freshOrder, type Order } from '../../engine/records.ts'
import { newPaymentIds } from './new-order.ts'
import { createPaymentStore } from './payment.store.ts'

const now = new Date('2026-11-15T10:00:00Z')
const db = openDatabase((await testDatabase()).pool)
const store = createPaymentStore({ db, clock: { now: () => now }, onChange: () => {} })
const at = { now, ids: newPaymentIds }
const extras = { visitId: randomBytes(32), queryData: aPurchase(), language: 'fr' as const, origin: null, quote: null }
const request = {
  payer: { msisdn: '90000001', email: null },
  connector: { id: 'dpo', repeat: 'harmless', paymentMode: 'PAYMENT_GATEWAY' } as const,
  quote: null,
  repeatOf: () => 'harmless' as const,
}
const paid = (providerTxnId: string) => ({ state: 'paid', amount: { minor: 1000, currency: 'XOF' }, providerTxnId }) as const

function anOrder(): Order {
  const msisdn = '90000001'
  if (!isMobileNumber(msisdn)) throw new Error('unreachable')
  return freshOrder({
    id: randomBytes(16).toString('base64url'),
    reference: `G${newPaymentIds.ref()}`,
    delivery: { kind: 'airtime', msisdn },
    amount: { minor: 1000, currency: 'XOF' },
    wantedUntil: new Date('2026-11-16T10:00:00Z'),
    createdAt: now,
  })
}

async function anOrderWithAttempts(count: number): Promise<{ orderId: string; attemptIds: string[] }> {
  const { orderId } = await store.createOrder(anOrder(), { clientKey: randomUUID(), requestHash: 'h' }, extras)
  // Each by a phone of its own: of one method only one may be open.
  for (let each = 0; each < count; each += 1) {
    const payer = { msisdn: `9000000${each}`, email: null }
    await store.change(orderId, (state) => ({ ...beginAttempt(state, { ...request, payer }, at), result: null }))
  }
  const state = await store.read(orderId)
  return { orderId, attemptIds: state?.attempts.map((attempt) => attempt.id) ?? [] }
}

test('F21 one order per client key, however many calls at once; another request under the same key is detected', async () => {
  const clientKey = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => store.createOrder(anOrder(), { clientKey, requestHash: 'same' }, extras)),
  )
  expect(new Set(answers.map((answer) => answer.orderId)).size).toBe(1)
  expect((await store.createOrder(anOrder(), { clientKey, requestHash: 'other' }, extras)).isSameRequest).toBe(false)
})

const copiesOf = async (orderId: string) =>
  (
    await sql<{ amount_minor: number; delivered: number; bought: number }>`
      select amount_minor, (delivery->'amount')::int as delivered, (query_data->'amount')::int as bought from pay_order where id = ${orderId}`.execute(
      db,
    )
  ).rows[0]

test('F43 I9 an order has one amount; the previous version finds its two copies as it wrote them', async () => {
  const { orderId } = await store.createOrder(anOrder(), { clientKey: randomUUID(), requestHash: 'h' }, extras)
  expect(extras.queryData.amount).not.toBe(1000)
  expect(await copiesOf(orderId)).toEqual({ amount_minor: 1000, delivered: 1000, bought: 1000 })
  // The next version writes no copies: nothing here reads them.
  await sql`update pay_order set delivery = delivery - 'amount', query_data = query_data - 'amount' where id = ${orderId}`.execute(db)
  const kept = await store.readWithExtras(orderId)
  expect(kept?.state.order).toEqual({ ...anOrder(), id: orderId, reference: expect.any(String) })
  expect(kept?.extras.queryData).toMatchObject({ amount: 1000, currency: 'XOF' })
})

test('I9 no writer can make the copies of an order’s amount differ', async () => {
  const { orderId } = await store.createOrder(anOrder(), { clientKey: randomUUID(), requestHash: 'h' }, extras)
  for (const change of [
    sql`amount_minor = 999`,
    sql`delivery = jsonb_set(delivery, '{amount}', '1001')`,
    sql`delivery = jsonb_set(delivery, '{amount}', '"1000"')`,
    sql`query_data = jsonb_set(query_data, '{amount}', '1')`,
    sql`query_data = jsonb_set(query_data, '{amount}', 'null')`,
  ])
    await expect(sql`update pay_order set ${change} where id = ${orderId}`.execute(db)).rejects.toThrow('pay_order_has_one_amount')
  await sql`update pay_order set amount_minor = 2000, delivery = jsonb_set(delivery, '{amount}', '2000'),
    query_data = jsonb_set(query_data, '{amount}', '2000') where id = ${orderId}`.execute(db)
})

test('records are read as they were written, dates and money included', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(1)
  const before = await store.change(orderId, (state) => {
    const change = observe(state, attemptIds[0] ?? '', paid('T-1'), 'query', at)
    return { ...change, result: change.state }
  })
  expect(await store.read(orderId)).toEqual(before)
})

test('I1 twenty simultaneous proofs of payment make one winner, one delivery, one row in the ledger', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(1)
  const prove = () =>
    store.change(orderId, (state) => ({ ...observe(state, attemptIds[0] ?? '', paid('T-2'), 'notice', at), result: null }))
  await Promise.all(Array.from({ length: 20 }, prove))
  const events = await db.selectFrom('pay_event').selectAll().where('order_id', '=', orderId).where('kind', '=', 'seen-paid').execute()
  expect(events.filter((event) => event.to_state !== event.from_state)).toHaveLength(1)
  expect((await store.read(orderId))?.order.fulfilment).toBe('QUEUED')
})

test('I1 two attempts paid at the same moment: one wins, the other is refunded', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(2)
  const prove = (attemptId: string, receipt: string) =>
    store.change(orderId, (state) => ({ ...observe(state, attemptId, paid(receipt), 'notice', at), result: null }))
  await Promise.all(attemptIds.map((attemptId, place) => prove(attemptId, `T-3-${place}`)))
  const state = await store.read(orderId)
  expect(state?.attempts.map((attempt) => attempt.state).toSorted()).toEqual(['PAID', 'REFUNDING'])
  expect(state?.refunds).toMatchObject([{ cause: 'duplicate', state: 'QUEUED' }])
})

test('F43 I1 a change made without a new version, by an older replica or a person, is not overwritten', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(1)
  await db.updateTable('pay_order').set({ review: 'looked-at-by-hand' }).where('id', '=', orderId).execute()
  await store.change(orderId, (state) => ({ ...observe(state, attemptIds[0] ?? '', paid('T-4'), 'notice', at), result: null }))
  expect((await store.read(orderId))?.order).toMatchObject({ review: 'looked-at-by-hand', fulfilment: 'QUEUED' })
})

test('I1 the database itself refuses a second winner and a receipt that pays twice', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(2)
  const pays = { is_winner: true, paid_minor: 1000, paid_currency: 'XOF' }
  const winners = db.updateTable('pay_attempt').set(pays).where('order_id', '=', orderId).execute()
  await expect(winners).rejects.toThrow(/one_winner_per_order/)
  const receipts = db.updateTable('pay_attempt').set({ provider_txn_id: 'R-1' }).where('id', 'in', attemptIds).execute()
  await expect(receipts).rejects.toThrow(/provider_txn_id/)
})

test.for([
  ['nothing', { paid_minor: null, paid_currency: null }],
  ['too little', { paid_minor: 163, paid_currency: 'USD' }],
  ['the figure in another currency', { paid_minor: 164, paid_currency: 'XOF' }],
  ['the price, while another currency was asked for', { paid_minor: 1000, paid_currency: 'XOF' }],
] as const)('HUB-4 the database itself refuses that an order is paid with %s', async ([, paidWith]) => {
  const { orderId } = await store.createOrder(anOrder(), { clientKey: randomUUID(), requestHash: 'h' }, extras)
  const inDollars = { ...request, quote: { asked: { minor: 164, currency: 'USD' }, rate: '0.00163265' } }
  await store.change(orderId, (state) => ({ ...beginAttempt(state, inDollars, at), result: null }))
  expect((await store.read(orderId))?.attempts).toMatchObject([{ asked: { minor: 164, currency: 'USD' }, rate: '0.00163265' }])
  const winner = db
    .updateTable('pay_attempt')
    .set({ is_winner: true, ...paidWith })
    .where('order_id', '=', orderId)
    .execute()
  await expect(winner).rejects.toThrow(/winner_paid_what_was_asked/)
})

test('F43 an attempt that an older replica began uses the price of its order', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(1)
  await db.updateTable('pay_attempt').set({ asked_minor: null, asked_currency: null }).where('order_id', '=', orderId).execute()
  expect((await store.read(orderId))?.attempts).toMatchObject([{ asked: { minor: 1000, currency: 'XOF' }, rate: null }])
  await store.change(orderId, (state) => ({ ...observe(state, attemptIds[0] ?? '', paid(randomUUID()), 'notice', at), result: null }))
  expect((await store.read(orderId))?.attempts).toMatchObject([{ isWinner: true }])
})

test('the same webhook is stored once, and stays pending until it is processed', async () => {
  // Letters only: eight digits in a row may be a phone number, and such a key is stored as a hash.
  const dedupeKey = randomUUID().replaceAll(/[0-9]/g, 'x')
  const webhook = { trust: 'signed', dedupeKey, attempt: { by: 'ref', value: 'ABC' }, seen: paid('T-9') } as const
  const arrived = { connector: 'dpo', webhook, body: Buffer.from('raw'), hasUrlToken: false } as const
  const kept = await Promise.all(Array.from({ length: 10 }, () => store.saveWebhook(arrived)))
  expect(kept.map(({ kind }) => kind).toSorted()).toEqual(['kept', ...Array.from({ length: 9 }, () => 'repeated')])
  const open = (await store.claimPendingWebhooks(10)).find((each) => each.webhook.dedupeKey === webhook.dedupeKey)
  expect(open?.webhook).toEqual(webhook)
  await store.markWebhookDone(open?.id ?? '')
  expect((await store.claimPendingWebhooks(10)).some((each) => each.webhook.dedupeKey === webhook.dedupeKey)).toBe(false)
})

test('due work is found by any replica, soonest first', async () => {
  const { orderId, attemptIds } = await anOrderWithAttempts(1)
  expect((await store.dueOrders(100)).map((due) => due.orderId)).not.toContain(orderId)
  await store.change(orderId, (state) => ({ ...observe(state, attemptIds[0] ?? '', paid(randomUUID()), 'notice', at), result: null }))
  expect((await store.dueOrders(100)).map((due) => due.orderId)).toContain(orderId)
})

test('webhooks that match no payment yet do not block the next one', async () => {
  const keep = (value: string) =>
    store.saveWebhook({
      connector: 'dpo',
      webhook: { trust: 'hint', dedupeKey: value, attempt: { by: 'ref', value }, seen: { state: 'pending' } },
      body: Buffer.from(value),
      hasUrlToken: false,
    })
  for (const name of ['LOSTLOSTLOS2', 'LOSTLOSTLOS3', 'LOSTLOSTLOS4']) await keep(name)
  const seen = async () => (await store.claimPendingWebhooks(3)).map(({ webhook }) => webhook.attempt.value)
  await seen()
  await keep('URSURSURSURS')
  expect(await seen()).toContain('URSURSURSURS')
})
