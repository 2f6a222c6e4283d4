import { createReadStream } from 'node:fs'
import type { Statement, StatementLine } from '#features/payment/server/reconciliation/reconcile-statement.ts'
import { DELIVERIES, statementSource, statementSources } from '#features/payment/server/reconciliation/statement-sources.ts'
import { OWN_FORMAT } from '#features/reconciliation/example-mappings.ts'
import { columnKey } from '#features/reconciliation/mapping.ts'
import { lineReader, type FileRow, type LineReader, type LineResult } from '#features/reconciliation/read-line.ts'
import type { FileTable } from '#features/reconciliation/server/file-rows.ts'
import { kindOfFile, openTable } from '#features/reconciliation/server/read-file.ts'
import { dayBegins } from '#shared/calendar-day.ts'

const COLUMNS = ['reference', 'amount', 'currency', 'state'] as const
type Column = (typeof COLUMNS)[number]

const FILE_HELP = `The file is a table (CSV, XLSX or JSON) with the columns ${COLUMNS.join(', ')}; a state is ${Object.keys(OWN_FORMAT.words).join(', ')}.`
const PERIOD_HELP =
  'The period needs --from and --until, each a day (2026-11-30; the last one belongs to it) or a moment with its zone (2026-11-30T18:00Z).'
const MAX_TOLD = 20
const MAX_CELL = 40

export type StatementFile = { of: string; path: string; from: string | undefined; until: string | undefined }

/** F51: a parsed statement, or every error in the arguments and in the cells. */
export async function readStatement({ of, path, from, until }: StatementFile): Promise<Statement | { problem: string }> {
  const source = statementSource(of)
  if (source === null) return { problem: `Whose statement? One of: ${statementSources().join(', ')}` }
  const period = periodOf(from, until)
  if (period === 'unreadable') return { problem: PERIOD_HELP }
  const { lines, problems } = await linesOf(path, source)
  if (problems.length === 0) return { of: source, lines, period }
  const more = problems.length > MAX_TOLD ? [`and ${problems.length - MAX_TOLD} more`] : []
  return { problem: [...problems.slice(0, MAX_TOLD), ...more, FILE_HELP].join('\n') }
}

async function linesOf(path: string, source: string): Promise<{ lines: StatementLine[]; problems: string[] }> {
  const lines: StatementLine[] = []
  const problems: string[] = []
  try {
    const table = await tableAt(path)
    const read = readerFor(table, source)
    for await (const batch of table.rows)
      for (const row of batch) {
        const result = read(row)
        if ('line' in result) lines.push(lineOf(result.line))
        else problems.push(problemText(row, table, result))
      }
    return { lines, problems }
  } catch (error) {
    return { lines: [], problems: [error instanceof Error ? error.message : 'the file cannot be read'] }
  }
}

async function tableAt(path: string): Promise<FileTable> {
  const seen = kindOfFile()
  const parts: AsyncIterable<Buffer> = createReadStream(path)
  for await (const part of parts) seen.see(part)
  return openTable(createReadStream(path), seen.kind())
}

function readerFor({ header }: FileTable, source: string): LineReader {
  const named = (column: Column) => header.filter((name) => columnKey(name) === column).length
  const wrong = COLUMNS.find((column) => named(column) !== 1)
  if (wrong) throw new Error(`the heading: ${named(wrong) === 0 ? 'no' : 'more than one'} column ${wrong}`)
  return lineReader(OWN_FORMAT, header, { kind: source === DELIVERIES ? 'operator' : 'provider', isStrict: true })
}

function lineOf({ line, reference, minor, currency, state }: Extract<LineResult, { line: unknown }>['line']): StatementLine {
  return { line, reference, amount: { minor, currency }, state }
}

function problemText({ line, cells }: FileRow, { header }: FileTable, result: Exclude<LineResult, { line: unknown }>): string {
  const cell = (column: string) => (cells[header.findIndex((name) => columnKey(name) === column)] ?? '').trim()
  const column = 'word' in result ? 'state' : result.problem.field
  const said: Partial<Record<string, string>> = {
    reference: 'is no reference',
    currency: 'is no currency known here',
    amount: `is no amount in ${cell('currency').toUpperCase()} that can be read in one way only`,
    state: 'is no state',
    cells: 'has more cells than the heading',
  }
  return `line ${line}, ${column}: ${JSON.stringify(cell(column).slice(0, MAX_CELL))} ${said[column] ?? 'cannot be read'}`
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Days are those of the country, and the last one belongs to the period: `--from` and `--until` of one day are that day. */
function periodOf(from: string | undefined, until: string | undefined): Statement['period'] | 'unreadable' {
  if (from === undefined && until === undefined) return null
  const [begin, end] = [momentOf(from, 0), momentOf(until, 1)]
  return begin === null || end === null || begin >= end ? 'unreadable' : { from: begin, until: end }
}

function momentOf(text: string | undefined, daysLater: number): Date | null {
  if (text !== undefined && DAY.test(text)) return dayBegins(text, daysLater)
  const moment = new Date(text !== undefined && MOMENT.test(text) ? text : NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}
