import { expect, test } from 'vitest'
import { formatXof, parseXof, xof } from './money.ts'

test('AMT-1 an amount is read with the spaces people write and with no other characters', () => {
  expect(parseXof('1000')).toBe(1000)
  expect(parseXof('1 000')).toBe(1000)
  expect(parseXof('1,000')).toBe(1000)
  expect(parseXof('12,345,678')).toBe(12_345_678)
  expect(parseXof('1\u202f000')).toBe(1000)
  for (const text of [
    '',
    ' ',
    '-5',
    '1.5',
    '1,5',
    '1,00',
    '1,0000',
    '1000,000',
    ',000',
    '1,000,00',
    '1.000',
    '1e3',
    '0x10',
    '５００',
    'abc',
    '99999999999',
  ])
    expect(parseXof(text), text).toBeNull()
})

test('money is whole francs: a fraction, a negative amount or a number beyond the limit is refused', () => {
  for (const value of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_001]) expect(() => xof(value)).toThrow(RangeError)
})

test('GEN-2 amounts are formatted by language', () => {
  expect(formatXof(xof(1000), 'fr').replace(/\s/g, ' ')).toBe('1 000 F CFA')
  expect(formatXof(xof(1000), 'en').replace(/\s/g, ' ')).toBe('XOF 1,000')
})
