import { expect, test } from 'vitest'
import { csvRows } from '#shared/csv-rows.ts'
import { csvText } from './csv-text.ts'

test.for([
  '=HYPERLINK("http://x.example","open")',
  '+1+cmd|/C calc',
  '-2+3',
  '@SUM(1)',
  ' =1+1',
  '\t=1+1',
  '\r\n=1+1',
  '\u200B=1+1',
  '\u00a0=1',
  '＝1+1',
  '|calc',
])('no cell of an export begins like a formula: %j', (text) => {
  const [row] = csvRows(csvText([['text'], [text]], ';').slice(1))
  expect(row?.values.text).toMatch(/^'/)
})

test.for([',', ';'] as const)('cells keep what stands in them, with %s between them', (separator) => {
  const cells = ['Forfait "Nuit", 1 Go; 24 h', "L'été", 'a', '']
  const text = csvText([['one', 'two', 'three', 'four'], cells], separator)
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(Object.values(csvRows(text.slice(1))[0]?.values ?? {})).toEqual(cells)
  expect(csvText([[12_000, Number.NaN]], separator)).toBe(`\uFEFF12000${separator}\r\n`)
})
