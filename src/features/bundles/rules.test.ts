import { expect, test } from 'vitest'
import { categoriesOf, categoryIcon, chooseBundles, periodsOf, priceOf100Megabytes, priceOfDay } from './rules.ts'
import type { ShownBundle } from './contract.ts'

const bundle = (change: Partial<ShownBundle>): ShownBundle => ({
  category: 'data',
  name: 'x',
  data: 1,
  dataUnit: 'GB',
  validity: 7,
  validityUnit: 'day',
  periodType: 'Week',
  amount: 1000,
  productCode: 'p',
  ...change,
})

test('BUN-1 an icon belongs to each known category, the telephone to any other', () => {
  expect(['data', 'internet', 'sms', 'international', 'roaming', 'voice', 'Call'].map(categoryIcon)).toEqual([
    'data',
    'internet',
    'sms',
    'international',
    'roaming',
    'call',
    'call',
  ])
})

test('BUN-1 tabs follow the order people ask in, and an unknown category comes last', () => {
  const categories = ['gaming', 'roaming', 'sms', 'data'].map((category) => bundle({ category }))
  expect(categoriesOf(categories)).toEqual(['data', 'sms', 'roaming', 'gaming'])
})

test('BUN-2 chips are the period types found, shortest first', () => {
  expect(
    periodsOf([
      bundle({ periodType: 'Others' }),
      bundle({ periodType: 'Month' }),
      bundle({ periodType: 'Day' }),
      bundle({ periodType: 'Day' }),
    ]),
  ).toEqual(['Day', 'Month', 'Others'])
})

test('BUN-2 a choice filters by category and period, cheapest first; an unknown choice shows the first category whole', () => {
  const all = [
    bundle({ productCode: 'a', amount: 500 }),
    bundle({ productCode: 'b', amount: 100, periodType: 'Day' }),
    bundle({ productCode: 'c', category: 'sms' }),
  ]
  expect(chooseBundles(all, { category: 'data', period: 'Week' }).shown.map((shown) => shown.productCode)).toEqual(['a'])
  expect(chooseBundles(all, { category: 'nothing', period: 'Year' }).shown.map((shown) => shown.productCode)).toEqual(['b', 'a'])
  expect(chooseBundles([], { category: null, period: null })).toEqual({ category: '', period: null, shown: [], popular: 0 })
})

test('the two cheapest popular bundles of a list stand first, the rest by price', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((productCode, place) =>
    bundle({ productCode, amount: 500 - place * 100, ...(productCode !== 'b' && productCode !== 'e' && { isPopular: true }) }),
  )
  const { shown, popular } = chooseBundles(all, { category: 'data', period: null })
  expect(shown.map(({ productCode }) => productCode)).toEqual(['d', 'c', 'e', 'b', 'a'])
  expect(popular).toBe(2)
})

test('the price of 100 MB is shown only when the price buys nothing else and the volume is limited', () => {
  const price = (change: Partial<ShownBundle>) => priceOf100Megabytes(bundle(change))
  expect(price({ data: 3, dataUnit: 'gb', amount: 400 })).toBe(13)
  expect(price({ data: 250, dataUnit: 'MB', amount: 250 })).toBe(100)
  expect([price({ data: -1 }), price({ data: undefined }), price({ data: 0 }), price({ dataUnit: 'TB' })]).toEqual([null, null, null, null])
  expect([price({ voice: 60 }), price({ sms: -1 })]).toEqual([null, null])
})

test('the price of a day is shown from one day on, and never for unlimited validity', () => {
  const price = (validity: number, validityUnit: string) => priceOfDay(bundle({ validity, validityUnit, amount: 1000 }))
  expect([price(7, 'day'), price(48, 'hour'), price(1, 'month'), price(1, 'day')]).toEqual([143, 500, 33, 1000])
  expect([price(7, 'hour'), price(-1, ''), price(1, 'fortnight'), price(0, 'day')]).toEqual([null, null, null, null])
})
