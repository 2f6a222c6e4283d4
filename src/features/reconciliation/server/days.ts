import { sql } from 'kysely'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { DIFFERENCE_NAMES, type DifferenceName } from '#features/payment/server/reconciliation/compare-lines.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Explanation, LEFT_OPEN, LineState } from '../statement-words.ts'
import type { DayKey, DayTotals } from './compare-day.ts'
import { targetOf } from './statements.ts'

type Signature = { id: string; name: string; at: Date }

export type ReconciledDay = DayKey & {
  version: number
  comparedAt: Date | null
  comparedBy: string | null
  figures: DayTotals | null
  first: Signature | null
  second: Signature | null
  counts: DifferenceCount[]
}

export type DifferenceCount = { name: DifferenceName; count: number; explained: number; leftOpen: number }

export type StoredDifference = {
  name: DifferenceName
  reference: string
  line: number | null
  there: { minor: number; currency: string; state: LineState } | null
  here: { minor: number; currency: string; state: LineState } | null
  explained: { as: Explanation | typeof LEFT_OPEN; note: string | null; by: string; at: Date } | null
  /** Of the payment's page. */
  order: string | null
  /** Of the line. */
  at: Date | null
  number: string | null
}

type DayRow = DayKey & {
  version: number
  compared_at: Date | null
  compared_by: string | null
  totals: DayTotals
  first_by_id: string | null
  first_by_name: string | null
  first_at: Date | null
  second_by_id: string | null
  second_by_name: string | null
  second_at: Date | null
}

export async function readDay(db: Database, { source, day }: DayKey): Promise<ReconciledDay | null> {
  const { rows } = await sql<DayRow>`select * from recon_day where source = ${source} and day = ${day}::date`.execute(db)
  const [counted] = await countDifferences(db, rows)
  return counted ?? null
}

/** The newest first. */
export async function listDays(db: Database, { since, limit }: { since: string; limit: number }): Promise<ReconciledDay[]> {
  const { rows } = await sql<DayRow>`
    select * from recon_day where day >= ${since}::date order by day desc, source limit ${limit}`.execute(db)
  return countDifferences(db, rows)
}

async function countDifferences(db: Database, days: readonly DayRow[]): Promise<ReconciledDay[]> {
  if (days.length === 0) return []
  const { rows } = await sql<DayKey & DifferenceCount & { leftopen: number }>`
    select d.source, d.day, d.name, count(*) as count, count(explained_as) as explained,
      count(*) filter (where explained_as = 'left-open') as leftopen
    from recon_difference d
    join unnest(${days.map(({ source }) => source)}::text[], ${days.map(({ day }) => day)}::date[]) k (source, day)
      on k.source = d.source and k.day = d.day
    group by d.source, d.day, d.name`.execute(db)
  return days.map((day) => {
    const own = rows.filter((row) => row.source === day.source && row.day === day.day)
    const counts = DIFFERENCE_NAMES.flatMap((name) => {
      const row = own.find((each) => each.name === name)
      return row ? [{ name, count: row.count, explained: row.explained, leftOpen: row.leftopen }] : []
    })
    return dayOf(day, counts)
  })
}

function dayOf(row: DayRow, counts: DifferenceCount[]): ReconciledDay {
  const signature = (id: string | null, name: string | null, at: Date | null) =>
    id !== null && name !== null && at ? { id, name, at } : null
  return {
    source: row.source,
    day: row.day,
    version: row.version,
    comparedAt: row.compared_at,
    comparedBy: row.compared_by,
    figures: row.compared_at ? row.totals : null,
    first: signature(row.first_by_id, row.first_by_name, row.first_at),
    second: signature(row.second_by_id, row.second_by_name, row.second_at),
    counts,
  }
}

type Listing = DayKey & { names?: readonly DifferenceName[] | undefined; isOpenOnly?: boolean | undefined; limit: number }

/** In the order of the file; with the payment's reference and what the line says of itself. */
export async function listDifferences(
  db: Database,
  { source, day, names, isOpenOnly = false, limit }: Listing,
): Promise<StoredDifference[]> {
  const wanted = names ?? DIFFERENCE_NAMES
  type Row = Omit<StoredDifference, 'there' | 'here' | 'explained'> & {
    there_minor: number | null
    there_currency: string | null
    there_state: LineState | null
    here_minor: number | null
    here_currency: string | null
    here_state: LineState | null
    explained_as: Explanation | typeof LEFT_OPEN | null
    note: string | null
    explained_by_name: string | null
    explained_at: Date | null
  }
  const { rows } = await sql<Row>`
    select d.*, o.reference as order, l.at, l.number
    from recon_difference d
    left join pay_order o on o.id = d.order_id
    left join lateral (
      select at, number from recon_line l where l.source = d.source and l.day = d.day and l.reference = d.reference and l.line = d.line limit 1
    ) l on true
    where d.source = ${source} and d.day = ${day}::date and d.name = any(${[...wanted]}) and (${!isOpenOnly} or d.explained_as is null)
    order by array_position(${[...wanted]}::text[], d.name), d.line nulls last, d.reference limit ${limit}`.execute(db)
  return rows.map((row) => ({
    name: row.name,
    reference: row.reference,
    line: row.line,
    there: side(row.there_minor, row.there_currency, row.there_state),
    here: side(row.here_minor, row.here_currency, row.here_state),
    explained:
      row.explained_as !== null && row.explained_by_name !== null && row.explained_at
        ? { as: row.explained_as, note: row.note, by: row.explained_by_name, at: row.explained_at }
        : null,
    order: row.order,
    at: row.at,
    number: row.number,
  }))
}

