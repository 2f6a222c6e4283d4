import { beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { listedPayments, storePayment, type StoredPayment } from '#tests/support/console-payments.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { addsUp, sumMoney, sumMoneyOf } from './money-sums.ts'
import { MONEY_PARTS, readFilter, STANDINGS, type PaymentFilter } from './payment-filter.ts'
import { countStandings, listPayments } from './payment-list.ts'

const NOON = new Date('2026-11-18T11:00:00Z')
let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  await Promise.all(PAYMENTS.map((payment) => storePayment(db, { at: NOON, ...payment })))
})

const won = { state: 'PAID', isWinner: true }

/** One day, with every shape that the engine, a restored backup or a bad hand can leave. */
const PAYMENTS: StoredPayment[] = [
  { fulfilment: 'DONE', attempts: [won] },
  { fulfilment: 'DONE', attempts: [{ state: 'DECLINED' }, { ...won, connector: 'dpo' }] },
  // Paid in another currency, at a rate.
  { fulfilment: 'DONE', attempts: [{ ...won, asked: 164, currency: 'EUR', connector: 'dpo' }] },
  // Overpaid: the rest is in doubt, then given back by hand.
  { fulfilment: 'DONE', review: 'overpaid', attempts: [{ ...won, paid: 1500 }] },
  { fulfilment: 'DONE', attempts: [{ ...won, paid: 1200, isExcessReturned: true }] },
  // Overpaid and not delivered yet: only the excess waits for a person.
  { fulfilment: 'TRACKING', review: 'overpaid', attempts: [{ ...won, paid: 1300 }] },
  // Paid twice: delivered once, and once on its way back, refused, or back.
  { fulfilment: 'DONE', attempts: [won, { state: 'REFUNDING', refund: { state: 'PENDING', cause: 'duplicate' } }] },
  {
    fulfilment: 'DONE',
    review: 'refund-refused',
    attempts: [won, { state: 'REFUNDING', refund: { state: 'REVIEW', cause: 'duplicate' } }],
  },
  { fulfilment: 'DONE', attempts: [won, { state: 'REFUNDED', refund: { state: 'DONE', cause: 'duplicate' } }] },
  { fulfilment: 'QUEUED', attempts: [won] },
  { fulfilment: 'SENDING', attempts: [won] },
  { fulfilment: 'TRACKING', review: 'delivery-unclear', attempts: [won] },
  { fulfilment: 'REFUSED', refusal: 'no-line', attempts: [{ state: 'REFUNDING', isWinner: true, refund: { state: 'QUEUED' } }] },
  { fulfilment: 'REFUSED', refusal: 'no-line', attempts: [{ state: 'REFUNDED', isWinner: true, refund: { state: 'DONE' } }] },
  // Given back by the provider, without a refund of ours and without a word about an amount.
  { attempts: [{ state: 'REFUNDED', paid: null }] },
  { review: 'paid-another-amount', attempts: [{ state: 'PAID', paid: 400, reason: 'amount' }] },
  // The same, closed as written off, and as delivered.
  { attempts: [{ state: 'PAID', paid: 300, reason: 'amount' }] },
  { fulfilment: 'DONE', attempts: [{ state: 'PAID', paid: 900, reason: 'amount' }] },
  // Not known to be taken.
  { attempts: [{ state: 'WAITING' }] },
  { attempts: [{ state: 'CREATED' }, { state: 'UNKNOWN', connector: 'mpesa' }] },
  { attempts: [{ state: 'DECLINED', doubt: 'said-paid', connector: 'mpesa' }] },
  { attempts: [{ state: 'DECLINED', reason: 'insufficient_funds' }] },
  { attempts: [{ state: 'CANCELLED', reason: 'payer_declined' }] },
  { attempts: [{ state: 'EXPIRED', reason: 'expired' }] },
  // Never asked for: no payment.
  { attempts: [] },
  // The day before and the day after, by a minute: the country is an hour ahead of UTC.
  { at: new Date('2026-11-17T22:59:00Z'), fulfilment: 'DONE', attempts: [won] },
  { at: new Date('2026-11-18T23:00:00Z'), fulfilment: 'DONE', attempts: [won] },
  { at: new Date('2026-11-17T23:00:00Z'), fulfilment: 'DONE', attempts: [won] },
  { at: new Date('2026-11-18T22:59:59Z'), fulfilment: 'DONE', attempts: [won] },
]

const aDay = (query = ''): PaymentFilter => readFilter(new URLSearchParams(`from=2026-11-18&${query}`), NOON)
const listed = (filter: PaymentFilter) => listedPayments(db, filter)

test('CON-9 in a day the money adds up, per currency', async () => {
  const sums = await sumMoney(db, aDay())
  const [francs, euros] = sums
  expect(sums.map(({ currency }) => currency)).toEqual(['XOF', 'EUR'])
  const minor = Object.fromEntries(MONEY_PARTS.map((part) => [part, francs?.parts[part].minor]))
  expect(minor).toEqual({
    taken: 21_600,
    delivered: 9900,
    'given-back': 3200,
    'coming-back': 3000,
    delivering: 3000,
    'in-doubt': 2500,
    outside: 4000,
    gap: 0,
  })
  expect(euros?.parts.taken).toEqual({ minor: 164, payments: 1 })
  expect(addsUp(sums)).toBe(true)
})

