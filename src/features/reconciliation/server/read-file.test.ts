import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workbookFile, zipFile } from '#tests/support/workbook-file.ts'
import { shippedMappings } from '../example-mappings.ts'
import { recognise } from '../mapping.ts'
import { lineReader, type LineResult } from '../read-line.ts'
import { kindOfFile, openTable, probeTable } from './read-file.ts'

async function* chunks(file: Buffer, size = 700) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}

async function tableOf(file: Buffer) {
  const seen = kindOfFile()
  for await (const part of chunks(file)) seen.see(part)
  return openTable(chunks(file), seen.kind())
}

async function cellsOf(file: Buffer | string) {
  const { header, rows } = await tableOf(Buffer.from(file))
  const read: (readonly string[])[] = []
  for await (const batch of rows) read.push(...batch.map(({ cells }) => cells))
  return { header, rows: read }
}

async function linesOf(name: string, source: string) {
  const table = await tableOf(readFileSync(new URL(`../../../../tests/statements/${name}`, import.meta.url)))
  const mapping = recognise(shippedMappings(source), table.header)
  if (!mapping) throw new Error('not recognised')
  const read = lineReader(mapping, table.header, { kind: 'provider' })
  const results: LineResult[] = []
  for await (const batch of table.rows) for (const row of batch) results.push(read(row))
  const lines = results.flatMap((result) => ('line' in result ? [result.line] : []))
  expect(results).toHaveLength(lines.length)
  return { mapping, lines, ours: lines.filter(({ isOurs }) => isOurs) }
}

const brief = ({ reference, state, minor, currency, fee }: Awaited<ReturnType<typeof linesOf>>['lines'][number]) =>
  [reference, state, minor, currency, fee] as const

test('CON-6 the list of transactions of Paystack is recognised: hundredths in every currency, with fees', async () => {
  const { mapping, ours, lines } = await linesOf('paystack-transactions.json', 'paystack')
  expect(mapping.name).toBe('Paystack API')
  expect(ours.map(brief)).toEqual([
    ['AB3DE5GH7JKM', 'done', 500, 'XOF', 15],
    ['BB3DE5GH7JKM', 'not-done', 1000, 'XOF', null],
    ['CB3DE5GH7JKM', 'returned', 2000, 'XOF', 58],
  ])
  expect(ours[0]).toMatchObject({ number: '4099260516', at: new Date('2026-11-17T09:31:15Z') })
  expect(lines).toHaveLength(4)
})

test('CON-6 the statement of an M-PESA organisation is recognised below its lines about the account; charges are left', async () => {
  const { ours, lines } = await linesOf('mpesa-organisation.csv', 'mpesa')
  expect(ours.map(brief)).toEqual([
    ['AB3DE5GH7JKM', 'done', 1000, 'XOF', null],
    ['BB3DE5GH7JKM', 'returned', 500, 'XOF', null],
    ['CB3DE5GH7JKM', 'not-done', 0, 'XOF', null],
  ])
  expect(ours[0]).toMatchObject({ number: 'TKH1AB2CD3', at: new Date('2026-11-17T07:01:12Z') })
  expect(lines).toHaveLength(5)
})

test('CON-6 a bank’s export: Windows-1252, semicolons, decimal commas, debit and credit, our reference within its words', async () => {
  const { ours, lines } = await linesOf('bank-windows-1252.csv', 'uba')
  expect(ours.map(brief)).toEqual([
    ['AB3DE5GH7JKM', 'done', 1500, 'XOF', null],
    ['BB3DE5GH7JKM', 'returned', 500, 'XOF', null],
  ])
  expect(lines[2]).toMatchObject({ isOurs: false, reference: 'FRAIS DE TENUE DE COMPTE' })
})

