import { expect, test } from 'vitest'
import { UnreadableTable } from '#shared/csv-rows.ts'
import { readTable } from './table-file.ts'

test('a CSV file is read by its headings, and every row knows its line', () => {
  const rows = readTable('title,latitude\nNiamey 1,13.5\n\n"Zinder, ""Birni""\nest",13.8\nDosso,13\n')
  expect(rows).toEqual([
    { line: 2, values: { title: 'Niamey 1', latitude: '13.5' } },
    { line: 4, values: { title: 'Zinder, "Birni"\nest', latitude: '13.8' } },
    { line: 6, values: { title: 'Dosso', latitude: '13' } },
  ])
})

test('what a French spreadsheet writes is read too: a mark at the beginning, semicolons, Windows line ends', () => {
  const rows = readTable('\ufefftitle;latitude\r\nMaïné-Soroa, centre;13.2\r\n')
  expect(rows).toEqual([{ line: 2, values: { title: 'Maïné-Soroa, centre', latitude: '13.2' } }])
})

test('a JSON list is read, and every row knows its line', () => {
  const rows = readTable('[\n  { "title": "a, ] [" },\n  {\n    "title": "b",\n    "services": ["x", "y"]\n  }, { "title": "c" }\n]\n')
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 6])
  expect(rows[1]?.values).toEqual({ title: 'b', services: ['x', 'y'] })
})

test.for([
  ['', 'empty'],
  ['a,b\n1\n', 'line 2'],
  ['a,b\n1,2\n"x,3\n', 'line 3'],
  ['[1]', 'line 1'],
  ['[{"a":1,"a":2}]', 'repeated'],
  ['{"a":1}', 'list'],
  ['[{"a":', 'JSON'],
])('a file that is no table is refused in words: %j', ([text = '', words = '']) => {
  expect(() => readTable(text)).toThrow(UnreadableTable)
  expect(() => readTable(text)).toThrow(words)
})
