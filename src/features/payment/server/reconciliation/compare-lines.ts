import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DELIVERIES, waysOf } from './statement-sources.ts'

export type LineState = 'done' | 'returned' | 'not-done'

/** F51: a difference has a name that tells an operator what to do. */
export const DIFFERENCE_NAMES = [
  'unknown-here',
  'missing-there',
  'another-amount',
  'done-there-only',
  'done-here-only',
  'returned-there-only',
  'twice-there',
] as const
export type DifferenceName = (typeof DIFFERENCE_NAMES)[number]

type Side = { minor: number; currency: string; state: LineState }

/** `line` and `there` are null for what is missing there; `here` and `orderId` for what is unknown here. */
export type Difference = {
  name: DifferenceName
  reference: string
  line: number | null
  there: Side | null
  here: Side | null
  orderId: string | null
}

type Sum = { count: number; minor: number }

/** Sums taken (or delivered) and refunded in one currency: of the statement's lines, and of the ledger for them and the period. */
export type Total = { state: 'done' | 'returned'; currency: string; there: Sum; here: Sum }

export type Period = { from: Date; until: Date }

/**
 * What is compared. `lines`: a relation with the columns line, reference, minor, currency, state and is_repeat (the same reference stood
 * there before in this state). `seenBefore`: a relation of references that an earlier statement named.
 */
export type LinesToCompare = {
  of: string
  lines: RawBuilder<unknown>
  period: Period | null
  seenBefore?: RawBuilder<unknown>
}

const HASHES_IN_MEMORY = '64MB'

/**
 * Puts lines and ledger side by side in two tables of this transaction, in steps of which each is short: statements have a time limit, also
 * with a million lines.
 */
export async function prepareComparison(tx: Database, { of, lines, period }: LinesToCompare): Promise<void> {
  await sql`set local work_mem = ${sql.lit(HASHES_IN_MEMORY)}`.execute(tx)
  await sql`create temp table compared_line
    (line int, reference text, minor bigint, currency text, state text, is_repeat boolean) on commit drop`.execute(tx)
  await sql`insert into compared_line select line, reference, minor, currency, state, is_repeat from ${lines} read_line`.execute(tx)
  await sql`analyze compared_line`.execute(tx)
  await sql`create temp table compared_entry (reference text, order_id text, minor bigint, currency text, state text) on commit drop`.execute(
    tx,
  )
  const { columns, from, reference, isPaid } = ledgerOf(of)
  if (period) {
    const { from: begins, until } = period
    await sql`insert into compared_entry select ${columns} from ${from} and ${isPaid} and o.paid_at >= ${begins} and o.paid_at < ${until}`.execute(
      tx,
    )
  }
  await sql`analyze compared_entry`.execute(tx)
  await sql`insert into compared_entry select ${columns} from ${from}
    and exists (select from compared_line l where l.reference = ${reference})
    and not exists (select from compared_entry e where e.reference = ${reference})`.execute(tx)
  await sql`analyze compared_entry`.execute(tx)
}

/** The payments of a provider, or the deliveries, as they are compared. */
function ledgerOf(of: string) {
  if (of === DELIVERIES)
    return {
      columns: sql`o.reference, o.id, o.amount_minor, o.currency::text, case when o.fulfilment = 'DONE' then 'done' else 'not-done' end`,
      from: sql`pay_order o where true`,
      reference: sql`o.reference`,
      isPaid: sql`true`,
    }
  return {
    columns: sql`a.ref, o.id, coalesce(a.paid_minor, a.asked_minor, o.amount_minor),
      coalesce(a.paid_currency, a.asked_currency, o.currency)::text,
      case when a.state = 'REFUNDED' then 'returned' when a.state in ('PAID', 'REFUNDING') then 'done' else 'not-done' end`,
    from: sql`pay_attempt a join pay_order o on o.id = a.order_id where a.connector = any(${waysOf(of)})`,
    reference: sql`a.ref`,
    isPaid: sql`a.paid_minor is not null`,
  }
}

