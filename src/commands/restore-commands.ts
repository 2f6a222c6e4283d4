import { readFileSync } from 'node:fs'
import { compareStatement, type Statement, type StatementLine } from '#features/payment/server/compare-statement.ts'
import { readMajorUnits } from '#features/payment/server/convert-money.ts'
import { takeUpRestoredBook } from '#features/payment/server/restored-book.ts'
import { readTable, UnreadableTable } from '#features/places/server/table-file.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Outcome } from './command.ts'

/** F44: what an operator does between restoring a backup and starting the portal on it. */
export async function takeUpBook(db: Database): Promise<Outcome> {
  const { endsAt, orders, purchases, strangers } = await takeUpRestoredBook({ db, clock: systemClock })
  const lines = [
    `The book ends at ${endsAt?.toISOString() ?? 'its beginning'}.`,
    `${orders} payments are asked about at providers and operator before anything is done with them; ${purchases} purchases have to be begun anew.`,
    ...strangers.map(
      ({ connector, reference, receivedAt }) =>
        `unknown-here  ${reference ?? 'no reference'}  ${connector}  ${receivedAt.toISOString()}: a notice about a payment that this book does not hold`,
    ),
    'Now hold the statements since then against the book: npm run payments -- compare <provider|operator> <file>',
    'What they hold and the book does not is put before a person: npm run payments -- take-up <provider|operator> <file>',
  ]
  return { isGood: true, words: `${lines.join('\n')}\n` }
}

const STATES: Readonly<Record<string, StatementLine['state']>> = {
  paid: 'done',
  delivered: 'done',
  refunded: 'returned',
  failed: 'not-done',
}

const FILE_HELP =
  'The file is a table (CSV or JSON) with the columns reference, amount, currency and state (paid, delivered, refunded or failed).'

export type StatementFile = { of: string; path: string; from: string | undefined; until: string | undefined }

/** F51: good when the statement and the book say the same. */
export async function compareFile(open: () => Promise<Database>, file: StatementFile): Promise<Outcome> {
  const statement = readStatement(file)
  if ('problem' in statement) return { isGood: false, words: statement.problem }
  const differences = await compareStatement({ db: await open(), clock: systemClock }, statement)
  if (differences.length === 0) return { isGood: true, words: `${statement.lines.length} lines, no difference.\n` }
  return { isGood: false, words: differences.map(({ name, reference, detail }) => `${name}  ${reference}  ${detail}\n`).join('') }
}

export function readStatement({ of, path, from, until }: StatementFile): Statement | { problem: string } {
  const lines = linesOf(path)
  if (typeof lines === 'string') return { problem: `${lines}\n${FILE_HELP}\n` }
  const period = periodOf(from, until)
  if (period === 'unreadable') return { problem: 'The period needs --from and --until, each as 2026-11-30 or with a time.\n' }
  return { of, lines, period }
}

function linesOf(path: string): StatementLine[] | string {
  try {
    const rows = readTable(readFileSync(path, 'utf8'))
    return rows.map(({ line, values }) => {
      const { reference, amount, currency, state } = values
      const money = readMajorUnits(String(amount), String(currency))
      const stands = STATES[String(state)]
      if (typeof reference !== 'string' || !reference || !money || !stands)
        throw new UnreadableTable(`line ${line}: not a line of a statement`)
      return { line, reference: reference.replaceAll('-', ''), amount: money, state: stands }
    })
  } catch (error) {
    return error instanceof Error ? error.message : 'the file cannot be read'
  }
}

function periodOf(from: string | undefined, until: string | undefined): Statement['period'] | 'unreadable' {
  if (from === undefined && until === undefined) return null
  const [begin, end] = [new Date(from ?? ''), new Date(until ?? '')]
  return Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime()) ? 'unreadable' : { from: begin, until: end }
}
