import { afterAll, expect, test, vi } from 'vitest'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { compareStatement, type StatementLine } from './compare-statement.ts'
import { takeUpStatement } from './found-payments.ts'

const provider = scriptedProvider('signed')
const world = await cardWorld(provider)
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

const { db } = world.portal
const clock = { now: () => new Date() }
const PERIOD = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }

async function aPaid() {
  const payment = await world.aPayment()
  const seen = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${payment.ref}` } as const
  provider.answers.set(payment.ref, seen)
  await world.tell(payment, seen)
  await vi.waitFor(async () => expect((await world.details(payment.transactionId)).status).toBe('SUCCESS'), { timeout: 15_000 })
  return payment
}

function line(reference: string, state: StatementLine['state'] = 'done', minor = 500): StatementLine {
  return { line: 2, reference, amount: { minor, currency: 'XOF' }, state }
}

test('F51 every difference between a statement and the book has its name; what is right is not named', { timeout: 60_000 }, async () => {
  const [right, dear, denied, returned, absent] = [await aPaid(), await aPaid(), await aPaid(), await aPaid(), await aPaid()]
  const unpaid = await world.aPayment()
  const lines = [
    line(right.ref),
    line(right.ref),
    line(dear.ref, 'done', 5000),
    line(denied.ref, 'not-done'),
    line(returned.ref, 'returned'),
    line(unpaid.ref),
    line('NOBODYKNOWS2'),
    line('NOBODYKNOWS3', 'not-done'),
  ]
  const found = await compareStatement({ db, clock }, { of: 'dpo', lines, period: PERIOD })
  expect(found.map(({ name, reference }) => [name, reference])).toEqual([
    ['twice-there', right.ref],
    ['another-amount', dear.ref],
    ['done-here-only', denied.ref],
    ['returned-there-only', returned.ref],
    ['done-there-only', unpaid.ref],
    ['unknown-here', 'NOBODYKNOWS2'],
    ['missing-there', absent.ref],
  ])
  expect(await compareStatement({ db, clock }, { of: 'dpo', lines: [line(right.ref)], period: null })).toEqual([])
})

test('F51 a statement with more lines than a question may have values is compared like any other', { timeout: 60_000 }, async () => {
  const right = await aPaid()
  const strangers = Array.from({ length: 70_000 }, (_, at) => line(`of another shop ${at}`))
  for (const of of ['dpo', 'operator']) {
    const found = await compareStatement({ db, clock }, { of, lines: [line(right.ref), ...strangers], period: null })
    expect(found.filter(({ name }) => name === 'unknown-here').length).toBeGreaterThanOrEqual(strangers.length)
  }
  const taken = await takeUpStatement({ db, clock }, { of: 'dpo', lines: [line(right.ref), ...strangers], period: null })
  expect(taken).toMatchObject({ taken: [], known: [], returned: [] })
  expect(taken.foreign).toHaveLength(strangers.length)
})

test(
  'F51 what a provider has paid and the book has not is asked about, and delivered when the provider says so',
  { timeout: 60_000 },
  async () => {
    const payment = await world.aPayment()
    provider.answers.set(payment.ref, { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${payment.ref}` })
    await compareStatement({ db, clock }, { of: 'dpo', lines: [line(payment.ref)], period: null })
    await vi.waitFor(async () => expect((await world.details(payment.transactionId)).status).toBe('SUCCESS'), { timeout: 15_000 })
  },
)