/** Every difference between lines and ledger, once they are prepared, in the order of the lines; what is missing there comes last. */
export function differencesOf({
  seenBefore = sql`(select null::text as reference where false)`,
}: LinesToCompare): RawBuilder<DifferenceRow> {
  return sql<DifferenceRow>`
    with judged as (
      select case
          when l.is_repeat then 'twice-there'
          when e.reference is null then case when l.state = 'not-done' then null else 'unknown-here' end
          when l.state = 'done' and e.state = 'not-done' then 'done-there-only'
          when l.state = 'returned' and e.state <> 'returned' then 'returned-there-only'
          when l.state = 'not-done' and e.state = 'done' and m.reference is null then 'done-here-only'
          when l.state <> 'not-done' and (l.minor <> e.minor or l.currency <> e.currency) then 'another-amount'
        end as name,
        l.reference, l.line, l.minor as there_minor, l.currency as there_currency, l.state as there_state,
        e.minor as here_minor, e.currency as here_currency, e.state as here_state, e.order_id
      from compared_line l left join compared_entry e on e.reference = l.reference
        left join (
          select distinct f.reference from compared_line f
          where f.state = 'not-done' and exists (select from compared_line d where d.reference = f.reference and d.state <> 'not-done')
        ) m on m.reference = l.reference
    )
    select * from judged where name is not null
    union all
    select 'missing-there', e.reference, null, null, null, null, e.minor, e.currency, e.state, e.order_id
    from compared_entry e
    where e.state <> 'not-done' and not exists (select from compared_line l where l.reference = e.reference)
      and not exists (select from ${seenBefore} seen where seen.reference = e.reference)
    order by line nulls last, reference`
}

export type DifferenceRow = {
  name: DifferenceName
  reference: string
  line: number | null
  there_minor: number | null
  there_currency: string | null
  there_state: LineState | null
  here_minor: number | null
  here_currency: string | null
  here_state: LineState | null
  order_id: string | null
}

export function differenceOfRow(row: DifferenceRow): Difference {
  const side = (minor: number | null, currency: string | null, state: LineState | null): Side | null =>
    minor === null || currency === null || state === null ? null : { minor, currency, state }
  return {
    name: row.name,
    reference: row.reference,
    line: row.line,
    there: side(row.there_minor, row.there_currency, row.there_state),
    here: side(row.here_minor, row.here_currency, row.here_state),
    orderId: row.order_id,
  }
}

/** Sums of both sides, once they are prepared. A refunded payment was taken before, so the ledger counts it in both sums. */
export async function totalsOf(tx: Database): Promise<Total[]> {
  type Row = { state: 'done' | 'returned'; currency: string; there: number; there_minor: number; here: number; here_minor: number }
  const { rows } = await sql<Row>`
    with both_sides as (
      select state, currency, minor, 1 as there, 0 as here from compared_line where state <> 'not-done'
      union all select 'done', currency, minor, 0, 1 from compared_entry where state <> 'not-done'
      union all select 'returned', currency, minor, 0, 1 from compared_entry where state = 'returned'
    ), summed as (
      select state, currency, sum(there)::bigint as there, sum(minor * there)::bigint as there_minor,
        sum(here)::bigint as here, sum(minor * here)::bigint as here_minor
      from both_sides group by state, currency
    )
    select s.state, c.currency, coalesce(b.there, 0)::bigint as there, coalesce(b.there_minor, 0)::bigint as there_minor,
      coalesce(b.here, 0)::bigint as here, coalesce(b.here_minor, 0)::bigint as here_minor
    from (values ('done'), ('returned')) s (state) cross join (select distinct currency from summed) c
      left join summed b on b.state = s.state and b.currency = c.currency
    order by c.currency, s.state`.execute(tx)
  return rows.map(({ state, currency, there, there_minor, here, here_minor }) => ({
    state,
    currency,
    there: { count: there, minor: there_minor },
    here: { count: here, minor: here_minor },
  }))
}
