import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { savedText, readSaved, withAnswer, withName, withoutNumber, withPaid, type SavedNumbers } from './saved-numbers.ts'

const number = (text: string) => text as MobileNumber
const empty = { numbers: [], seen: [] }
const willing: SavedNumbers = { answer: 'yes', ...empty }
let payments = 0
const pay = (saved: SavedNumbers, paid: string) => withPaid(saved, number(paid), `payment-${(payments += 1)}`)
const used = (...numbers: string[]) => numbers.reduce(pay, willing)

test('RECENT-1 the last five numbers are saved, each once, the one used last first, and a name stays with its number', () => {
  const named = withName(used('90000001', '90000002'), '90000001', 'Maman')
  const saved = ['90000003', '90000001', '90000004', '90000005', '90000006'].reduce(pay, named)
  expect(saved.numbers.map((kept) => kept.number)).toEqual(['90000006', '90000005', '90000004', '90000001', '90000003'])
  expect(saved.numbers[3]?.name).toBe('Maman')
  expect(readSaved(savedText(saved))).toEqual(saved)
})

test('RECENT-1 nothing is saved before a yes, after a no, or when a yes is withdrawn', () => {
  expect(pay({ answer: null, ...empty }, '90000001')).toEqual({ answer: null, ...empty })
  expect(pay({ answer: 'no', ...empty }, '90000001')).toEqual({ answer: 'no', ...empty })
  expect(withAnswer(used('90000001'), 'no')).toEqual({ answer: 'no', ...empty })
  expect(readSaved('{"answer":"no","numbers":[{"number":"90000001","name":""}]}')).toEqual({ answer: 'no', ...empty })
  expect(readSaved('{"numbers":[{"number":"90000001","name":""}]}')).toEqual({ answer: null, ...empty })
})

test('RECENT-2 a number is removed, and the others stay', () => {
  expect(withoutNumber(used('90000001', '90000002'), '90000001').numbers).toEqual([{ number: '90000002', name: '' }])
})

test('RECENT-2 a removed number does not come back when the receipt of its payment is opened again', () => {
  const paid = withPaid(willing, number('90000001'), 'payment-one')
  const removed = withoutNumber(paid, '90000001')
  expect(withPaid(removed, number('90000001'), 'payment-one').numbers).toEqual([])
  expect(withPaid(removed, number('90000001'), 'payment-two').numbers).toHaveLength(1)
})

test.for([
  ['nothing', null],
  ['broken JSON', '{"answer":"yes","numbers":[{"num'],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[[[]]]'],
  ['another answer', '{"answer":{"toString":1},"numbers":[{"number":"90000001"}]}'],
  ['ten thousand numbers', JSON.stringify({ answer: 'yes', numbers: Array.from({ length: 10_000 }, () => ({ number: '90000001' })) })],
] as const)('RECENT-3 storage that holds %s is read as empty', ([, text]) => {
  expect(readSaved(text)).toEqual({ answer: null, ...empty })
})

test('RECENT-3 of foreign data in storage only numbers of this country are read, and names in one line of visible letters', () => {
  const numbers = [
    { number: '+33612345678', name: 'foreign' },
    { number: '٩٠٠٠٠٠٠١', name: 'other digits' },
    { number: '90000001\n', name: 'line' },
    { number: 90000001 },
    null,
    'text',
    { number: '90000002', name: '<img src=x onerror=alert(1)>\u202e\u0000 and so on for ever' },
    { number: '90000002', name: 'twice' },
    { number: '90000003', name: { length: 3 } },
    { number: '90000004', name: '  \u200b ' },
  ]
  expect(readSaved(JSON.stringify({ answer: 'yes', numbers })).numbers).toEqual([
    { number: '90000002', name: '<img src=x onerror=a' },
    { number: '90000003', name: '' },
    { number: '90000004', name: '' },
  ])
})

test('RECENT-3 a name of emoji is cut between them, not inside one', () => {
  const saved = withName(used('90000001'), '90000001', '👩'.repeat(30))
  expect(saved.numbers[0]?.name).toBe('👩'.repeat(20))
})
