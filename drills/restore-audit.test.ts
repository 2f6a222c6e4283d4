import { expect, test } from 'vitest'
import type { OrderRecord, PaymentRecords, LedgerLine } from './payment-records.ts'
import { auditRestored, type Found } from './restore-audit.ts'

const line = (kind: string, ourReference: string, amount = 500): LedgerLine => ({ face: 'a', kind, ourReference, amount, currency: 'XOF' })
const order = (change: Partial<OrderRecord> = {}): OrderRecord => ({
  id: 'order',
  reference: 'GORDER',
  amount: 500,
  fulfilment: 'NONE',
  review: null,
  ...change,
})
const records = (...orders: OrderRecord[]): PaymentRecords => ({ orders, attempts: [], refunds: [] })
const found = (reference: string, amount = 500): Found => ({ source: 'dpo', reference, amount })
const kindsOf = (...args: Parameters<typeof auditRestored>) => auditRestored(...args).differences.map(({ kind }) => kind)

test('F44 what the book does not remember is right when it was taken up, and counted', () => {
  const audit = auditRestored(records(), [line('capture', 'LOST'), line('credit', 'GLOST')], [found('LOST'), found('GLOST')])
  expect(audit.differences).toEqual([])
  expect(audit.lost).toEqual({ captures: 1, captured: 500, deliveries: 1, delivered: 500 })
})

test('F44 an order that was delivered and whose payment was lost lies before a person', () => {
  const ledger = [line('capture', 'LOST'), line('credit', 'GORDER')]
  expect(kindsOf(records(order({ review: 'payment-lost' })), ledger, [found('LOST')])).toEqual([])
  expect(kindsOf(records(order()), ledger, [found('LOST')])).toContain('delivery-not-booked')
})

test('F44 finds unmatched, doubled and invented payments', () => {
  expect(kindsOf(records(), [line('capture', 'LOST')], [])).toContain('capture-without-a-payment')
  expect(kindsOf(records(), [line('credit', 'GLOST')], [])).toContain('credit-without-a-payment')
  expect(kindsOf(records(), [line('capture', 'LOST'), line('capture', 'LOST')], [found('LOST')])).toEqual(['captured-twice'])
  expect(kindsOf(records(), [line('credit', 'GLOST'), line('credit', 'GLOST')], [found('GLOST')])).toEqual(['delivered-twice'])
  expect(kindsOf(records(order({ review: 'payment-lost' })), [line('credit', 'GORDER'), line('credit', 'GORDER')], [])).toEqual([
    'delivered-twice',
  ])
  expect(kindsOf(records(), [], [found('LOST')])).toEqual(['taken-up-otherwise'])
  expect(kindsOf(records(), [line('capture', 'LOST', 700)], [found('LOST')])).toEqual(['taken-up-otherwise'])
})