test.for<[why: string, payment: StoredPayment, gap: number]>([
  ['delivered and not paid', { fulfilment: 'DONE', attempts: [{ state: 'DECLINED' }] }, -1000],
  ['delivered, and given back all the same', { fulfilment: 'DONE', attempts: [{ state: 'REFUNDED', isWinner: true }] }, -1000],
  ['on its way back without a refund', { fulfilment: 'REFUSED', attempts: [{ state: 'REFUNDING', isWinner: true }] }, 1000],
  ['half of it given back', { attempts: [{ state: 'REFUNDED', refund: { state: 'DONE', minor: 400 } }] }, 600],
])('CON-9 the money of a payment does not add up: %s', async ([, payment, gap]) => {
  const { id, reference } = await storePayment(db, { at: new Date('2026-10-01T10:00:00Z'), ...payment })
  const sums = await sumMoneyOf(db, id)
  expect(addsUp(sums)).toBe(false)
  expect(sums[0]?.parts.gap.minor).toBe(gap)
  const gaps = readFilter(new URLSearchParams('from=2026-10-01&money=gap'), NOON)
  expect((await listed(gaps)).map((each) => each.reference)).toContain(reference)
})

test.for(['reversed', 'goodwill'])(
  'CON-9 a delivery that is refunded on purpose (%s) is given back, and nothing is missing',
  async (cause) => {
    const refund = { state: 'DONE', cause }
    const { id } = await storePayment(db, {
      at: new Date('2026-10-02T10:00:00Z'),
      fulfilment: 'DONE',
      attempts: [{ state: 'REFUNDED', isWinner: true, refund }],
    })
    const sums = await sumMoneyOf(db, id)
    expect(addsUp(sums)).toBe(true)
    expect(sums[0]?.parts).toMatchObject({ 'given-back': { minor: 1000 }, delivered: { minor: 0 } })
  },
)

test('CON-9 every figure of the sum is the number of rows of the list that it opens', async () => {
  for (const { currency, parts } of await sumMoney(db, aDay()))
    for (const part of MONEY_PARTS) {
      const rows = await listed(aDay(`money=${part}&currency=${currency}`))
      expect(rows, `${part} ${currency}`).toHaveLength(parts[part].payments)
    }
})

test('each payment stands in exactly one tab, and each tab counts the rows of its list', async () => {
  const counts = await countStandings(db, aDay())
  expect(counts).toEqual({
    all: 26, delivered: 9, open: 3, delivering: 2, review: 5, 'coming-back': 1, 'given-back': 2, 'not-paid': 3, kept: 1,
  }) // prettier-ignore
  for (const standing of STANDINGS) expect(await listed(aDay(`state=${standing}`)), standing).toHaveLength(counts[standing])
  expect(await listed(aDay())).toHaveLength(counts.all)
})

test('filters of method, purchase, channel and amount narrow list and counts alike', async () => {
  const at = new Date('2026-09-01T10:00:00Z')
  await storePayment(db, { at, minor: 500, attempts: [{ state: 'WAITING', connector: 'dpo' }] })
  await storePayment(db, { at, minor: 2000, kind: 'bundle', askedLink: 'L1', attempts: [{ state: 'WAITING', connector: 'uba' }] })
  await storePayment(db, { at, minor: 45_000, kind: 'bundle', leadId: 'LD1', attempts: [{ state: 'WAITING', connector: 'mpesa' }] })
  await storePayment(db, { at, minor: 9000, kind: 'bill', attempts: [{ state: 'WAITING' }] })
  const rowsOf = async (query: string) => {
    const filter = readFilter(new URLSearchParams(`from=2026-09-01&${query}`), NOON)
    expect((await countStandings(db, filter)).all).toBe((await listed(filter)).length)
    return (await listed(filter)).map(({ amount }) => amount.minor).toSorted((one, other) => one - other)
  }
  expect(await rowsOf('method=card')).toEqual([500, 2000])
  expect(await rowsOf('method=uba')).toEqual([2000])
  expect(await rowsOf('kind=bundle')).toEqual([2000])
  expect(await rowsOf('kind=order')).toEqual([45_000])
  expect(await rowsOf('kind=bill')).toEqual([9000])
  expect(await rowsOf('channel=link')).toEqual([2000])
  expect(await rowsOf('channel=web')).toEqual([500, 9000, 45_000])
  expect(await rowsOf('least=2000&most=9000')).toEqual([2000, 9000])
})

test('a page goes on where the last one ended, in both directions, also among payments of the same moment', async () => {
  const all = (await listed(aDay())).map(({ reference }) => reference)
  const pages: string[][] = []
  let page = await listPayments(db, aDay(), null, 7)
  expect(page.newer).toBeNull()
  for (;;) {
    pages.push(page.payments.map(({ reference }) => reference))
    if (page.older === null) break
    page = await listPayments(db, aDay(), { direction: 'older', from: page.older }, 7)
  }
  expect(pages.flat()).toEqual(all)
  expect(new Set(all).size).toBe(all.length)
  const back = await listPayments(db, aDay(), { direction: 'newer', from: page.newer ?? '' }, 7)
  expect(back.payments.map(({ reference }) => reference)).toEqual(pages.at(-2))
})

test('an address that was tampered with is an unfiltered day, never an error', async () => {
  const filter = readFilter(
    new URLSearchParams("from=2026-02-31&until=x&state=drop&money=all&method=constructor&kind=%27&least=-1&most=1e99&currency=xof'"),
    NOON,
  )
  expect(filter).toEqual(readFilter(new URLSearchParams(), NOON))
  expect(await listPayments(db, aDay(), { direction: 'older', from: "1.G'; drop table visit" }, 1)).toMatchObject({
    payments: [expect.anything()],
  })
  expect(readFilter(new URLSearchParams('from=2020-01-01&until=2026-11-18'), NOON).from).toBe('2026-10-19')
  expect(readFilter(new URLSearchParams('from=2026-11-18&until=2026-11-10'), NOON)).toMatchObject({
    from: '2026-11-10',
    until: '2026-11-18',
  })
})