export type Gap = { currency: string; explained: number; open: number }

/** What the differences amount to: the statement's side minus the ledger's. */
export async function gapsOf(db: Database, { source, day }: DayKey): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    select currency, coalesce(sum(minor) filter (where is_explained), 0)::bigint as explained,
      coalesce(sum(minor) filter (where not is_explained), 0)::bigint as open
    from recon_difference d cross join lateral (values
      (d.there_currency, case when d.there_state = 'done' then d.there_minor end, d.explained_as is not null),
      (d.here_currency, case when d.here_state = 'done' and d.name <> 'twice-there' then -d.here_minor end, d.explained_as is not null)
    ) s (currency, minor, is_explained)
    where d.source = ${source} and d.day = ${day}::date and minor is not null
    group by currency order by currency`.execute(db)
  return rows
}

function side(minor: number | null, currency: string | null, state: LineState | null) {
  return minor === null || currency === null || state === null ? null : { minor, currency, state }
}

export type Place = { db: Database; clock: Clock }
export type DayRefusal =
  'not-found' | 'signed' | 'changed' | 'unexplained' | 'not-compared' | 'day-not-over' | 'own-signature' | 'needs-finance'

class Refused extends Error {
  readonly why: DayRefusal
  constructor(why: DayRefusal) {
    super(why)
    this.why = why
  }
}

/** Null when it was done. */
async function onDay(
  { db }: Place,
  { staff, act, ...key }: DayKey & { staff: Staff; act: string },
  work: (
    tx: Database,
    day: DayRow,
  ) => Promise<{ outcome: 'done' | 'proposed' | 'approved'; detail: Record<string, string | number | null> }>,
): Promise<DayRefusal | null> {
  const target = targetOf(key)
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<DayRow>`
        select * from recon_day where source = ${key.source} and day = ${key.day}::date for update`.execute(tx)
      const [day] = rows
      if (!day) throw new Refused('not-found')
      if (day.second_at) throw new Refused('signed')
      const { outcome, detail } = await work(tx, day)
      await appendAudit(tx, { actor: staff, act, outcome, target, detail })
    })
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await appendAudit(db, { actor: staff, act, outcome: 'refused', target, detail: { why: error.why } })
    return error.why
  }
}

export type Explaining = DayKey & {
  staff: Staff
  name: DifferenceName
  reference: string
  as: Explanation | typeof LEFT_OPEN
  note: string
}

/** A day that changes is signed anew: the first signature was for what stood there before. */
export function explainDifference(place: Place, { staff, name, reference, as, note, ...key }: Explaining): Promise<DayRefusal | null> {
  return onDay(place, { ...key, staff, act: 'explain-difference' }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('recon_difference')
      .set({
        explained_as: as,
        note: note || null,
        explained_by_id: staff.id,
        explained_by_name: staff.name,
        explained_at: place.clock.now(),
      })
      .where('source', '=', key.source)
      .where('day', '=', key.day)
      .where('name', '=', name)
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refused('changed')
    await tx
      .updateTable('recon_day')
      .set((each) => ({ version: each('version', '+', 1), first_by_id: null, first_by_name: null, first_at: null }))
      .where('source', '=', key.source)
      .where('day', '=', key.day)
      .execute()
    return { outcome: 'done', detail: { difference: name, line: reference, as, note } }
  })
}

/** CON-3: finance first, then another person of finance or an approver; the database lets no one sign both times. */
export function signDay(
  place: Place,
  { staff, version, ...key }: DayKey & { staff: Staff; version: number | null },
): Promise<DayRefusal | null> {
  return onDay(place, { ...key, staff, act: 'sign-day' }, async (tx, day) => {
    const now = place.clock.now()
    if (day.version !== version) throw new Refused('changed')
    if (!day.compared_at) throw new Refused('not-compared')
    const ends = dayBegins(key.day, 1)
    if (!ends || ends > now) throw new Refused('day-not-over')
    const open = await tx
      .selectFrom('recon_difference')
      .select('name')
      .where('source', '=', key.source)
      .where('day', '=', key.day)
      .where('explained_as', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (open) throw new Refused('unexplained')
    if (day.first_by_id === staff.id) throw new Refused('own-signature')
    const isFirst = day.first_by_id === null
    if (isFirst && !staff.roles.includes('finance')) throw new Refused('needs-finance')
    const signature = isFirst
      ? { first_by_id: staff.id, first_by_name: staff.name, first_at: now }
      : { second_by_id: staff.id, second_by_name: staff.name, second_at: now }
    if (!isFirst) await dropUncompared(tx, key)
    await tx.updateTable('recon_day').set(signature).where('source', '=', key.source).where('day', '=', key.day).execute()
    return { outcome: isFirst ? 'proposed' : 'approved', detail: { version } }
  })
}

/** Files that no one compared say nothing about the day. */
async function dropUncompared(tx: Database, { source, day }: DayKey): Promise<void> {
  const open = tx
    .selectFrom('recon_statement')
    .select('upload_id')
    .where('source', '=', source)
    .where('day', '=', day)
    .where('compared_at', 'is', null)
  await tx.deleteFrom('recon_file_part').where('upload_id', 'in', open).execute()
  await tx.deleteFrom('recon_statement').where('source', '=', source).where('day', '=', day).where('compared_at', 'is', null).execute()
}
