import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { createHousekeeping } from '#server/jobs/housekeeping.ts'
import { openDatabase } from '#server/database/database.ts'
import type { Webhook } from '#payment-connectors/payment-connector.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { CARD } from '#tests/support/sample-webhooks.ts'
import { newPaymentIds } from '../orders/new-order.ts'
import { saveWebhook, type ReceivedWebhook } from './webhook.store.ts'

const db = openDatabase((await testDatabase()).pool)
const NOW = new Date('2026-11-15T10:00:00Z')
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

function aHint(value: string, changes: Partial<Webhook> = {}): Webhook {
  const provider = { code: '178', text: 'Request fully paid' }
  return {
    trust: 'hint',
    dedupeKey: randomBytes(8).toString('hex'),
    attempt: { by: 'ref', value },
    seen: { state: 'pending', provider },
    ...changes,
  }
}

const paidWith = (minor: number): Partial<Webhook> => ({ seen: { state: 'paid', amount: { minor, currency: 'XOF' }, providerTxnId: 'T' } })

async function keep(webhook: Webhook, { at = NOW, ...changes }: Partial<ReceivedWebhook> & { at?: Date } = {}) {
  return (await saveWebhook(db, { connector: 'cellulant', webhook, body: Buffer.from('{}'), hasUrlToken: false, ...changes }, at)).kind
}
async function keepAll(webhooks: Webhook[], changes: Parameters<typeof keep>[1] = {}) {
  const kinds: Record<string, number> = {}
  for (const webhook of webhooks) {
    const kind = await keep(webhook, changes)
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}

/** The columns of an attempt that webhooks use. */
async function aKnownReference(connector = 'cellulant'): Promise<string> {
  const ref = newPaymentIds.ref()
  const order = randomBytes(16).toString('base64url')
  await sql`insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency,
      wanted_until, fulfilment, sends, messages_sent, message_tries, created_at)
    values (${order}, ${`G${ref}`}, ${ref}, '', ${randomBytes(32)}, '{}', '{}', 'fr', 1500, 'XOF', ${NOW}, 'NONE', 0, '{}', 0, ${NOW})`.execute(
    db,
  )
  await sql`insert into pay_attempt (id, order_id, position, ref, correlation_id, connector, is_push, state, is_winner, payer, queries,
      is_delivery_reported, created_at)
    values (${crypto.randomUUID()}, ${order}, 0, ${ref}, ${crypto.randomUUID()}, ${connector}, false, 'WAITING', false, '{}', 0, false, ${NOW})`.execute(
    db,
  )
  return ref
}

const count = async (reference?: string) => {
  const rows = db.selectFrom('pay_notice').select(({ fn }) => fn.countAll<string>().as('count'))
  return Number((await (reference ? rows.where('reference', '=', reference) : rows).executeTakeFirstOrThrow()).count)
}

test('F61 for one payment each message is stored once, whatever else is written around it', async () => {
  const ref = await aKnownReference()
  expect(await keepAll(Array.from({ length: 50 }, () => aHint(ref)))).toEqual({ kept: 1, repeated: 49 })
  expect(await keepAll([aHint(ref, paidWith(1500)), aHint(ref, paidWith(1500)), aHint(ref, paidWith(1499))])).toEqual({
    kept: 2,
    repeated: 1,
  })
})

test('F61 many simultaneous ones store one', async () => {
  const ref = await aKnownReference()
  const kinds = await Promise.all(Array.from({ length: 20 }, () => keep(aHint(ref))))
  expect(kinds.filter((kind) => kind === 'kept')).toHaveLength(1)
})

test('F61 unmarked webhooks have a limit for each payment and hour, which is not the provider’s', async () => {
  const ref = await aKnownReference()
  const inventions = Array.from({ length: 40 }, (_, minor) => aHint(ref, paidWith(minor + 1)))
  expect(await keepAll(inventions)).toEqual({ kept: 5, 'over-budget': 35 })
  expect(await keep(aHint(ref, paidWith(1500)), { hasUrlToken: true })).toBe('kept')
  expect(await keepAll(inventions, { hasUrlToken: true })).toEqual({ kept: 19, 'over-budget': 21 })
  expect(await keep(aHint(ref, { trust: 'signed' }))).toBe('kept')
  expect(await keep(aHint(ref, paidWith(77)), { at: hoursLater(1.1) })).toBe('kept')
  // A repetition of a stored one does not count as over the limit.
  expect(await keep(aHint(ref, paidWith(1)))).toBe('repeated')
})

test('F61 an unmarked webhook is not mistaken for the one on our own address, nor the other way round', async () => {
  const ref = await aKnownReference()
  expect(await keep(aHint(ref))).toBe('kept')
  expect(await keep(aHint(ref), { hasUrlToken: true })).toBe('kept')
})

test('F61 webhooks about unknown payments do not fill the table', async () => {
  const before = await count()
  const strangers = Array.from({ length: 300 }, () => aHint(newPaymentIds.ref()))
  expect(await keepAll(strangers, { connector: 'dpo' })).toEqual({ kept: 200, 'over-budget': 100 })
  expect(await count()).toBe(before + 200)
  // Known payments, marked addresses, signed webhooks and other providers are not limited by it.
  expect(await keep(aHint(await aKnownReference('dpo')), { connector: 'dpo' })).toBe('kept')
  expect(await keep(aHint(newPaymentIds.ref()), { connector: 'dpo', hasUrlToken: true })).toBe('kept')
  expect(await keep(aHint(newPaymentIds.ref(), { trust: 'signed' }), { connector: 'dpo' })).toBe('kept')
  expect(await keep(aHint(newPaymentIds.ref()))).toBe('kept')
  expect(await keep(aHint(newPaymentIds.ref()), { connector: 'dpo', at: hoursLater(25) })).toBe('kept')
})

test.for(['', 'short', `REF'; drop table pay_notice`, CARD, 'a'.repeat(100)])(
  'F61 a value that cannot be a reference of ours is not stored: %s',
  async (value) => {
    expect(await keep(aHint(value))).toBe('foreign')
    expect(await keep(aHint(CARD, { attempt: { by: 'providerRef', value: CARD } }))).toBe('foreign')
  },
)

/** Makes webhooks as many hours old, by the clock of the database, and runs housekeeping. */
async function runHousekeeping(hours: number): Promise<void> {
  await sql`update pay_notice set done_at = now() - make_interval(hours => ${hours}) where done_at is not null`.execute(db)
  const onFailure = (_step: string, error: unknown) => expect.fail(String(error))
  await createHousekeeping({ db, clock: systemClock, metrics: { countWorkFailure: () => {} }, onFailure }).round()
}

test('F61 processed webhooks are deleted after 30 days, those about unknown payments after one; pending ones never', async () => {
  await db.deleteFrom('pay_notice').execute()
  const known = await aKnownReference()
  const names = { known, stranger: newPaymentIds.ref(), signed: newPaymentIds.ref(), open: newPaymentIds.ref() }
  const early = newPaymentIds.ref()
  for (const ref of [names.known, names.stranger, names.open, early]) await keep(aHint(ref))
  await keep(aHint(names.signed, { trust: 'signed' }))
  await db.updateTable('pay_notice').set({ done_at: NOW }).where('reference', '!=', names.open).execute()
  // One payment was not known yet when its webhook came.
  await db.updateTable('pay_attempt').set({ provider_ref: early }).where('ref', '=', known).execute()

  await runHousekeeping(23)
  expect(await count()).toBe(5)
  await runHousekeeping(25)
  expect([await count(names.stranger), await count()]).toEqual([0, 4])
  await runHousekeeping(29 * 24)
  expect(await count()).toBe(4)
  await runHousekeeping(31 * 24)
  expect([await count(names.open), await count()]).toEqual([1, 1])
})

test('a month of webhooks is deleted in small batches', async () => {
  await db.deleteFrom('pay_notice').execute()
  await sql`insert into pay_notice (connector, dedupe_key, notice, body, received_at, done_at)
    select 'dpo', 'old-' || number, '{}', 'x', ${NOW}, ${NOW} from generate_series(1, 12000) as number`.execute(db)
  await runHousekeeping(31 * 24)
  expect(await count()).toBe(0)
})
