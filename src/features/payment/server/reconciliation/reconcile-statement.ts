import { sql } from 'kysely'
import type { Money } from '#shared/money.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { moneyText } from '../currency/convert-money.ts'
import { askAboutOrders } from './ask-about.ts'
import {
  differenceOfRow,
  differencesOf,
  prepareComparison,
  totalsOf,
  type Difference,
  type DifferenceName,
  type LinesToCompare,
  type LineState,
  type Period,
  type Total,
} from './compare-lines.ts'

/** One line of a provider's or the operator's statement, by our reference. */
export type StatementLine = { line: number; reference: string; amount: Money; state: LineState }

export type Statement = {
  /** One of `statementSources()`. */
  of: string
  lines: readonly StatementLine[]
  /** Ledger entries of this period must be in the statement. */
  period: Period | null
}

export type Discrepancy = { name: DifferenceName; reference: string; detail: string }
export type Comparison = { differences: Discrepancy[]; totals: Total[] }

const LINES_AT_ONCE = 10_000

/** Compares a statement with the ledger. A payment in the statement only is queried at once; nothing else is changed. */
export async function reconcileStatement(place: { db: Database; clock: Clock }, statement: Statement): Promise<Comparison> {
  const { of, lines, period } = statement
  const found = await place.db.transaction().execute(async (tx) => {
    await sql`create temp table read_statement (line int, reference text, minor bigint, currency text, state text) on commit drop`.execute(
      tx,
    )
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) await writeLines(tx, lines.slice(at, at + LINES_AT_ONCE))
    await sql`analyze read_statement`.execute(tx)
    const marked = sql`(select *, row_number() over (partition by reference, state order by line) > 1 as is_repeat from read_statement)`
    const asked: LinesToCompare = { of, lines: marked, period }
    await prepareComparison(tx, asked)
    const { rows } = await differencesOf(asked).execute(tx)
    return { differences: rows.map(differenceOfRow), totals: await totalsOf(tx) }
  })
  const doubtful = found.differences.flatMap(({ name, orderId }) => (name === 'done-there-only' && orderId !== null ? [orderId] : []))
  await askAboutOrders(place, doubtful, 'statement')
  return { differences: found.differences.map(discrepancyOf), totals: found.totals }
}

/** As one value for each column: a statement of a month has more lines than SQL allows parameters. */
async function writeLines(db: Database, lines: readonly StatementLine[]): Promise<void> {
  await sql`insert into read_statement select * from unnest(
    ${lines.map(({ line }) => line)}::int[], ${lines.map(({ reference }) => reference)}::text[],
    ${lines.map(({ amount }) => amount.minor)}::bigint[], ${lines.map(({ amount }) => amount.currency)}::text[],
    ${lines.map(({ state }) => state)}::text[])`.execute(db)
}

function discrepancyOf({ name, reference, line, there, here }: Difference): Discrepancy {
  return { name, reference, detail: detailOf({ name, there: there && `line ${line}: ${moneyText(there)} ${there.state}`, here }) }
}

function detailOf({ name, there, here }: { name: DifferenceName; there: string | null; here: Money | null }): string {
  if (name === 'twice-there') return 'stands there twice'
  const ours = here ? moneyText(here) : ''
  if (there === null) return `${ours} here, nothing there`
  if (name === 'done-there-only') return `${there}, is asked about now`
  return name === 'another-amount' ? `${there}, here ${ours}` : there
}
