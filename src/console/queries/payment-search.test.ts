import { beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { storePayment } from '#tests/support/console-payments.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { findPayments, nearReferences, readWanted } from './payment-search.ts'
import { readPayments } from './payment-list.ts'

let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
})

const search = async (typed: string) => {
  const wanted = readWanted(typed)
  return wanted ? findPayments(db, wanted) : null
}

test.for([
  ['G43KL4734M9VY', 'reference'],
  ['g43k-l473-4m9v-y', 'reference'],
  [' G43K L473 4M9V Y ', 'reference'],
  ['G43K-L473-4M9V', 'near-reference'],
  ['GO3K-L473-4M9V-Y', 'near-reference'],
  ['90 12 34 56', 'number'],
  ['+227 90123456', 'number'],
  ['CK7M2QXW', 'claim'],
  ['MP261118.1030.A51877', 'provider'],
  ['ws_CO_18112026', 'provider'],
])('a search for %s is one by %s', ([typed = '', by]) => {
  expect(readWanted(typed)?.by).toBe(by)
})

test.for(['', '   ', 'x', "'; drop table pay_order; --", '<script>', 'été 2026', '٩٠١٢٣٤٥٦'])(
  '%j finds nothing and asks nothing',
  (typed) => {
    expect(readWanted(typed)).toBeNull()
  },
)

test('a payment is found by its reference, its number, its payer and the provider’s number, whatever day it is of', async () => {
  const at = new Date('2024-02-01T10:00:00Z')
  const paid = { state: 'PAID', isWinner: true, payer: '96000070', txn: 'MP240201.1030.A51877', providerRef: 'ref-7' }
  const { id, reference } = await storePayment(db, { at, msisdn: '91000008', attempts: [{ state: 'DECLINED', payer: '96000071' }, paid] })
  for (const typed of [reference, reference.toLowerCase(), '91 00 00 08', '96000070', '96000071', 'MP240201.1030.A51877', 'ref-7'])
    expect((await search(typed))?.orderIds, typed).toEqual([id])
  const [row] = await readPayments(db, [id])
  expect(row).toMatchObject({ reference, line: '91000008', payer: '96000070', standing: 'kept' })
})

test('a number finds what it received and what it paid, each payment once, the newest first', async () => {
  const own = { state: 'PAID', isWinner: true, payer: '97000001' }
  const first = await storePayment(db, {
    at: new Date('2026-01-01T10:00:00Z'),
    msisdn: '97000001',
    attempts: [own, { ...own, isWinner: false }],
  })
  const second = await storePayment(db, { at: new Date('2026-01-02T10:00:00Z'), msisdn: '97000002', attempts: [own] })
  await storePayment(db, { at: new Date('2026-01-03T10:00:00Z'), msisdn: '97000001', attempts: [] })
  expect((await search('97000001'))?.orderIds).toEqual([second.id, first.id])
})

test.for([
  ['a wrong sign', 'GT9X4KWMH2PE6', 'GT9X4KWMH2PE7'],
  ['a sign that is in no reference', 'GA7DW8JQ4CRM3', 'GA7DW8JQ4CRM0'],
  ['two neighbours exchanged', 'GB6WL9DP3ZE4K', 'GB6WL9DP3EZ4K'],
  ['a sign missing', 'GC5VL9DP3ZE4K', 'GC5VL9DP3ZEK'],
  ['a sign too many', 'GD4VL9DP3ZE4K', 'GD4VL9DP33ZE4K'],
])('a mistyped reference (%s) leads to the one payment that is near', async ([, reference = '', typed = '']) => {
  await storePayment(db, { reference, attempts: [{ state: 'WAITING' }] })
  expect(await search(typed)).toEqual({ orderIds: [], near: reference })
})

test('two payments that are equally near are not guessed at', async () => {
  await storePayment(db, { reference: 'GZZZZZZZZZZZ2', attempts: [{ state: 'WAITING' }] })
  await storePayment(db, { reference: 'GZZZZZZZZZZZ3', attempts: [{ state: 'WAITING' }] })
  expect(await search('GZZZZZZZZZZZ4')).toEqual({ orderIds: [], near: null })
  expect(nearReferences('GZZZZZZZZZZZ4').length).toBeLessThan(900)
})
