import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { FACTS } from './payment-facts.ts'
import type { MoneyPart, PaymentFilter } from './payment-filter.ts'

/** An amount in minor units, and the payments that hold a part of it. */
export type Part = { minor: number; payments: number }

/** CON-9: taken = delivered + given-back + coming-back + delivering + in-doubt + gap. `outside` may not have been taken. */
export type MoneySum = { currency: string; parts: Readonly<Record<MoneyPart, Part>> }

type SumRow = { currency: string; part: MoneyPart; minor: number; payments: number }

const { ATTEMPTS, MONEY_OF_ORDER, GAP, PART_HOLDS, conditions } = FACTS

/** The money of all payments of a filter, one sum for each currency; the currency with most taken first. */
export async function sumMoney(db: Database, filter: PaymentFilter): Promise<MoneySum[]> {
  const { rows } = await sql<SumRow>`
    with each_order as materialized (
      select money.*, ${GAP} as gap from pay_order o ${ATTEMPTS} cross join lateral (${MONEY_OF_ORDER}) money where ${conditions(filter)}
    )
    ${sql.join(
      PARTS.map(
        (part) => sql`select currency, ${part} as part, coalesce(sum(${sql.ref(COLUMN[part])}), 0)::bigint as minor,
          (count(*) filter (where ${PART_HOLDS[part]}))::int as payments from each_order group by currency`,
      ),
      sql` union all `,
    )}`.execute(db)
  return sumsOf(rows)
}

/** The same of one payment. */
export async function sumMoneyOf(db: Database, orderId: string): Promise<MoneySum[]> {
  const { rows } = await sql<Record<string, number> & { currency: string }>`
    select own.*, ${GAP} as gap from pay_order o cross join lateral (${MONEY_OF_ORDER}) own where o.id = ${orderId}`.execute(db)
  return sumsOf(
    rows.flatMap((row) =>
      PARTS.map((part) => {
        const minor = row[COLUMN[part]] ?? 0
        return { currency: row.currency, part, minor, payments: minor === 0 ? 0 : 1 }
      }),
    ),
  )
}

const COLUMN: Readonly<Record<MoneyPart, string>> = {
  taken: 'taken',
  delivered: 'delivered',
  'given-back': 'given_back',
  'coming-back': 'coming_back',
  delivering: 'delivering',
  'in-doubt': 'in_doubt',
  outside: 'outside',
  gap: 'gap',
}
const PARTS = Object.keys(COLUMN) as MoneyPart[]

function sumsOf(rows: readonly SumRow[]): MoneySum[] {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const partOf = (part: MoneyPart): Part => {
      const { minor, payments } = own.find((row) => row.part === part) ?? { minor: 0, payments: 0 }
      return { minor, payments }
    }
    return { currency, parts: Object.fromEntries(PARTS.map((part) => [part, partOf(part)])) as MoneySum['parts'] }
  })
  return sums.toSorted((one, other) => other.parts.taken.minor - one.parts.taken.minor || one.currency.localeCompare(other.currency))
}

/** The page says so when it is not true of every currency. */
export function addsUp(sums: readonly MoneySum[]): boolean {
  return sums.every(({ parts }) => parts.gap.payments === 0 && parts.gap.minor === 0)
}
