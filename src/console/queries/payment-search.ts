import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { connectorIds } from '#shared/connector-table.ts'
import { isMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'

/** What a person looks for, by the shape of what was typed. */
export type Wanted =
  | { by: 'reference'; reference: string }
  /** Almost a reference: one sign too many, too few or wrong. */
  | { by: 'near-reference'; typed: string }
  | { by: 'number'; msisdn: MobileNumber }
  | { by: 'claim'; number: string }
  /** A provider's number, or our reference at a provider. */
  | { by: 'provider'; number: string }

/** The signs of our references. I, O, 0 and 1 are not among them: they are misread. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const REFERENCE = new RegExp(`^G[${SIGNS}]{12}$`)
const REFERENCE_LENGTH = 13
const CLAIM = /^C[A-Z0-9]{7}$/
const MAX_TYPED = 60

/** Null for what can be nothing of this. */
export function readWanted(typed: string): Wanted | null {
  const text = typed.trim().slice(0, MAX_TYPED)
  const compact = text.replace(/[\s\u00a0\u202f._-]/g, '').toUpperCase()
  if (compact === '') return null
  if (REFERENCE.test(compact)) return { by: 'reference', reference: compact }
  const digits = /^[\d\s\u00a0\u202f+().-]+$/.test(text) ? nationalDigits(text) : ''
  if (isMobileNumber(digits)) return { by: 'number', msisdn: digits }
  if (CLAIM.test(compact)) return { by: 'claim', number: compact }
  if (isNearReference(compact)) return { by: 'near-reference', typed: compact }
  return /^[\w.:|/+=-]{4,60}$/.test(text) ? { by: 'provider', number: text } : null
}

function isNearReference(compact: string): boolean {
  return compact.startsWith('G') && /^[A-Z0-9]+$/.test(compact) && Math.abs(compact.length - REFERENCE_LENGTH) <= 1
}

export type Found = {
  orderIds: string[]
  /** A reference that differs by one sign from what was typed, where exactly one payment has such a one. */
  near: string | null
}

const MAX_FOUND = 50

/** Over all days; each kind is answered by an index. */
export async function findPayments(db: Database, wanted: Wanted): Promise<Found> {
  switch (wanted.by) {
    case 'reference':
      return withNear(db, await byReference(db, [wanted.reference]), wanted.reference)
    case 'near-reference': {
      const found = await byProvider(db, wanted.typed)
      return withNear(db, found, wanted.typed)
    }
    case 'number': {
      const found = await byNumber(db, wanted.msisdn)
      // Some providers number their payments with as many digits.
      return { orderIds: found.length > 0 ? found : await byProvider(db, wanted.msisdn), near: null }
    }
    case 'claim': {
      const found = await idsOf(sql`select order_id as id from pay_case where number = ${wanted.number}`, db)
      return { orderIds: found.length > 0 ? found : await byProvider(db, wanted.number), near: null }
    }
    case 'provider':
      return { orderIds: await byProvider(db, wanted.number), near: null }
  }
}

async function withNear(db: Database, orderIds: string[], typed: string): Promise<Found> {
  if (orderIds.length > 0) return { orderIds, near: null }
  const { rows } = await sql<{ reference: string }>`
    select reference from pay_order where reference = any(${nearReferences(typed)}) limit 2`.execute(db)
  const [only, other] = rows
  return { orderIds: [], near: only && !other ? only.reference : null }
}

/** All references that are one slip away: a sign wrong, missing or too many, or two neighbours exchanged. */
export function nearReferences(typed: string): string[] {
  const places = Array.from({ length: typed.length + 1 }, (_none, place) => place)
  const signs = SIGNS.split('')
  const changed = places.flatMap((at) => signs.map((sign) => typed.slice(0, at) + sign + typed.slice(at + 1)))
  const added = places.flatMap((at) => signs.map((sign) => typed.slice(0, at) + sign + typed.slice(at)))
  const left = places.map((at) => typed.slice(0, at) + typed.slice(at + 1))
  const exchanged = places.map((at) => typed.slice(0, at) + typed.slice(at + 1, at + 2) + typed.slice(at, at + 1) + typed.slice(at + 2))
  return [...new Set([...changed, ...added, ...left, ...exchanged])].filter((each) => REFERENCE.test(each) && each !== typed)
}

async function byReference(db: Database, references: readonly string[]): Promise<string[]> {
  return idsOf(sql`select id from pay_order where reference = any(${references})`, db)
}

/** Payments for a number and by a number; by a card the payer's number is only that of the line. */
async function byNumber(db: Database, msisdn: MobileNumber): Promise<string[]> {
  return idsOf(
    sql`
      select id from (
        (select id, created_at from pay_order where delivery ->> 'msisdn' = ${msisdn} order by created_at desc limit ${MAX_FOUND})
        union
        (select o.id, o.created_at from pay_attempt a join pay_order o on o.id = a.order_id
          where a.payer ->> 'msisdn' = ${msisdn} order by a.created_at desc limit ${MAX_FOUND})
      ) found where exists (select from pay_attempt t where t.order_id = found.id)
      order by created_at desc limit ${MAX_FOUND}`,
    db,
  )
}

async function byProvider(db: Database, number: string): Promise<string[]> {
  const ids = connectorIds()
  return idsOf(
    sql`
      select order_id as id from pay_attempt where connector = any(${ids}) and provider_txn_id = ${number}
      union select order_id from pay_attempt where connector = any(${ids}) and provider_ref = ${number}
      union select order_id from pay_attempt where ref = ${number.toUpperCase()}
      union select order_id from pay_refund where ref = ${number.toUpperCase()}
      limit ${MAX_FOUND}`,
    db,
  )
}

async function idsOf(query: ReturnType<typeof sql>, db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return rows.map(({ id }) => id)
}
