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

/** The payments or deliveries of the ledger that the lines name, or that belong to the period. */
function entriesOf({ of, lines, period }: LinesToCompare): RawBuilder<unknown> {
  const inPeriod = period ? sql`paid_at >= ${period.from} and paid_at < ${period.until}` : sql`false`
  const named = sql`(select reference from ${lines} each_line)`
  if (of === DELIVERIES) {
    const columns = sql`reference, id as order_id, amount_minor as minor, currency::text as currency,
      case when fulfilment = 'DONE' then 'done' else 'not-done' end as state`
    return sql`(select ${columns} from pay_order where reference in ${named} union select ${columns} from pay_order where ${inPeriod})`
  }
  const columns = sql`a.ref as reference, o.id as order_id, coalesce(a.paid_minor, a.asked_minor, o.amount_minor) as minor,
    coalesce(a.paid_currency, a.asked_currency, o.currency)::text as currency,
    case when a.state = 'REFUNDED' then 'returned' when a.state in ('PAID', 'REFUNDING') then 'done' else 'not-done' end as state`
  const from = sql`pay_attempt a join pay_order o on o.id = a.order_id where a.connector = any(${waysOf(of)})`
  return sql`(select ${columns} from ${from} and a.ref in ${named}
    union select ${columns} from ${from} and a.paid_minor is not null and ${inPeriod})`
}

/** Every difference between lines and ledger, in the order of the lines; what is missing there comes last. One set operation. */
export function differencesOf(asked: LinesToCompare): RawBuilder<DifferenceRow> {
  const { lines, seenBefore = sql`(select null::text as reference where false)` } = asked
  return sql<DifferenceRow>`
    with line as materialized (select * from ${lines} read_line),
    entry as materialized (select * from ${entriesOf({ ...asked, lines: sql`line` })} read_entry),
    moved as materialized (select distinct reference from line where state <> 'not-done'),
    judged as (
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
      from line l left join entry e on e.reference = l.reference left join moved m on m.reference = l.reference
    )
    select * from judged where name is not null
    union all
    select 'missing-there', e.reference, null, null, null, null, e.minor, e.currency, e.state, e.order_id
    from entry e
    where e.state <> 'not-done' and not exists (select from line l where l.reference = e.reference)
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

/** A refunded payment was taken before, so the ledger counts it in both sums. */
export async function totalsOf(db: Database, asked: LinesToCompare): Promise<Total[]> {
  type Row = { state: 'done' | 'returned'; currency: string; there: number; there_minor: number; here: number; here_minor: number }
  const { rows } = await sql<Row>`
    with line as materialized (select * from ${asked.lines} read_line),
    entry as materialized (select * from ${entriesOf({ ...asked, lines: sql`line` })} read_entry),
    both_sides as (
      select state, currency, minor, 1 as there, 0 as here from line where state <> 'not-done'
      union all select 'done', currency, minor, 0, 1 from entry where state <> 'not-done'
      union all select 'returned', currency, minor, 0, 1 from entry where state = 'returned'
    )
    select s.state, c.currency, coalesce(sum(b.there), 0)::bigint as there, coalesce(sum(b.minor * b.there), 0)::bigint as there_minor,
      coalesce(sum(b.here), 0)::bigint as here, coalesce(sum(b.minor * b.here), 0)::bigint as here_minor
    from (values ('done'), ('returned')) s (state) cross join (select distinct currency from both_sides) c
      left join both_sides b on b.state = s.state and b.currency = c.currency
    group by s.state, c.currency order by c.currency, s.state`.execute(db)
  return rows.map(({ state, currency, there, there_minor, here, here_minor }) => ({
    state,
    currency,
    there: { count: there, minor: there_minor },
    here: { count: here, minor: here_minor },
  }))
}
