import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openDatabase, openPool } from '#server/database/database.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { TRANSACTION } from '#tests/support/wallet-world.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { createClosedWays } from './closed-ways.ts'
import { endClosure, insertClosure, readClosures } from './closure.store.ts'
import { reopenDue } from './reopen-due.ts'

const provider = scriptedProvider('signed')
const world = await cardWorld(provider)
const { db, database } = world.portal
/** A second replica: another app and another cache on the same rows. */
const replica = await testPortal({ database, connectors: new Map([['dpo', provider.connector]]) })
const BY = { id: 'sub-finance', name: 'Finance 1' }

async function closeDpo(minutes = 60): Promise<Date> {
  const now = new Date()
  const until = new Date(now.getTime() + minutes * 60_000)
  await insertClosure(db, { connector: 'dpo', reason: 'works', note: 'Works at the bank', by: BY, until, now })
  return until
}

async function open(): Promise<void> {
  for (const { id } of (await readClosures(db)).values()) await endClosure(db, id, { by: 'test', now: new Date() })
}

const cardAt = async (portal: typeof replica) => {
  const body = { amount: 500, transactionType: 'PREPAID_RECHARGE', subscriberType: 'PREPAID' }
  const { result } = (await aVisitor(portal).post(`${TRANSACTION}/payment-options`, body)).json()
  return result.paymentOption.find(({ type }: { type: string }) => type === 'PG')
}

async function aPurchaseAt(portal: typeof replica) {
  const visitor = aVisitor(portal)
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  return { visitor, transactionId }
}

test('CON-8 every replica offers a closed way no more within three seconds, and says until when; and offers it again', async () => {
  expect([await cardAt(world.portal), await cardAt(replica)]).toMatchObject([{ isAvailable: true }, { isAvailable: true }])
  const until = await closeDpo()
  const began = performance.now()
  const wanted = { isAvailable: false, closedUntil: until.toISOString(), gateways: [{ id: 'dpo', isAvailable: false }] }
  for (const portal of [world.portal, replica])
    await vi.waitFor(async () => expect(await cardAt(portal)).toMatchObject(wanted), { timeout: 3_000, interval: 50 })
  expect(performance.now() - began).toBeLessThan(3_000)
  await open()
  for (const portal of [world.portal, replica])
    await vi.waitFor(async () => expect(await cardAt(portal)).toMatchObject({ isAvailable: true }), { timeout: 3_000, interval: 50 })
  expect(await cardAt(replica)).not.toHaveProperty('closedUntil')
})

test.for([
  ['fr', 'Ce moyen de paiement n’est pas disponible pour le moment. Choisissez-en un autre ; rien n’a été débité.'],
  ['en', 'This way to pay is not available at the moment. Choose another one; nothing was charged.'],
])('CON-8 no replica begins a payment by a closed way, from the moment of its closing (%s)', async ([lang, sentence]) => {
  const { visitor, transactionId } = await aPurchaseAt(replica)
  const starts = provider.starts.length
  await closeDpo()
  const body = { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' }
  const cookie = visitor.cookie()
  const answer = await replica.call({ method: 'POST', url: `${TRANSACTION}/process`, payload: body, headers: { lang, cookie } })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'method-unavailable'])
  expect(answer.json().message.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(sentence)
  expect(provider.starts).toHaveLength(starts)
  expect(await db.selectFrom('pay_attempt').select('id').where('order_id', '=', transactionId).execute()).toEqual([])
  await open()
  expect((await visitor.post(`${TRANSACTION}/process`, body)).json().status).toBe('success')
})

test('CON-8 open payments go on: the page of the provider, its webhooks and queries, and delivery', async () => {
  const payment = await world.aPayment()
  await closeDpo()
  // The payer goes back and on again: the same payment, not a new one.
  const starts = provider.starts.length
  const again = await world.process(payment.visitor, payment.transactionId)
  expect([again.redirectUrl, provider.starts.length]).toEqual([`https://pay.example/${payment.ref}`, starts])
  const paid = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${payment.ref}` } as const
  provider.answers.set(payment.ref, paid)
  expect(await world.tell(payment, paid)).toBe(200)
  world.portal.worker.start()
  await vi.waitFor(
    async () => {
      const order = await db.selectFrom('pay_order').select('fulfilment').where('id', '=', payment.transactionId).executeTakeFirstOrThrow()
      expect(order.fulfilment).toBe('DONE')
    },
    { timeout: 10_000 },
  )
  await world.portal.worker.stop()
  await open()
})

test('CON-8 a database that is away opens and closes nothing: the last known state stays, and what was never read offers nothing', async () => {
  const pool = openPool(database.url, () => {})
  const clock = { now: () => new Date(nowMs) }
  let nowMs = Date.now()
  const ways = createClosedWays({ db: openDatabase(pool), clock })
  await closeDpo()
  expect([...(await ways.current()).keys()]).toEqual(['dpo'])
  await pool.end()
  await open()
  nowMs += 60 * 60_000
  expect([...(await ways.current()).keys()]).toEqual(['dpo'])
  await expect(ways.closedUntil('dpo')).rejects.toThrow()
  const fresh = createClosedWays({ db: openDatabase(pool), clock: { now: () => new Date() } })
  await expect(fresh.current()).rejects.toThrow()
})

async function dueNow(answers: boolean) {
  await db
    .updateTable('way_closure')
    .set({ until: new Date(Date.now() + 50), until_set_at: new Date() })
    .where('ended_at', 'is', null)
    .execute()
  const clock = { now: () => new Date(Date.now() + 60_000) }
  // Two replicas at once.
  await Promise.all([1, 2].map(() => reopenDue({ db, clock, answers: () => answers })))
  return db.selectFrom('audit_entry').selectAll().where('target_id', '=', 'dpo').orderBy('sequence', 'desc').execute()
}

test('CON-8 at its end a way opens by itself when the last answer is good, once, with an entry of the portal', async () => {
  await closeDpo()
  await reopenDue({ db, clock: { now: () => new Date() }, answers: () => true })
  expect((await readClosures(db)).size).toBe(1)
  const entries = await dueNow(true)
  expect((await readClosures(db)).size).toBe(0)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ act: 'reopen-way', outcome: 'done', actor_id: 'portal', detail: { after: 'open' } })
})

test('CON-8 without a good answer it stays closed a quarter of an hour more, and says so', async () => {
  await closeDpo()
  const [entry] = await dueNow(false)
  const [closure] = (await readClosures(db)).values()
  expect(closure).toMatchObject({ connector: 'dpo', renewals: 1 })
  expect((closure?.until.getTime() ?? 0) - Date.now()).toBeGreaterThan(14 * 60_000)
  expect(entry).toMatchObject({ act: 'close-way', outcome: 'done', actor_id: 'portal' })
  await open()
})

test('CON-8 a request without an answer since the last good one keeps it closed, whatever this replica believes', async () => {
  await world.aPayment()
  const [attempt] = await db.selectFrom('pay_attempt').select(['id', 'order_id']).orderBy('created_at', 'desc').limit(1).execute()
  const later = new Date(Date.now() + 1_000)
  const event = {
    kind: 'no-answer',
    source: 'start',
    from_state: 'CREATED',
    to_state: 'UNKNOWN',
    code: null,
    amount_minor: null,
    currency: null,
  }
  await db
    .insertInto('pay_event')
    .values({ ...event, order_id: attempt?.order_id ?? '', attempt_id: attempt?.id ?? randomUUID(), at: later })
    .execute()
  await closeDpo()
  await dueNow(true)
  expect([...(await readClosures(db)).values()]).toMatchObject([{ renewals: 1 }])
  await open()
})
