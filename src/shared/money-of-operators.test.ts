import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOperator } from '#settings/read-operator.ts'
import { CURRENCY_EXPONENT, exponentOf } from './currency-exponent.ts'
import { LANGUAGES, localeOf } from './language.ts'
import {
  addMoney,
  compareMoney,
  formatFigure,
  formatMoney,
  formatShort,
  fromMajor,
  money,
  parseMoney,
  readMajor,
  subtractMoney,
  toMajor,
  type Money,
} from './money.ts'

const niger = readOperator('ne-tenere').money
const congo = readOperator('cd-mwinda').money
const kenya = readOperator('ke-savanna').money

/** Exponents 0, 2 and 3. */
const CURRENCIES = ['XOF', 'JPY', 'CDF', 'USD', 'TND', 'KWD']
const amounts = (max = 1_000_000_000) =>
  fc.tuple(fc.integer({ min: 0, max }), fc.constantFrom(...CURRENCIES)).map(([minor, currency]) => ({ minor, currency }))

test('OPR-2 every African currency is in the table, with the decimals of ISO 4217', () => {
  const none = ['XOF', 'XAF', 'RWF', 'UGX', 'GNF', 'DJF', 'KMF', 'BIF', 'JPY']
  expect(none.map(exponentOf)).toEqual(none.map(() => 0))
  expect(['USD', 'CDF', 'KES', 'NGN', 'GHS', 'ZAR', 'EUR', 'MGA', 'MRU'].map(exponentOf)).toEqual(Array(9).fill(2))
  expect(['TND', 'LYD', 'KWD', 'BHD'].map(exponentOf)).toEqual([3, 3, 3, 3])
  expect(['ABC', 'usd', '', 'constructor'].map(exponentOf)).toEqual([null, null, null, null])
})

test.for([
  [{ minor: 1000, currency: 'XOF' }, niger, '1\u202f000\u00a0F\u00a0CFA', 'XOF\u00a01,000', '1\u202f000\u00a0F', '1,000\u00a0F'],
  [{ minor: 164, currency: 'USD' }, niger, '1,64\u00a0USD', 'USD\u00a01.64', '1,64\u00a0USD', 'USD\u00a01.64'],
  [{ minor: 200, currency: 'USD' }, niger, '2,00\u00a0USD', 'USD\u00a02.00', '2,00\u00a0USD', 'USD\u00a02.00'],
  [{ minor: 164, currency: 'USD' }, congo, '1,64\u00a0USD', 'USD\u00a01.64', '1,64\u00a0$', '$1.64'],
  [{ minor: 150_000, currency: 'CDF' }, congo, '1\u202f500\u00a0FC', 'CDF\u00a01,500', '1\u202f500\u00a0FC', '1,500\u00a0FC'],
  [{ minor: 150_050, currency: 'CDF' }, congo, '1\u202f500,50\u00a0FC', 'CDF\u00a01,500.50', '1\u202f500,50\u00a0FC', '1,500.50\u00a0FC'],
  [{ minor: 10_000, currency: 'KES' }, kenya, '100\u00a0KES', 'KES\u00a0100', '100\u00a0KES', 'KSh\u00a0100'],
  [{ minor: 1234, currency: 'TND' }, niger, '1,234\u00a0TND', 'TND\u00a01.234', '1,234\u00a0TND', 'TND\u00a01.234'],
  [
    { minor: 164, currency: 'ABC' },
    niger,
    '164\u00a0unités\u00a0mineures\u00a0de\u00a0ABC',
    '164\u00a0minor\u00a0units\u00a0of\u00a0ABC',
    '164\u00a0unités\u00a0mineures\u00a0de\u00a0ABC',
    '164\u00a0minor\u00a0units\u00a0of\u00a0ABC',
  ],
] as const)('OPR-2 GEN-2 an amount is written as its operator writes it: %o', ([amount, record, ...shown]) => {
  expect([
    formatMoney(amount, 'fr', record),
    formatMoney(amount, 'en', record),
    formatShort(amount, 'fr', record),
    formatShort(amount, 'en', record),
  ]).toEqual(shown)
})

test.each(LANGUAGES)('OPR-2 HUB-4 a currency of others is written as the platform writes it, in %s', (language) => {
  for (const currency of CURRENCIES.filter((each) => each !== 'XOF'))
    for (const minor of [0, 5, 164, 200, 465_307, 123_456_789]) {
      const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, currencyDisplay: 'code' })
      expect(formatMoney({ minor, currency }, language, niger)).toBe(format.format(toMajor({ minor, currency })))
    }
})

