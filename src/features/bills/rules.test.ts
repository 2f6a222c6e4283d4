import { expect, test } from 'vitest'
import { fromMajor } from '#shared/money.ts'
import { isFixedAccount, isOverdue, isPostpaidAccount, payableAmount, roundUpOutstanding, sumOutstanding, tidyAccount } from './rules.ts'

test.for([
  [12_450.5, 12_451],
  [12_450.01, 12_451],
  [12_450, 12_450],
  [0.1 + 0.2, 1],
  [25_000.000000001, 25_000],
  [0, 0],
] as const)('POST-3 an outstanding of %d is paid with %d', ([outstanding, paid]) => {
  expect(roundUpOutstanding(outstanding)).toEqual(fromMajor(paid))
})

test('POST-3 a fraction is rounded up only where the operator allows it; nothing is ever rounded down', () => {
  expect(payableAmount(12_450.5, { roundsUp: true })).toEqual(fromMajor(12_451))
  expect(payableAmount(12_450.5, { roundsUp: false })).toBeNull()
  expect(payableAmount(12_450, { roundsUp: false })).toEqual(fromMajor(12_450))
})

test('sums of bills carry no floating-point error', () => {
  expect(sumOutstanding([0.1, 0.2])).toBe(0.3)
  expect(sumOutstanding([])).toBe(0)
})

test.for([
  ['P1234567890', true],
  ['E12345678901', true],
  ['P123456789', false],
  ['P123456789012', false],
  ['X1234567890', false],
  ['p1234567890', false],
  ['P1234567890\n', false],
  ['P123456789٠', false],
  ["P123456789'", false],
] as const)('FIX-2 %j is an account of fixed internet: %s', ([text, isOne]) => {
  expect(isFixedAccount(text)).toBe(isOne)
})

test('FIX-2 what people paste is understood', () => {
  expect(tidyAccount(' p 1234-567 890 ')).toBe('P1234567890')
})

test.for([
  ['1000000003', true],
  ['100000003', false],
  ['10000000031', false],
  ['1000000003\n', false],
] as const)('POST-5 %j is a postpaid account: %s', ([text, isOne]) => {
  expect(isPostpaidAccount(text)).toBe(isOne)
})

test('FIX-1 a bill is overdue from the day after its due day, and never when nothing is owed', () => {
  const today = '2026-11-15'
  expect(isOverdue({ dueDay: '2026-11-14', today, outstanding: 1 })).toBe(true)
  expect(isOverdue({ dueDay: '2026-11-15', today, outstanding: 1 })).toBe(false)
  expect(isOverdue({ dueDay: '2026-11-14', today, outstanding: 0 })).toBe(false)
})