test.for([
  ['a byte order mark', '\uFEFFone,two\n1,2\n'],
  ['semicolons with commas in amounts', 'one;two\n1;2\n'],
  ['tabs', 'one\ttwo\n1\t2\n'],
  ['a carriage return alone at each end', 'one,two\r1,2\r'],
  ['quotes and empty lines', '"one","two"\n\n"1","2"\n\n'],
  [
    'columns of a workbook',
    workbookFile({
      rows: [
        ['one', 'two'],
        ['1', '2'],
      ],
    }),
  ],
  ['numbers of a workbook', workbookFile({ rows: [[null], ['one', 'two'], [1, 2]] })],
  ['UTF-16 as spreadsheets export it', Buffer.from('\uFEFFone\ttwo\n1\t2\n', 'utf16le')],
  ['JSON', '[{"one": 1, "two": "2"}]'],
] as const)('CON-6 a table is read from %s', async ([, file]) => {
  expect(await cellsOf(file)).toEqual({ header: ['one', 'two'], rows: [['1', '2']] })
})

test('CON-6 a new line within quotes is part of its cell, and lines are counted as an editor counts them', async () => {
  const { rows } = await tableOf(Buffer.from('a,b\n"x\ny",2\n3,4\n'))
  const read = []
  for await (const batch of rows) read.push(...batch)
  expect(read).toEqual([
    { line: 3, cells: ['x\ny', '2'] },
    { line: 4, cells: ['3', '4'] },
  ])
})

test.for([
  ['quotes', 'a,b\n"x,1\n2,3\n'],
  ['binary', Buffer.from([1, 2, 0, 3])],
  ['empty', ''],
  ['no-table', 'one\ntwo\n'],
  ['json', '[{"a": 1,}]'],
  ['json', '{"data": [1]}'],
  ['too-long-line', `a,b\n1,"${'x'.repeat(200_000)}"\n`],
  ['xlsx', Buffer.from('PK\u0003\u0004 nothing more')],
  ['xlsx', zipFile({ 'xl/workbook.xml': '<workbook/>' })],
  ['xlsx', workbookFile({ rows: [['a', 'b']], extra: { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' } })],
] as const)('CON-6 a file that is no table is refused by name: %s', async ([why, file]) => {
  await expect(cellsOf(file)).rejects.toMatchObject({ why })
})

test('CON-6 a zip bomb is refused by what it unpacks to, not by what it says', async () => {
  const bomb = workbookFile({
    rows: [['a', 'b']],
    extra: { 'xl/worksheets/sheet1.xml': `<worksheet>${' '.repeat(40 * 1024 * 1024)}</worksheet>` },
  })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(cellsOf(bomb)).rejects.toMatchObject({ why: 'too-large-inside' })
  const inShared = workbookFile({
    rows: [['a', 'b']],
    extra: { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(40 * 1024 * 1024)}</t></si></sst>` },
  })
  await expect(cellsOf(inShared)).rejects.toMatchObject({ why: 'too-large-inside' })
})

test('CON-6 a formula of a workbook is not evaluated: the cell is what was stored, as text', async () => {
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>' +
    '<row r="2"><c r="A2" t="str"><f>HYPERLINK("http://x")</f><v>=cmd|calc</v></c><c r="B2"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>'
  const { rows } = await cellsOf(workbookFile({ rows: [], extra: { 'xl/worksheets/sheet1.xml': sheet } }))
  expect(rows).toEqual([['=cmd|calc', '2']])
})

test('CON-6 a look at a file says its words with their lines, and shows nothing that must not be stored', async () => {
  const file = 'ref,amount,status,phone\nA,1,Successful,+227 90 00 00 01\nB,2,Successful,+227 90 00 00 02\nC,3,Reversed,x\n'
  const probe = await probeTable(await tableOf(Buffer.from(file)), (text) => text.replaceAll(/\d{2} \d{2} \d{2}/g, '•'))
  expect(probe.rows).toBe(3)
  expect(probe.columns.find(({ name }) => name === 'status')?.words).toEqual({ Successful: 2, Reversed: 1 })
  expect(JSON.stringify(probe)).not.toContain('90 00 00')
})
