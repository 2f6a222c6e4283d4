import { afterAll, expect, test, vi } from 'vitest'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { reconcileStatement, type StatementLine } from './reconcile-statement.ts'
import { importUnmatchedPayments } from './unmatched-payments.ts'

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

test('F51 every difference between a statement and the ledger has its name; a match has none', { timeout: 60_000 }, async () => {
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
  ].map((each, at) => ({ ...each, line: at + 2 }))
  const { differences, totals } = await reconcileStatement({ db, clock }, { of: 'dpo', lines, period: PERIOD })
  expect(differences.map(({ name, reference }) => [name, reference])).toEqual([
    ['twice-there', right.ref],
    ['another-amount', dear.ref],
    ['done-here-only', denied.ref],
    ['returned-there-only', returned.ref],
    ['done-there-only', unpaid.ref],
    ['unknown-here', 'NOBODYKNOWS2'],
    ['missing-there', absent.ref],
  ])
  expect(totals).toEqual([
    { state: 'done', currency: 'XOF', there: { count: 5, minor: 7000 }, here: { count: 5, minor: 2500 } },
    { state: 'returned', currency: 'XOF', there: { count: 1, minor: 500 }, here: { count: 0, minor: 0 } },
  ])
  const one = { count: 1, minor: 500 }
  expect(await reconcileStatement({ db, clock }, { of: 'dpo', lines: [line(right.ref)], period: null })).toEqual({
    differences: [],
    totals: [
      { state: 'done', currency: 'XOF', there: one, here: one },
      { state: 'returned', currency: 'XOF', there: { count: 0, minor: 0 }, here: { count: 0, minor: 0 } },
    ],
  })
})

test('F51 a wallet has one statement for both ways to pay: by a request on the phone and by PIN', { timeout: 60_000 }, async () => {
  const [pushed, typed, elsewhere] = [await aPaid(), await aPaid(), await aPaid()]
  const payBy = (connector: string, ref: string) => db.updateTable('pay_attempt').set({ connector }).where('ref', '=', ref).execute()
  await payBy('money-push', pushed.ref)
  await payBy('money-pin', typed.ref)
  await payBy('smartcash', elsewhere.ref)
  const lines = [line(pushed.ref), line(typed.ref)]
  const whole = await reconcileStatement({ db, clock }, { of: 'money', lines, period: PERIOD })
  expect(whole.differences).toEqual([])
  const half = await reconcileStatement({ db, clock }, { of: 'money', lines: [line(pushed.ref)], period: PERIOD })
  expect(half.differences).toEqual([{ name: 'missing-there', reference: typed.ref, detail: '500 XOF here, nothing there' }])
  const taken = await importUnmatchedPayments({ db, clock }, { of: 'money', lines, period: null })
  expect(taken).toEqual({ taken: [], known: [], returned: [], unpaid: [], foreign: [] })
})

test('F51 a statement with more lines than SQL allows parameters is reconciled like any other', { timeout: 60_000 }, async () => {
  const right = await aPaid()
  const strangers = Array.from({ length: 70_000 }, (_, at) => line(`of another shop ${at}`))
  for (const of of ['dpo', 'operator']) {
    const { differences } = await reconcileStatement({ db, clock }, { of, lines: [line(right.ref), ...strangers], period: null })
    expect(differences.filter(({ name }) => name === 'unknown-here').length).toBeGreaterThanOrEqual(strangers.length)
  }
  const taken = await importUnmatchedPayments({ db, clock }, { of: 'dpo', lines: [line(right.ref), ...strangers], period: null })
  expect(taken).toMatchObject({ taken: [], known: [], returned: [] })
  expect(taken.foreign).toHaveLength(strangers.length)
})

test('F51 a payment in the statement only is queried, and delivered when the provider confirms it', { timeout: 60_000 }, async () => {
  const payment = await world.aPayment()
  provider.answers.set(payment.ref, { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${payment.ref}` })
  await reconcileStatement({ db, clock }, { of: 'dpo', lines: [line(payment.ref)], period: null })
  await vi.waitFor(async () => expect((await world.details(payment.transactionId)).status).toBe('SUCCESS'), { timeout: 15_000 })
})
