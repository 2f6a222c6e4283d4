import { expect, test } from 'vitest'
import { checkAmount } from './amount-limits.ts'
import { xof } from './money.ts'

const limits = { min: xof(100), max: xof(100_000) }

test('AMT-1 an amount within the limits is accepted, the limits included', () => {
  expect(checkAmount('100', limits)).toEqual({ amount: 100 })
  expect(checkAmount('100 000', limits)).toEqual({ amount: 100_000 })
})

test('AMT-1 an amount outside the limits names the limit it breaks', () => {
  expect(checkAmount('99', limits)).toEqual({ problem: { kind: 'below-minimum', limit: 100 } })
  expect(checkAmount('100001', limits)).toEqual({ problem: { kind: 'above-maximum', limit: 100_000 } })
})

test('AMT-1 only digits are an amount', () => {
  expect(checkAmount('', limits)).toEqual({ problem: { kind: 'missing' } })
  for (const text of ['12.5', '-100', '1e3', '５００', 'abc', '1,00'])
    expect(checkAmount(text, limits), text).toEqual({ problem: { kind: 'not-a-number' } })
})
