import { expect, test } from 'vitest'
import { toMajor } from '#shared/money.ts'
import { convertMoney, readUnits } from './convert-money.ts'

const francs = (minor: number) => ({ minor, currency: 'XOF' })

test.for([
  ['rounded up to the next cent', francs(1000), 'USD', '0.00163265', 164],
  ['an exact amount stays exact', { minor: 100, currency: 'USD' }, 'CDF', '2850', 285_000],
  ['cents to francs', { minor: 164, currency: 'USD' }, 'XOF', '612.5', 1005],
  ['a thousandth of a cent is a cent more', { minor: 100, currency: 'USD' }, 'CDF', '2850.00001', 285_001],
  ['never nothing', francs(1), 'USD', '0.00163265', 1],
  ['where floating point would slip', { minor: 110, currency: 'USD' }, 'CDF', '1.1', 121],
  ['the largest price', francs(1_000_000_000), 'CDF', '4.65306122', 465_306_122_000],
] as const)('HUB-4 a price in another currency: %s', ([, money, currency, rate, minor]) => {
  expect(convertMoney(money, currency, rate)).toEqual({ minor, currency })
})

test.for([
  ['an unknown currency', 'ABC', '2'],
  ['no rate', 'USD', ''],
  ['a rate that is no plain number', 'USD', '1e-3'],
  ['a rate of nothing', 'USD', '0'],
  ['more than can be counted', 'CDF', '99999999999999'],
] as const)('HUB-4 not converted: %s', ([, currency, rate]) => {
  expect(convertMoney(francs(1000), currency, rate)).toBeNull()
})

test('HUB-4 major units as people write them, and back to minor ones', () => {
  expect(toMajor({ minor: 164, currency: 'USD' })).toBe(1.64)
  expect(toMajor(francs(1000))).toBe(1000)
  expect(readUnits('1.64', 'USD')).toEqual({ minor: 164, currency: 'USD' })
  expect(readUnits('1.6', 'USD')).toEqual({ minor: 160, currency: 'USD' })
  expect(readUnits('1000', 'XOF')).toEqual(francs(1000))
  for (const [text, currency] of [
    ['1.5', 'XOF'],
    ['0', 'USD'],
    ['1.', 'USD'],
    ['-1', 'USD'],
    ['1', 'ABC'],
  ] as const)
    expect(readUnits(text, currency)).toBeNull()
})
