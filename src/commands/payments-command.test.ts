import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newOrder } from '#features/payment/server/orders/new-order.ts'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { aPurchase } from '#tests/support/a-purchase.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runPaymentsCommand } from './payments-command.ts'

const db = openDatabase((await testDatabase()).pool)
const store = createPaymentStore({ db, clock: systemClock, onChange: () => {} })
const run = (...args: string[]) => runPaymentsCommand(args, async () => db)

const QUERY = aPurchase()

/** A paid order whose delivery is unknown. */
async function anUnclearOrder(): Promise<string> {
  const order = { ...newOrder(QUERY, new Date()), review: 'delivery-unclear' as const, fulfilment: 'TRACKING' as const }
  await store.createOrder(
    order,
    { clientKey: order.id, requestHash: 'same' },
    { visitId: Buffer.alloc(32), queryData: QUERY, language: 'fr', origin: null, quote: null },
  )
  return order.reference
}

test('an empty list says so, and invalid arguments are answered with the usage', async () => {
  expect(await run('list')).toEqual({ ok: true, message: 'No payment is in review.\n' })
  for (const args of [[], ['show'], ['resolve', 'G1'], ['resolve', 'G1', '--as', 'paid', '--by', 'A', '--note', 'B']])
    expect((await run(...args)).message).toContain('npm run payments -- list')
  expect(await run('show', 'GNOBODY')).toEqual({ ok: false, message: 'No payment has this reference.\n' })
})

test('commands and items of the previous release are accepted under their former names', async () => {
  const isUsage = async (...args: string[]) => (await run(...args)).message.startsWith('For the operator')
  for (const [now, before] of [
    ['reconcile', 'compare'],
    ['import-unmatched', 'take-up'],
  ] as const)
    expect([await run(now, 'dpo', '/nowhere.csv'), await isUsage(now, 'dpo', '/nowhere.csv')]).toEqual([
      await run(before, 'dpo', '/nowhere.csv'),
      false,
    ])
  for (const item of ['webhook:1', 'notice:1', 'ledger-row:1', 'book-line:1'])
    expect(await run('retry', item, '--by', 'Amina')).toEqual({ ok: true, message: `${item} is tried again.\n` })
  expect(await isUsage('retry', 'letter:1', '--by', 'Amina')).toBe(true)
})

test('a list says so when it is cut at 200, for each kind separately', async () => {
  const fill = (count: number) =>
    sql`
      insert into pay_found (source, reference, amount_minor, currency, found_at)
      select 'dpo', 'F' || lpad(n::text, 11, '0'), 1640, 'USD', now() from generate_series(1, ${count}::int) n
      on conflict do nothing`.execute(db)
  const restingNotices = (count: number) =>
    sql`
      insert into work_trouble (kind, item, failures, reason, failed_at)
      select 'notice', n::text, 5, 'unreadable', now() from generate_series(1, ${count}::int) n
      on conflict do nothing`.execute(db)
  await Promise.all([fill(200), restingNotices(200)])
  const whole = (await run('list')).message.trimEnd().split('\n')
  expect(whole).toHaveLength(400)
  expect(whole[0]).toMatch(/^F\d{11} {2}\S+ {6}16\.40 USD {2}found-at-dpo: /)
  await Promise.all([fill(201), restingNotices(201)])
  for (let orders = 0; orders <= 200; orders += 1) await anUnclearOrder()
  const short = (await run('list')).message.trimEnd().split('\n')
  expect(short.filter((text) => text.startsWith('only the first'))).toEqual([
    'only the first 200 payments under review are shown; more wait behind them',
    'only the first 200 payments found in statements are shown; more wait behind them',
    'only the first 200 items that failed too often are shown; more wait behind them',
  ])
  expect(short).toHaveLength(603)
  await sql`truncate pay_found, work_trouble`.execute(db)
  await sql`truncate pay_order cascade`.execute(db)
})

test('a payment in review is listed with advice, shown completely, and resolved once with author and reason in the ledger', async () => {
  const reference = await anUnclearOrder()
  expect((await run('list')).message).toMatch(new RegExp(`${reference} .* 500 XOF {2}delivery-unclear: paid, and the operator`))
  expect((await run('show', reference)).message).toContain('in review: delivery-unclear')
  const dashed = reference.replace(/(.{4})/g, '$1-')
  const decision = ['--as', 'delivered', '--by', 'Mariama', '--note', 'seen on the line']
  expect(await run('resolve', dashed, ...decision)).toEqual({ ok: true, message: `${reference} is resolved as delivered.\n` })
  expect((await run('show', reference)).message).toMatch(/person {2}resolved {2}delivery-unclear → delivered {2}Mariama: seen on the line/)
  expect((await run('list')).message).not.toContain(reference)
  expect((await run('resolve', reference, ...decision)).ok).toBe(false)
})
