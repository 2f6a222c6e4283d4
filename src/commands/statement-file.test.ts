import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readWrittenAmount } from '#features/reconciliation/written-amount.ts'
import { readStatement, type StatementFile } from './statement-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'guichet-statement-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string, change: Partial<StatementFile> = {}) {
  const path = join(folder, 'statement.csv')
  writeFileSync(path, text)
  return readStatement({ of: 'dpo', path, from: undefined, until: undefined, ...change })
}

const HEADING = 'reference,amount,currency,state\n'
const problemOf = async (text: string, change: Partial<StatementFile> = {}) => {
  const statement = await read(text, change)
  return 'problem' in statement ? statement.problem : null
}

test.for([
  ['500', 'XOF', 500],
  ['500.00', 'XOF', 500],
  ['500,00', 'XOF', 500],
  ['1 500', 'XOF', 1500],
  ['1\u00a0500', 'XOF', 1500],
  ['1\u202f500\u202f000,00', 'XOF', 1_500_000],
  ['1,500.00', 'XOF', 1500],
  ['1.500,00', 'XOF', 1500],
  ['16.4', 'USD', 1640],
  ['1 016,40', 'USD', 101_640],
  ['1,016.40', 'USD', 101_640],
] as const)('F51 an amount as spreadsheets and providers write it is read: %s %s', ([text, currency, minor]) => {
  expect(readWrittenAmount(text, currency)).toEqual({ minor, currency })
})

test.for([
  ['500.50', 'XOF'],
  ['1,500', 'XOF'],
  ['1.500', 'USD'],
  ['1 50', 'XOF'],
  ['1 5000', 'XOF'],
  ['1,50,000.00', 'XOF'],
  ['1.500.00', 'XOF'],
  ['5OO', 'XOF'],
  ['-500', 'XOF'],
  ['0', 'XOF'],
  ['1e3', 'XOF'],
  ['500 F', 'XOF'],
  ['', 'XOF'],
  ['500', 'ABC'],
] as const)('F51 an invalid or ambiguous amount is not guessed: %s %s', ([text, currency]) => {
  expect(readWrittenAmount(text, currency)).toBeNull()
})

test('F51 headings, currencies and states may be in capitals, with blanks around them, and columns in any order', async () => {
  expect(
    await read(' State ;AMOUNT;Currency;REFERENCE;Fee\nPAID;1 500,00;xof;ABCD-EFGH-JKLM;12\nRefunded;500;XOF;NPQRSTUVWXYZ;\n'),
  ).toEqual({
    of: 'dpo',
    period: null,
    lines: [
      { line: 2, reference: 'ABCDEFGHJKLM', amount: { minor: 1500, currency: 'XOF' }, state: 'done' },
      { line: 3, reference: 'NPQRSTUVWXYZ', amount: { minor: 500, currency: 'XOF' }, state: 'returned' },
    ],
  })
  expect(await read('[{ "Reference": "A", "Amount": 16.4, "CURRENCY": "USD", "state": "paid" }]')).toMatchObject({
    lines: [{ line: 1, reference: 'A', amount: { minor: 1640, currency: 'USD' }, state: 'done' }],
  })
})

test('F51 every unreadable cell is named by line and column with its content, all in one run', async () => {
  const problem = await problemOf(
    `${HEADING}A,5OO,XOF,paid\nB,500,CFA,paid\n,500,XOF,paid\nC,"1,500",XOF,paid\nD,500,XOF,open\nE,500,XOF,paid\n`,
  )
  expect(problem?.split('\n').slice(0, -1)).toEqual([
    'line 2, amount: "5OO" is no amount in XOF that can be read in one way only',
    'line 3, currency: "CFA" is no currency known here',
    'line 4, reference: "" is no reference',
    'line 5, amount: "1,500" is no amount in XOF that can be read in one way only',
    'line 6, state: "open" is no state',
  ])
  expect(await problemOf(`${HEADING}${'A,x,XOF,paid\n'.repeat(23)}`)).toContain('\nand 3 more\n')
})

test('F51 a missing or repeated column is named', async () => {
  expect(await problemOf('reference,amount,state\nA,500,paid\n')).toMatch(/^the heading: no column currency\n/)
  expect(await problemOf('reference,amount,Amount,currency,state\nA,500,600,XOF,paid\n')).toMatch(
    /^the heading: more than one column amount\n/,
  )
  expect(await problemOf('reference,amount,amount,currency,state\nA,500,600,XOF,paid\n')).toMatch(
    /^the heading: more than one column amount\n/,
  )
})

test('F51 a statement without an account is refused before anything is opened, and a payment method stands for its account', async () => {
  expect(await problemOf(HEADING, { of: 'dopo' })).toBe(
    'Whose statement? One of: paystack, dpo, cellulant, uba, cinetpay, money, smartcash, mpesa, airtel-money, pispi, airtime, operator',
  )
  for (const of of ['money', 'money-push', 'money-pin']) expect(await read(HEADING, { of })).toMatchObject({ of: 'money' })
})

test.for([
  ['2026-11-29', '2026-11-29', '2026-11-28T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
  ['2026-11-29', '2026-12-01', '2026-11-28T23:00:00.000Z', '2026-12-01T23:00:00.000Z'],
  ['2026-02-28', '2026-02-28', '2026-02-27T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
  ['2026-11-29T18:00Z', '2026-11-29T18:00:30.5+01:00', null, null],
  ['2026-11-29T08:00+01:00', '2026-11-29T18:00Z', '2026-11-29T07:00:00.000Z', '2026-11-29T18:00:00.000Z'],
] as const)('F51 a period is whole days of the country, the last one included, or moments: %s to %s', async ([from, until, begin, end]) => {
  const statement = await read(HEADING, { from, until })
  const period = 'problem' in statement ? null : statement.period
  expect([period?.from.toISOString() ?? null, period?.until.toISOString() ?? null]).toEqual([begin, end])
})

test.for([
  ['2026-11-29', undefined],
  [undefined, '2026-11-29'],
  ['2026-11-30', '2026-11-29'],
  ['2026-02-30', '2026-03-01'],
  ['2026-11-29T08:00', '2026-11-29T18:00'],
  ['yesterday', 'today'],
  ['', '2026-11-29'],
] as const)('F51 an invalid period is refused, not read as another: %s to %s', async ([from, until]) => {
  expect(await problemOf(HEADING, { from, until })).toMatch(/^The period needs --from and --until/)
})
