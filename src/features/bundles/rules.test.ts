import { expect, test } from 'vitest'
import { categoriesOf, categoryIcon, chooseBundles, periodsOf } from './rules.ts'
import type { ShownBundle } from './contract.ts'

const bundle = (change: Partial<ShownBundle>): ShownBundle => ({
  category: 'data',
  name: 'x',
  description: '',
  data: 1,
  dataUnit: 'GB',
  voice: null,
  voiceUnit: '',
  sms: null,
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
  expect(chooseBundles([], { category: null, period: null })).toEqual({ category: '', period: null, shown: [] })
})
