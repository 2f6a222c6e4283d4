import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelAddress, readBrowserReturn } from './browser-return.ts'

const read = (query: string) => readBrowserReturn(new URLSearchParams(query))

test.for(['txref', 'tx_ref', 'trxref', 'reference', 'refNo', 'CompanyRef', 'PnrID', 'merchant_transaction_id'])(
  'a return that names our reference as %s is recognised',
  (name) => {
    expect(read(`${name}=ABCDEFGH2345`)).toEqual({ attempt: { by: 'ref', value: 'ABCDEFGH2345' }, isCancelled: false })
  },
)

test.for(['TransactionToken', 'TransID', 'transactionId', 'transaction_id'])(
  "a return that only has the provider's %s is recognised",
  (name) => {
    expect(read(`${name}=8D3D-77`)).toEqual({ attempt: { by: 'providerRef', value: '8D3D-77' }, isCancelled: false })
  },
)

test('our own reference takes precedence over theirs', () => {
  expect(read('transactionId=77&refNo=ABCDEFGH2345')?.attempt).toEqual({ by: 'ref', value: 'ABCDEFGH2345' })
})

test('F14: whatever the status claims, a return proves at most that the visitor cancelled', () => {
  for (const status of ['SUCCESS', 'Approved', 'successful', 'paid', '000', ''])
    expect(read(`reference=ABCDEFGH2345&status=${status}`)).toEqual({ attempt: { by: 'ref', value: 'ABCDEFGH2345' }, isCancelled: false })
  for (const status of ['CANCELLED', 'cancelled', 'Canceled'])
    expect(read(`reference=ABCDEFGH2345&status=${status}`)?.isCancelled).toBe(true)
})

test('contradictory or invalid references identify nothing', () => {
  for (const query of [
    'reference=A1&trxref=B2',
    'reference=A1&reference=B2',
    'reference=a%20b',
    "reference='--",
    'reference=',
    'status=CANCELLED',
    '',
    `reference=${'A'.repeat(101)}`,
  ])
    expect(read(query)).toBeNull()
  expect(read('reference=A1&trxref=A1')?.attempt.value).toBe('A1')
})

test('any query can be read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('reference', 'PnrID', 'status', 'TransID', 'x'), fc.string())),
      (pairs) => void readBrowserReturn(new URLSearchParams(pairs)),
    ),
  )
})

test('the cancel URL keeps the query of the return URL', () => {
  expect(cancelAddress('https://guichet.test/callback/dpo/REF/mac?a=1')).toBe(
    'https://guichet.test/callback/dpo/REF/mac?a=1&status=CANCELLED',
  )
})
