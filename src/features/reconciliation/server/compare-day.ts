import { sql } from 'kysely'
import {
  differencesOf,
  prepareComparison,
  totalsOf,
  type LinesToCompare,
  type Total,
} from '#features/payment/server/reconciliation/compare-lines.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import type { Database } from '#server/database/database.ts'

export type DayKey = { source: string; day: string }

type CurrencySum = { currency: string; count: number; minor: number }
/** Fees as the provider writes them; `net`: what it pays out. */
export type FeeSum = { currency: string; fees: number; net: number }
export type PayoutSum = { payout: string; currency: string; lines: number; minor: number; fees: number }

/** Figures of a day as they were when it was compared. */
export type DayTotals = { totals: Total[]; matched: CurrencySum[]; left: number; lines: number; fees: FeeSum[]; payouts: PayoutSum[] }

const MAX_PAYOUTS = 50
/** So many lines with another amount than the ledger's are a mapping that takes another column for the amount. */
const MIN_WRONG = 5

function linesOfDay({ source, day }: DayKey) {
  return sql`(select line, reference, minor, currency, state, is_repeat from recon_line
    where source = ${source} and day = ${day}::date and is_ours)`
}

/**
 * CON-6: finds the differences of a day anew, in set operations. Explanations stay with a difference that stands as it did. False when most
 * amounts differ: then nothing may be kept.
 */
export async function findDifferences(tx: Database, key: DayKey): Promise<boolean> {
  const { source, day } = key
  const asked = askedOf(key)
  await prepareComparison(tx, asked)
  const columns = sql`line, there_minor, there_currency, there_state, here_minor, here_currency, here_state, order_id`
  await sql`
    with found as materialized (select * from (${differencesOf(asked)}) each_found),
    gone as (
      delete from recon_difference d where d.source = ${source} and d.day = ${day}::date
        and not exists (select from found f where f.name = d.name and f.reference = d.reference)
    )
    insert into recon_difference as known (source, day, name, reference, ${columns})
    select distinct on (name, reference) ${source}, ${day}::date, name, reference, ${columns} from found order by name, reference, line
    on conflict (source, day, name, reference) do update set
      line = excluded.line, there_minor = excluded.there_minor, there_currency = excluded.there_currency, there_state = excluded.there_state,
      here_minor = excluded.here_minor, here_currency = excluded.here_currency, here_state = excluded.here_state, order_id = excluded.order_id,
      explained_as = null, note = null, explained_by_id = null, explained_by_name = null, explained_at = null
    where (known.there_minor, known.there_currency, known.there_state, known.here_minor, known.here_currency, known.here_state)
      is distinct from (excluded.there_minor, excluded.there_currency, excluded.there_state, excluded.here_minor, excluded.here_currency,
        excluded.here_state)`.execute(tx)
  const { rows } = await sql<{ wrong: number; known: number }>`
    select count(*) filter (where name = 'another-amount') as wrong,
      (select count(distinct reference) from recon_line l where l.source = ${source} and l.day = ${day}::date and l.is_ours and l.state <> 'not-done'
        and not exists (select from recon_difference u where u.source = l.source and u.day = l.day and u.reference = l.reference and u.name = 'unknown-here')
      ) as known
    from recon_difference where source = ${source} and day = ${day}::date`.execute(tx)
  const [{ wrong, known } = { wrong: 0, known: 0 }] = rows
  return wrong < MIN_WRONG || wrong * 2 <= known
}

function askedOf(key: DayKey): LinesToCompare {
  const { source, day } = key
  const [from, until] = [dayBegins(day), dayBegins(day, 1)]
  return {
    of: source,
    lines: linesOfDay(key),
    period: from && until ? { from, until } : null,
    seenBefore: sql`(select reference from recon_line where source = ${source} and day <> ${day}::date and is_ours)`,
  }
}

/** After `findDifferences`, in the same transaction. */
export async function figuresOf(tx: Database, key: DayKey): Promise<DayTotals> {
  const { source, day } = key
  const own = sql`recon_line where source = ${source} and day = ${day}::date`
  const totals = await totalsOf(tx)
  const matched = await sql<CurrencySum>`
    select currency, count(*) as count, coalesce(sum(minor), 0)::bigint as minor
    from (select * from ${own} and is_ours and not is_repeat and state <> 'not-done') l
    where not exists (select from recon_difference d where d.source = l.source and d.day = l.day and d.reference = l.reference and d.name <> 'twice-there')
    group by currency order by currency`.execute(tx)
  const sums = await sql<{ lines: number; left: number }>`
    select count(*) as lines, count(*) filter (where not is_ours) as left from ${own}`.execute(tx)
  const moved = sql`is_ours and state <> 'not-done' and not is_repeat`
  const signed = (column: string) => sql`sum(case when state = 'returned' then -${sql.ref(column)} else ${sql.ref(column)} end)`
  const fees = await sql<FeeSum>`
    select currency, sum(fee_minor)::bigint as fees, (${signed('minor')} - sum(fee_minor))::bigint as net
    from ${own} and ${moved} group by currency having count(fee_minor) > 0 order by currency`.execute(tx)
  const payouts = await sql<PayoutSum>`
    select payout, currency, count(*) as lines, ${signed('minor')}::bigint as minor, coalesce(sum(fee_minor), 0)::bigint as fees
    from ${own} and ${moved} and payout is not null group by payout, currency order by payout limit ${MAX_PAYOUTS}`.execute(tx)
  const [{ lines, left } = { lines: 0, left: 0 }] = sums.rows
  return { totals, matched: matched.rows, lines, left, fees: fees.rows, payouts: payouts.rows }
}

/** Payments that the statement has as done and the ledger has not. */
export async function doubtfulOrders(db: Database, { source, day }: DayKey): Promise<string[]> {
  const rows = await db
    .selectFrom('recon_difference')
    .select('order_id')
    .where('source', '=', source)
    .where('day', '=', day)
    .where('name', '=', 'done-there-only')
    .execute()
  return rows.flatMap(({ order_id }) => order_id ?? [])
}
