import { expect, test } from 'vitest'
import { checkAmount } from './amount-limits.ts'
import { fromMajor } from './money.ts'

const limits = { min: fromMajor(100), max: fromMajor(100_000) }

test('AMT-1 an amount within the limits is accepted, the limits included', () => {
  expect(checkAmount('100', 'en', limits)).toEqual({ amount: fromMajor(100) })
  expect(checkAmount('100 000', 'en', limits)).toEqual({ amount: fromMajor(100_000) })
})

test('AMT-1 an amount outside the limits names the limit it breaks', () => {
  expect(checkAmount('99', 'en', limits)).toEqual({ problem: { kind: 'below-minimum', limit: fromMajor(100) } })
  expect(checkAmount('100001', 'en', limits)).toEqual({ problem: { kind: 'above-maximum', limit: fromMajor(100_000) } })
})

test('AMT-1 only digits are an amount', () => {
  expect(checkAmount('', 'en', limits)).toEqual({ problem: { kind: 'missing' } })
  for (const text of ['12.5', '-100', '1e3', '５００', 'abc', '1,00'])
    expect(checkAmount(text, 'en', limits), text).toEqual({ problem: { kind: 'not-a-number' } })
})
