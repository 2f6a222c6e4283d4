import { expect, test } from 'vitest'
import { billIdOf, contactOf, type CustomerBill, lineNumberOf, openInvoices } from './bill.messages.ts'

const bill = (changes: Partial<CustomerBill>): CustomerBill => ({
  id: 'B-77',
  billNo: 'FI-0101',
  billDate: '2026-11-06T00:00:00Z',
  billingPeriod: { startDateTime: '2026-10-07T00:00:00Z', endDateTime: '2026-11-06T00:00:00Z' },
  paymentDueDate: '2026-11-27T00:00:00Z',
  amountDue: { unit: 'XOF', value: 12450.5 },
  remainingAmount: { unit: 'XOF', value: 12450.5 },
  taxIncludedAmount: { unit: 'XOF', value: 20000 },
  state: 'sent',
  ...changes,
})

test('a bill becomes an invoice, with its fraction unchanged', () => {
  expect(openInvoices([bill({})], '1000000003')).toEqual([
    {
      accountNo: '1000000003',
      invoiceNo: 'FI-0101',
      periodStart: new Date('2026-10-07T00:00:00Z'),
      periodEnd: new Date('2026-11-06T00:00:00Z'),
      dueDate: new Date('2026-11-27T00:00:00Z'),
      total: 20000,
      outstanding: 12450.5,
      currency: 'XOF',
      state: 'open',
    },
  ])
})

test.for([
  [{ state: 'settled' }, 0],
  [{ remainingAmount: { value: 0 } }, 0],
  [{ state: 'partiallyPaid' }, 1],
  [{ state: 'validated' }, 1],
  [{ state: 'onHold' }, 1],
] as const)('with %j there are %d open', ([changes, count]) => {
  expect(openInvoices([bill(changes)], 'A')).toHaveLength(count)
})

test('a partly paid bill is marked so, and the oldest debt is first', () => {
  const invoices = openInvoices(
    [bill({ billNo: 'new' }), bill({ billNo: 'old', state: 'partiallyPaid', paymentDueDate: '2026-10-01T00:00:00Z' })],
    'A',
  )
  expect(invoices?.map(({ invoiceNo, state }) => [invoiceNo, state])).toEqual([
    ['old', 'partial'],
    ['new', 'open'],
  ])
})

test('a credit note is not a debt', () => {
  expect(openInvoices([bill({ remainingAmount: { unit: 'XOF', value: -500 } })], 'A')).toEqual([])
})

test('an unreadable bill makes the sum unknown', () => {
  expect(openInvoices([bill({}), { id: 'B-1', state: 'sent' }], 'A')).toBeNull()
})

test('dates that are missing are taken from those that are there', () => {
  const { billingPeriod: _period, paymentDueDate: _due, ...sparse } = bill({})
  const billed = new Date('2026-11-06T00:00:00Z')
  expect(openInvoices([sparse], 'A')).toMatchObject([{ periodStart: billed, periodEnd: billed, dueDate: billed }])
})

test('a payment names the id of a bill, not its number', () => {
  expect(billIdOf([bill({})], 'FI-0101')).toBe('B-77')
  expect(billIdOf([], 'FI-0101')).toBe('FI-0101')
})

test.for([
  [
    { contact: [{ contactMedium: [{ characteristic: { emailAddress: 'a@b.ne' } }, { characteristic: { phoneNumber: '+22790000001' } }] }] },
    'a@b.ne',
    '90000001',
  ],
  [{ contactMedium: [{ characteristic: { emailAddress: 'a@b.ne', phoneNumber: '22790000001' } }] }, 'a@b.ne', '90000001'],
  [{ contactMedium: [{ characteristic: { phoneNumber: '+33612345678' } }] }, null, '+33612345678'],
  [{}, null, null],
] as const)('the contact in %j is %s, %s', ([account, email, contactMsisdn]) => {
  expect(contactOf(account)).toEqual({ email, contactMsisdn })
})

test('the line of an account is read from the field where products have it', () => {
  expect(lineNumberOf([{}, { realizingResource: [{ value: '22790000003' }] }], 'realizingResource.value')).toBe('90000003')
  expect(lineNumberOf([], 'realizingResource.value')).toBeNull()
})
