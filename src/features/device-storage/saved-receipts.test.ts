import { expect, test } from 'vitest'
import { readCopy, readReceipts, withoutReceipt, withReceipt, type SavedReceipt } from './saved-receipts.ts'

const copy = (reference: string) => ({ reference, what: 'Recharge', sum: '500 F CFA', goal: '90 •• •• 01', state: 'Livré', date: 'hier' })

test('OFF-5 the latest saved receipt is first, each receipt once, twenty at most, and one is removed alone', () => {
  const kept = Array.from({ length: 25 }, (_, each) => `G${each}`).reduce<SavedReceipt[]>(
    (all, reference, at) => withReceipt(all, copy(reference), at),
    [],
  )
  expect(kept.map(({ reference }) => reference)).toEqual(Array.from({ length: 20 }, (_, each) => `G${24 - each}`))
  const again = withReceipt(kept, copy('G10'), 99)
  expect(again).toHaveLength(20)
  expect(again[0]).toEqual({ ...copy('G10'), keptAt: 99 })
  expect(withoutReceipt(again, 'G10')).toHaveLength(19)
  expect(readReceipts(JSON.stringify(again))).toEqual(again)
})

test.for([
  ['nothing', null],
  ['broken JSON', '[{"reference":"G1"'],
  ['no list', '{"reference":"G1"}'],
  ['a hundred thousand characters', JSON.stringify(Array.from({ length: 1000 }, () => ({ ...copy('G1'), keptAt: 1 })))],
  ['entries without a part', JSON.stringify([{ reference: 'G1', keptAt: 1 }, null, 7, 'x', []])],
  ['no day', JSON.stringify([{ ...copy('G1'), keptAt: 'yesterday' }])],
  ['parts that are no text', JSON.stringify([{ ...copy('G1'), sum: { toString: 1 }, keptAt: 1 }])],
  ['a text without end', JSON.stringify([{ ...copy('G1'), what: 'x'.repeat(1000), keptAt: 1 }])],
] as const)('OFF-5 storage that holds %s is no receipt', ([, text]) => {
  expect(readReceipts(text)).toEqual([])
})

test('OFF-5 a page without a receipt gives no copy', () => {
  expect(readCopy(undefined)).toBeNull()
  expect(readCopy('{}')).toBeNull()
  expect(readCopy(JSON.stringify(copy('')))).toBeNull()
  expect(readCopy(JSON.stringify({ ...copy('G1'), more: 'x' }))).toEqual(copy('G1'))
})
