import { readFileSync } from 'node:fs'
import type { Statement, StatementLine } from '#features/payment/server/reconciliation/reconcile-statement.ts'
import { statementSource, statementSources } from '#features/payment/server/reconciliation/statement-sources.ts'
import { readTable } from '#features/places/server/table-file.ts'
import { type TableRow, UnreadableTable } from '#shared/csv-rows.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'

const STATES: Readonly<Record<string, StatementLine['state']>> = {
  paid: 'done',
  delivered: 'done',
  refunded: 'returned',
  failed: 'not-done',
}
const COLUMNS = ['reference', 'amount', 'currency', 'state'] as const
type Cells = Record<(typeof COLUMNS)[number], string>

const FILE_HELP = `The file is a table (CSV or JSON) with the columns ${COLUMNS.join(', ')}; a state is ${Object.keys(STATES).join(', ')}.`
const PERIOD_HELP =
  'The period needs --from and --until, each a day (2026-11-30; the last one belongs to it) or a moment with its zone (2026-11-30T18:00Z).'
const MAX_TOLD = 20
const MAX_CELL = 40

export type StatementFile = { of: string; path: string; from: string | undefined; until: string | undefined }

/** F51: a parsed statement, or every error in the arguments and in the cells. */
export function readStatement({ of, path, from, until }: StatementFile): Statement | { problem: string } {
  const source = statementSource(of)
  if (source === null) return { problem: `Whose statement? One of: ${statementSources().join(', ')}` }
  const period = periodOf(from, until)
  if (period === 'unreadable') return { problem: PERIOD_HELP }
  const { lines, problems } = linesOf(path)
  if (problems.length === 0) return { of: source, lines, period }
  const more = problems.length > MAX_TOLD ? [`and ${problems.length - MAX_TOLD} more`] : []
  return { problem: [...problems.slice(0, MAX_TOLD), ...more, FILE_HELP].join('\n') }
}

function linesOf(path: string): { lines: StatementLine[]; problems: string[] } {
  const problems: string[] = []
  try {
    const lines = readTable(readFileSync(path, 'utf8')).flatMap((row) => lineOf(row, problems) ?? [])
    return { lines, problems }
  } catch (error) {
    return { lines: [], problems: [error instanceof Error ? error.message : 'the file cannot be read'] }
  }
}

/** Null when one of its cells is wrong; the error names it. */
function lineOf({ line, values }: TableRow, problems: string[]): StatementLine | null {
  const named = Object.entries(values).map(([name, value]) => [name.trim().toLowerCase(), value] as const)
  const cell = (name: string) => named.filter(([each]) => each === name).map(([, value]) => cellText(value))
  const wrong = COLUMNS.find((name) => cell(name).length !== 1)
  if (wrong) throw new UnreadableTable(`line ${line}: ${cell(wrong).length === 0 ? 'no' : 'more than one'} column ${wrong}`)
  const text = (name: keyof Cells) => cell(name)[0] ?? ''
  const cells: Cells = { reference: text('reference'), amount: text('amount'), currency: text('currency'), state: text('state') }
  const reference = cells.reference.replaceAll('-', '')
  const currency = cells.currency.toUpperCase()
  const state = Object.hasOwn(STATES, cells.state.toLowerCase()) ? STATES[cells.state.toLowerCase()] : undefined
  const complain = (name: keyof Cells, message: string): null => {
    problems.push(`line ${line}, ${name}: ${JSON.stringify(cells[name].slice(0, MAX_CELL))} ${message}`)
    return null
  }
  if (reference === '') return complain('reference', 'is no reference')
  if (CURRENCY_EXPONENT[currency] === undefined) return complain('currency', 'is no currency known here')
  const amount = readWrittenAmount(cells.amount, currency)
  if (amount === null) return complain('amount', `is no amount in ${currency} that can be read in one way only`)
  if (state === undefined) return complain('state', 'is no state')
  return { line, reference, amount, state }
}

/** A JSON table may contain numbers; any other value is an empty cell. */
function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** Blanks between groups of three, as spreadsheets write them: plain, hard, narrow, thin. */
const GROUPED_BY_BLANKS = /^\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?=$|[.,])/
/** Both characters together show which of them separates thousands. */
const GROUPED_BY_SIGNS = /^\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d{1,2}$/

/**
 * '500', '500.00', '1 500', '1 500,50', '1,500.50'. A single separator before three digits ('1,500') means thousands in one country and
 * decimals in another: it is refused.
 */
export function readWrittenAmount(text: string, currency: string): StatementLine['amount'] | null {
  const tight = text.replace(GROUPED_BY_BLANKS, (group) => group.replaceAll(/\D/g, ''))
  const plain = GROUPED_BY_SIGNS.test(tight) ? tight.replaceAll(/[.,](?=.*[.,])/g, '') : tight
  const [, whole, decimals = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  const exponent = CURRENCY_EXPONENT[currency]
  if (whole === undefined || exponent === undefined || /[1-9]/.test(decimals.slice(exponent))) return null
  const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
  return minor > 0 ? { minor, currency } : null
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
