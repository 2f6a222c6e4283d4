import { sql } from 'kysely'
import type { ClaimKind } from '#features/find-payment/claim-rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { Money } from '#shared/money.ts'

export const CLAIM_LISTS = ['open', 'late', 'answered', 'all'] as const
export type ClaimList = (typeof CLAIM_LISTS)[number]

export type ListedClaim = {
  id: number
  number: string
  reference: string
  kind: ClaimKind
  /** As the visitor typed it, without secrets; empty when they wrote nothing. */
  words: string
  amount: Money
  openedAt: Date
  dueAt: Date
  closedAt: Date | null
  closedBy: string | null
  assignee: { id: string; name: string } | null
}

export type ClaimPage = { claims: ListedClaim[]; older: number | null }

/** Of open claims; a list that is longer is a fault of its own, and the page says how many there are. */
export const MAX_OPEN_CLAIMS = 200
export const PAGE_CLAIMS = 50

type ClaimRow = {
  id: number
  number: string
  reference: string
  kind: ClaimKind
  words: string
  amount_minor: number
  currency: string
  opened_at: Date
  due_at: Date
  closed_at: Date | null
  closed_by: string | null
  assigned_id: string | null
  assigned_name: string | null
}

const ROWS = sql`
  select c.id, c.number, o.reference, c.kind, c.words, o.amount_minor, o.currency, c.opened_at, c.due_at, c.closed_at, c.closed_by, c.assigned_id,
    c.assigned_name
  from pay_case c join pay_order o on o.id = c.order_id`

/** Open ones by their deadline, late first; of the others the newest first, a page at a time. `before`: a claim's id. */
export async function listClaims(
  db: Database,
  { list, before }: { list: ClaimList; before: number | null },
  now: Date,
): Promise<ClaimPage> {
  if (list === 'open' || list === 'late') {
    const isListed = list === 'open' ? sql`true` : sql`c.due_at <= ${now}::timestamptz`
    const { rows } =
      await sql<ClaimRow>`${ROWS} where c.closed_at is null and ${isListed} order by c.due_at, c.id limit ${MAX_OPEN_CLAIMS}`.execute(db)
    return { claims: rows.map(claimOf), older: null }
  }
  const isOlder =
    before === null
      ? sql`true`
      : list === 'all'
        ? sql`c.id < ${before}`
        : sql`(c.closed_at, c.id) < (select closed_at, id from pay_case where id = ${before})`
  const { rows } = await sql<ClaimRow>`
    ${ROWS} where ${list === 'all' ? sql`true` : sql`c.closed_at is not null`} and ${isOlder}
    order by ${list === 'all' ? sql`c.id desc` : sql`c.closed_at desc, c.id desc`} limit ${PAGE_CLAIMS + 1}`.execute(db)
  const claims = rows.slice(0, PAGE_CLAIMS).map(claimOf)
  return { claims, older: rows.length > PAGE_CLAIMS ? (claims.at(-1)?.id ?? null) : null }
}

/** All of a list for its export, in the same order. */
export async function listAllClaims(db: Database, list: ClaimList, now: Date, most: number): Promise<ListedClaim[]> {
  const claims: ListedClaim[] = []
  for (let before: number | null = null; claims.length <= most;) {
    const page: ClaimPage = await listClaims(db, { list, before }, now)
    claims.push(...page.claims)
    before = page.older
    if (before === null) break
  }
  return claims
}

export type ClaimCounts = Record<ClaimList, number> & {
  answeredToday: number
  /** Of those; null without one. */
  averageMs: number | null
  /** Of 30 days, in percent; null without one. */
  onTime: number | null
}

const DAYS_ON_TIME = 30

export async function countClaims(db: Database, { now, dayBegan }: { now: Date; dayBegan: Date }): Promise<ClaimCounts> {
  const { rows } = await sql<{ open: number; late: number; total: number; today: number; average: number | null; on_time: number | null }>`
    with recent as (
      select closed_at, opened_at, due_at from pay_case where closed_at > ${now}::timestamptz - make_interval(days => ${DAYS_ON_TIME}::int)
    )
    select (select count(*)::int from pay_case where closed_at is null) as open,
      (select count(*)::int from pay_case where closed_at is null and due_at <= ${now}::timestamptz) as late,
      (select count(*)::int from pay_case) as total,
      (count(*) filter (where closed_at >= ${dayBegan}::timestamptz))::int as today,
      (extract(epoch from avg(closed_at - opened_at) filter (where closed_at >= ${dayBegan}::timestamptz)) * 1000)::float8 as average,
      floor(100.0 * count(*) filter (where closed_at <= due_at) / nullif(count(*), 0))::int as on_time
    from recent`.execute(db)
  const { open = 0, late = 0, total = 0, today = 0, average = null, on_time: onTime = null } = rows[0] ?? {}
  return { open, late, answered: total - open, all: total, answeredToday: today, averageMs: average, onTime }
}

export type ShownClaim = ListedClaim & {
  orderId: string
  language: Language
  /** To whom the answer goes, full: a page masks it. */
  msisdn: string
  version: number
  answer: string | null
  /** The SMS that were handed to the SMS centre, or may have been. */
  sent: readonly string[]
  hasRightNumber: boolean
}

type ShownRow = ClaimRow & {
  order_id: string
  language: Language
  msisdn: string
  version: number
  answer: string | null
  told: string[]
  has_right_number: boolean
}

/** Null for an unknown number. */
export async function readClaim(db: Database, number: string): Promise<ShownClaim | null> {
  const { rows } = await sql<ShownRow>`
    select own.*, c.order_id, c.language, c.msisdn, c.version, c.answer, c.told, c.right_number is not null as has_right_number
    from (${ROWS} where c.number = ${number}) own join pay_case c on c.id = own.id`.execute(db)
  const [row] = rows
  if (!row) return null
  const { order_id: orderId, language, msisdn, version, answer, told: sent, has_right_number: hasRightNumber } = row
  return { ...claimOf(row), orderId, language, msisdn, version, answer, sent, hasRightNumber }
}

function claimOf(row: ClaimRow): ListedClaim {
  return {
    id: row.id,
    number: row.number,
    reference: row.reference,
    kind: row.kind,
    words: row.words,
    amount: { minor: row.amount_minor, currency: row.currency },
    openedAt: row.opened_at,
    dueAt: row.due_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    assignee: row.assigned_id === null ? null : { id: row.assigned_id, name: row.assigned_name ?? '' },
  }
}
