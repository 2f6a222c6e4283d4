import { expect, test } from 'vitest'
import { judgeLine } from './rules.ts'

test('PRE-4 the prepaid page serves prepaid lines only', () => {
  expect(judgeLine('/prepaid-recharge', 'PREPAID')).toEqual({ kind: 'accepted', type: 'PREPAID' })
  for (const type of ['POSTPAID', 'HYBRID', 'BROADBAND', 'INVALID'] as const)
    expect(judgeLine('/prepaid-recharge', type).kind).toBe('refused')
})

test('POST-4 the postpaid page serves postpaid and hybrid lines', () => {
  expect(judgeLine('/postpaid-bill-pay', 'POSTPAID').kind).toBe('accepted')
  expect(judgeLine('/postpaid-bill-pay', 'HYBRID').kind).toBe('accepted')
  expect(judgeLine('/postpaid-bill-pay', 'PREPAID').kind).toBe('refused')
})

test('BB-1 the broadband page serves broadband lines only', () => {
  expect(judgeLine('/broadband-recharge', 'BROADBAND').kind).toBe('accepted')
  expect(judgeLine('/broadband-recharge', 'PREPAID').kind).toBe('refused')
})

test('NUM-1 a line on the wrong page is led to the page that serves it, an unassigned number nowhere', () => {
  expect(judgeLine('/prepaid-recharge', 'POSTPAID')).toMatchObject({ fitting: '/postpaid-bill-pay' })
  expect(judgeLine('/data-bundle', 'BROADBAND')).toMatchObject({ fitting: '/broadband-recharge' })
  expect(judgeLine('/prepaid-recharge', 'INVALID')).toMatchObject({ fitting: null })
})

test('DATA-1 where bundles are sold to postpaid lines, the bundle page takes them, and no other page does', () => {
  for (const type of ['POSTPAID', 'HYBRID'] as const) {
    expect(judgeLine('/data-bundle', type).kind).toBe('refused')
    expect(judgeLine('/data-bundle', type, true).kind).toBe('accepted')
    expect(judgeLine('/prepaid-recharge', type, true).kind).toBe('refused')
  }
  expect(judgeLine('/data-bundle', 'BROADBAND', true).kind).toBe('refused')
})
