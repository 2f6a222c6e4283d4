import { expect, test } from 'vitest'
import { newOrder } from '#features/payment/server/new-order.ts'
import { openPaymentStore } from '#features/payment/server/payment.store.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { aPurchase } from '#tests/support/a-purchase.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runPaymentsCommand } from './payments-command.ts'

const db = openDatabase((await testDatabase()).pool)
const store = openPaymentStore({ db, clock: systemClock, onChange: () => {} })
const run = (...args: string[]) => runPaymentsCommand(args, async () => db)

const QUERY = aPurchase()

/** A paid order whose delivery nobody can tell. */
async function anUnclearOrder(): Promise<string> {
  const order = { ...newOrder(QUERY, new Date()), review: 'delivery-unclear', fulfilment: 'TRACKING' as const }
  await store.createOrder(
    order,
    { clientKey: order.id, requestHash: 'same' },
    { visitId: Buffer.alloc(32), queryData: QUERY, language: 'fr', origin: null, quote: null },
  )
  return order.reference
}

test('nothing to do is said plainly, and nonsense is answered with how to ask', async () => {
  expect(await run('list')).toEqual({ isGood: true, words: 'No payment needs a person.\n' })
  for (const args of [[], ['show'], ['resolve', 'G1'], ['resolve', 'G1', '--as', 'paid', '--by', 'A', '--note', 'B']])
    expect((await run(...args)).words).toContain('npm run payments -- list')
  expect(await run('show', 'GNOBODY')).toEqual({ isGood: false, words: 'No payment has this reference.\n' })
})

test('a payment that needs a person is listed with advice, shown whole, and resolved once with who and why in the book', async () => {
  const reference = await anUnclearOrder()
  expect((await run('list')).words).toMatch(new RegExp(`${reference} .* 500 XOF {2}delivery-unclear: paid, and the operator`))
  expect((await run('show', reference)).words).toContain('needs a person: delivery-unclear')
  const dashed = reference.replace(/(.{4})/g, '$1-')
  const decision = ['--as', 'delivered', '--by', 'Mariama', '--note', 'seen on the line']
  expect(await run('resolve', dashed, ...decision)).toEqual({ isGood: true, words: `${reference} is resolved as delivered.\n` })
  expect((await run('show', reference)).words).toMatch(/person {2}resolved {2}delivery-unclear → delivered {2}Mariama: seen on the line/)
  expect((await run('list')).words).not.toContain(reference)
  expect((await run('resolve', reference, ...decision)).isGood).toBe(false)
})
