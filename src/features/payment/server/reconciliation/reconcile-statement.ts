import { sql } from 'kysely'
import type { Money } from '#shared/money.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { moneyText } from '../currency/convert-money.ts'
import { createPaymentStore } from '../orders/payment.store.ts'
import { DELIVERIES, waysOf } from './statement-sources.ts'

/** One line of a provider's or the operator's statement, by our reference. */
export type StatementLine = { line: number; reference: string; amount: Money; state: 'done' | 'returned' | 'not-done' }

export type Statement = {
  /** One of `statementSources()`. */
  of: string
  lines: readonly StatementLine[]
  /** Ledger entries of this period must be in the statement. */
  period: { from: Date; until: Date } | null
}

/** F51: a difference has a name that tells an operator what to do. */
export type Discrepancy = {
  name: 'unknown-here' | 'twice-there' | 'another-amount' | 'done-there-only' | 'done-here-only' | 'returned-there-only' | 'missing-there'
  reference: string
  detail: string
}

type Sum = { count: number; minor: number }

/** Sums taken (or delivered) and refunded in one currency: of the statement's lines, and of the ledger for them and the period. */
export type Total = { state: 'done' | 'returned'; currency: string; there: Sum; here: Sum }

export type Comparison = { differences: Discrepancy[]; totals: Total[] }

/** A payment or a delivery according to our ledger. */
type Entry = { orderId: string; amount: Money; state: StatementLine['state'] }

/** Compares a statement with the ledger. A payment in the statement only is queried at once; nothing else is changed. */
export async function reconcileStatement(place: { db: Database; clock: Clock }, statement: Statement): Promise<Comparison> {
  const { db } = place
  const entries = statement.of === DELIVERIES ? await deliveries(db, statement) : await payments(db, statement)
  const seen = new Set<string>()
  const found = statement.lines.flatMap((line) => {
    const isRepeated = seen.has(`${line.state} ${line.reference}`)
    seen.add(`${line.state} ${line.reference}`)
    const difference = isRepeated
      ? ({ name: 'twice-there', detail: 'stands there twice' } as const)
      : differenceOf(line, entries.get(line.reference))
    return difference ? [{ ...difference, reference: line.reference }] : []
  })
  const named = new Set(statement.lines.map(({ reference }) => reference))
  const missing = [...entries].filter(([reference, { state }]) => state !== 'not-done' && !named.has(reference))
  for (const { name, reference } of found) if (name === 'done-there-only') await askAbout(place, entries.get(reference)?.orderId)
  const differences = [
    ...found,
    ...missing.map(([reference, { amount }]): Discrepancy => ({
      name: 'missing-there',
      reference,
      detail: `${moneyText(amount)} here, nothing there`,
    })),
  ]
  return { differences, totals: totalsOf(statement.lines, [...entries.values()]) }
}

/** A refunded payment was taken before, so the ledger counts it in both sums. */
function totalsOf(lines: readonly StatementLine[], entries: readonly Entry[]): Total[] {
  const moved = [...lines, ...entries].filter(({ state }) => state !== 'not-done')
  const currencies = [...new Set(moved.map(({ amount }) => amount.currency))].toSorted()
  const sumOf = (amounts: readonly { amount: Money }[], currency: string): Sum => {
    const own = amounts.filter(({ amount }) => amount.currency === currency)
    return { count: own.length, minor: own.reduce((sum, { amount }) => sum + amount.minor, 0) }
  }
  return currencies.flatMap((currency) =>
    (['done', 'returned'] as const).map((state) => ({
      state,
      currency,
      there: sumOf(
        lines.filter((line) => line.state === state),
        currency,
      ),
      here: sumOf(
        entries.filter((entry) => entry.state === 'returned' || entry.state === state),
        currency,
      ),
    })),
  )
}

function differenceOf(line: StatementLine, entry: Entry | undefined): Omit<Discrepancy, 'reference'> | null {
  const there = `line ${line.line}: ${moneyText(line.amount)} ${line.state}`
  if (!entry) return line.state === 'not-done' ? null : { name: 'unknown-here', detail: there }
  if (line.state === 'done' && entry.state === 'not-done') return { name: 'done-there-only', detail: `${there}, is asked about now` }
  if (line.state === 'returned' && entry.state !== 'returned') return { name: 'returned-there-only', detail: there }
  if (line.state === 'not-done' && entry.state === 'done') return { name: 'done-here-only', detail: there }
  const isAmountTold = line.state !== 'not-done'
  const isSame = line.amount.minor === entry.amount.minor && line.amount.currency === entry.amount.currency
  return isAmountTold && !isSame ? { name: 'another-amount', detail: `${there}, here ${moneyText(entry.amount)}` } : null
}

/** As one value: a statement of a month has more lines than SQL allows parameters. */
function referencesIn(lines: readonly StatementLine[]): string[] {
  return lines.map(({ reference }) => reference)
}

async function payments(db: Database, { of, lines, period }: Statement): Promise<Map<string, Entry>> {
  const rows = await db
    .selectFrom('pay_attempt as a')
    .innerJoin('pay_order as o', 'o.id', 'a.order_id')
    .select(['a.ref', 'a.state', 'a.paid_minor', 'a.paid_currency', 'a.asked_minor', 'a.asked_currency'])
    .select(['o.id', 'o.amount_minor', 'o.currency'])
    .where('a.connector', 'in', waysOf(of))
    .where((is) =>
      is.or([
        sql<boolean>`a.ref = any(${referencesIn(lines)})`,
        ...(period
          ? [is.and([is('o.paid_at', '>=', period.from), is('o.paid_at', '<', period.until), is('a.paid_minor', 'is not', null)])]
          : []),
      ]),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      row.ref,
      {
        orderId: row.id,
        amount: {
          minor: row.paid_minor ?? row.asked_minor ?? row.amount_minor,
          currency: row.paid_currency ?? row.asked_currency ?? row.currency,
        },
        state: row.state === 'REFUNDED' ? 'returned' : row.state === 'PAID' || row.state === 'REFUNDING' ? 'done' : 'not-done',
      } satisfies Entry,
    ]),
  )
}

async function deliveries(db: Database, { lines, period }: Statement): Promise<Map<string, Entry>> {
  const rows = await db
    .selectFrom('pay_order')
    .select(['id', 'reference', 'amount_minor', 'currency', 'fulfilment'])
    .where((is) =>
      is.or([
        sql<boolean>`reference = any(${referencesIn(lines)})`,
        ...(period ? [is.and([is('paid_at', '>=', period.from), is('paid_at', '<', period.until)])] : []),
      ]),
    )
    .execute()
  return new Map(
    rows.map(({ id, reference, amount_minor: minor, currency, fulfilment }) => [
      reference,
      { orderId: id, amount: { minor, currency }, state: fulfilment === 'DONE' ? 'done' : 'not-done' } satisfies Entry,
    ]),
  )
}

/** As if the payer had come back from the gateway: nothing moves before the provider confirms. */
async function askAbout(place: { db: Database; clock: Clock }, orderId: string | undefined): Promise<void> {
  if (!orderId) return
  const now = place.clock.now()
  await createPaymentStore({ ...place, onChange: () => {} }).change(orderId, (state) => ({
    state: { ...state, attempts: state.attempts.map((each) => (each.paid ? each : { ...each, queries: 0, nextQueryAt: now })) },
    events: [],
    result: null,
  }))
}