test.each(LANGUAGES)('OPR-2 AMT-1 what is shown in %s is read as the same amount, with no, two and three decimals', (language) => {
  fc.assert(
    fc.property(amounts(), (amount) => {
      expect(parseMoney(formatFigure(amount, language), language, amount.currency)).toEqual(amount)
    }),
  )
})

test('OPR-2 units in calls and stored data are exact in both directions', () => {
  fc.assert(
    fc.property(amounts(999_999_999_999), (amount) => {
      const stored: unknown = JSON.parse(JSON.stringify(toMajor(amount)))
      expect(fromMajor(stored as number, amount.currency)).toEqual(amount)
    }),
  )
  expect(fromMajor(1.64, 'USD')).toEqual({ minor: 164, currency: 'USD' })
  expect(fromMajor(1000)).toEqual({ minor: 1000, currency: 'XOF' })
  for (const [units, currency] of [
    [1.5, 'XOF'],
    [1.645, 'USD'],
    [1.0005, 'TND'],
    [-1, 'USD'],
    [Number.NaN, 'USD'],
    [Infinity, 'USD'],
    [1e16, 'USD'],
  ] as const) {
    expect(() => fromMajor(units, currency)).toThrow(RangeError)
    expect(readMajor(units, currency)).toBeNull()
  }
})

test('OPR-2 a currency that is not in the table is never guessed', () => {
  expect(readMajor(5, 'ABC')).toBeNull()
  expect(parseMoney('5', 'en', 'ABC')).toBeNull()
  expect(toMajor({ minor: 164, currency: 'ABC' })).toBe(164)
  expect(fromMajor(164, 'ABC')).toEqual({ minor: 164, currency: 'ABC' })
})

test.for([
  ['en', 'USD', '1.64', 164],
  ['en', 'USD', '1,000.5', 100_050],
  ['en', 'USD', '1,000', 100_000],
  ['en', 'USD', '1,64', null],
  ['en', 'USD', '1.645', null],
  ['en', 'TND', '1,000.500', 1_000_500],
  ['en', 'TND', '1,000.5,00', null],
  ['fr', 'USD', '1,64', 164],
  ['fr', 'USD', '1.64', 164],
  ['fr', 'USD', '1\u202f000,5', 100_050],
  ['fr', 'USD', '1,000', null],
  ['fr', 'USD', '1.000', null],
  ['fr', 'TND', '1,000', 1000],
  ['fr', 'TND', '1.000', null],
  ['fr', 'XOF', '1,000', 1000],
  ['fr', 'XOF', '1.5', null],
  ['fr', 'USD', '1000000000', 100_000_000_000],
  ['fr', 'USD', '1000000000,01', null],
] as const)('OPR-2 AMT-1 typed in %s for %s: %s', ([language, currency, text, minor]) => {
  expect(parseMoney(text, language, currency)).toEqual(minor === null ? null : { minor, currency })
})

test('OPR-2 two currencies are never added, subtracted or compared', () => {
  const order = (one: Money, other: Money) => [addMoney, subtractMoney, compareMoney].map((act) => () => act(one, other))
  fc.assert(
    fc.property(amounts(), amounts(), (one, other) => {
      fc.pre(one.currency !== other.currency)
      for (const act of order(one, other)) expect(act).toThrow(RangeError)
    }),
  )
  const [five, three] = [money(5, 'USD'), money(3, 'USD')]
  expect(addMoney(five, three)).toEqual(money(8, 'USD'))
  expect(subtractMoney(five, three)).toEqual(money(2, 'USD'))
  expect(() => subtractMoney(three, five)).toThrow(RangeError)
  expect(compareMoney(five, three)).toBeGreaterThan(0)
  for (const minor of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e16]) expect(() => money(minor, 'USD')).toThrow(RangeError)
})

test('OPR-2 sums over ten thousand orders are the same in minor units, in units and on a page', () => {
  const orders = fc.sample(amounts(10_000_000), { numRuns: 10_000, seed: 4 })
  const currencies = Object.keys(CURRENCY_EXPONENT).filter((code) => CURRENCIES.includes(code))
  for (const currency of currencies) {
    const own = orders.filter((each) => each.currency === currency)
    const ledger = own.reduce(addMoney, money(0, currency))
    const statement = own.map((each) => fromMajor(toMajor(each), currency)).reduce(addMoney, money(0, currency))
    const shown = own
      .map((each) => parseMoney(formatFigure(each, 'fr'), 'fr', currency) ?? money(0, currency))
      .reduce(addMoney, money(0, currency))
    expect([statement, shown]).toEqual([ledger, ledger])
    expect(() => [...own, { minor: 1, currency: 'EUR' }].reduce(addMoney, money(0, currency))).toThrow(RangeError)
  }
})
