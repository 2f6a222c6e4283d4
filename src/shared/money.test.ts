import { expect, test } from 'vitest'
import { formatMoney, fromMajor, parseMoney } from './money.ts'

const read = (text: string) => parseMoney(text, 'fr')?.minor ?? null

test('AMT-1 an amount is read with the spaces people write and with no other characters', () => {
  expect(read('1000')).toBe(1000)
  expect(read('1 000')).toBe(1000)
  expect(read('1,000')).toBe(1000)
  expect(read('12,345,678')).toBe(12_345_678)
  expect(read('1\u202f000')).toBe(1000)
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
    expect(read(text), text).toBeNull()
})

test('money is whole minor units: half a franc, a negative amount or a number that is not exact is refused', () => {
  for (const value of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) expect(() => fromMajor(value)).toThrow(RangeError)
})

test('GEN-2 amounts are formatted by language', () => {
  expect(formatMoney(fromMajor(1000), 'fr').replace(/\s/g, ' ')).toBe('1 000 F CFA')
  expect(formatMoney(fromMajor(1000), 'en').replace(/\s/g, ' ')).toBe('XOF 1,000')
})
