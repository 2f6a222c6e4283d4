import { expect, test } from 'vitest'
import { boughtKind, bundleEnd, hasMoneyMoved } from './bought-kind.ts'

const ACTIVATED = new Date('2026-11-17T10:00:00Z')

test.for([
  [{ validity: 6, validityUnit: 'hour' }, '2026-11-17T16:00:00.000Z'],
  [{ validity: 7, validityUnit: 'day' }, '2026-11-24T10:00:00.000Z'],
  [{ validity: 1, validityUnit: 'month' }, '2026-12-17T10:00:00.000Z'],
  [{ validity: -1, validityUnit: '' }, undefined],
  [{ validity: 3, validityUnit: 'moon' }, undefined],
  [{}, undefined],
] as const)('STAT-5 a bundle of %o ends at %s', ([validity, end]) => {
  expect(bundleEnd(ACTIVATED, validity)?.toISOString()).toBe(end)
})

test('STAT-5 each purchase type has its own wording', () => {
  const types = ['PREPAID_RECHARGE', 'PREPAID_BUNDLES', 'POSTPAID_BUNDLES', 'POSTPAID_BILL', 'BILL_PAYMENT', 'HBB_LEADS']
  expect(types.map(boughtKind)).toEqual(['airtime', 'bundle', 'bundle', 'bill', 'bill', 'order'])
})

test('STAT-5 only money that moved, in either direction, has a receipt', () => {
  const words = ['taken', 'held', 'delivered', 'coming-back', 'given-back', 'not-taken', 'waiting', 'being-confirmed', 'not-asked']
  expect(words.filter(hasMoneyMoved)).toEqual(['taken', 'held', 'delivered', 'coming-back', 'given-back'])
})
