import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ClaimKind } from '../claim-rules.ts'

export type StoredCase = {
  id: number
  number: string
  orderId: string
  kind: ClaimKind
  msisdn: MobileNumber
  language: Language
  openedAt: Date
  dueAt: Date
  closedAt: Date | null
  answer: string | null
  told: string[]
}

type CaseRow = { id: number; number: string; order_id: string; kind: ClaimKind; msisdn: MobileNumber; language: Language; opened_at: Date; due_at: Date; closed_at: Date | null; answer: string | null; told: string[] } // prettier-ignore

const COLUMNS = ['id', 'number', 'order_id', 'kind', 'msisdn', 'language', 'opened_at', 'due_at', 'closed_at', 'answer', 'told'] as const

function caseOf(row: CaseRow): StoredCase {
  const { order_id: orderId, opened_at: openedAt, due_at: dueAt, closed_at: closedAt, ...rest } = row
  return { ...rest, orderId, openedAt, dueAt, closedAt }
}

export async function lastCase(db: Database, orderId: string): Promise<StoredCase | null> {
  const row = await db.selectFrom('pay_case').select(COLUMNS).where('order_id', '=', orderId).orderBy('id', 'desc').executeTakeFirst()
  return row ? caseOf(row) : null
}

export type NewCase = Pick<StoredCase, 'number' | 'orderId' | 'kind' | 'msisdn' | 'language' | 'openedAt' | 'dueAt'> & {
  words: string
  rightNumber: string | null
}

type Allowance = { most: number; since: Date }

/**
 * Opens a case, at most one per payment: parallel and repeated claims share it. False when the number has used up its cases since a moment
 * (abuse 92). A lock serialises the claims of one number.
 */
export async function openCase(db: Database, opened: NewCase, { most, since }: Allowance): Promise<boolean> {
  const { number, orderId, kind, msisdn, language, words, rightNumber, openedAt, dueAt } = opened
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`case:${msisdn}`}, 0))`.execute(tx)
    const { rows } = await sql<{ isOpen: boolean; isFull: boolean }>`
      select exists (select from pay_case where order_id = ${orderId} and closed_at is null) as "isOpen",
        (select count(*) from pay_case where msisdn = ${msisdn} and opened_at > ${since}) >= ${most} as "isFull"`.execute(tx)
    if (rows[0]?.isOpen) return true
    if (rows[0]?.isFull) return false
    await tx
      .insertInto('pay_case')
      .values({ number, order_id: orderId, kind, msisdn, language, words, right_number: rightNumber, opened_at: openedAt, due_at: dueAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })
}

/** Cases with an SMS still to be sent. */
export async function untoldCases(db: Database, limit: number): Promise<StoredCase[]> {
  const rows = await db
    .selectFrom('pay_case')
    .select(COLUMNS)
    .where(sql<boolean>`not (told @> array['opened']) or (closed_at is not null and not (told @> array['closed']))`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(caseOf)
}

/** Marks an SMS as sent before sending it, so that only one replica sends it. False if it was marked already. */
export async function takeMessage(db: Database, id: number, message: 'opened' | 'closed'): Promise<boolean> {
  const { rows } = await sql`
    update pay_case set told = array_append(told, ${message}::text)
    where id = ${id} and not (told @> array[${message}::text]) returning id`.execute(db)
  return rows.length > 0
}

/** Unmarks an SMS that was certainly not sent. */
export async function giveMessageBack(db: Database, id: number, message: 'opened' | 'closed'): Promise<void> {
  await sql`update pay_case set told = array_remove(told, ${message}::text) where id = ${id}`.execute(db)
}

export type ListedCase = {
  number: string
  reference: string
  kind: ClaimKind
  words: string
  opened_at: Date
  due_at: Date
  has_number: boolean
}

export async function createCases(db: Database, limit: number): Promise<ListedCase[]> {
  return db
    .selectFrom('pay_case')
    .innerJoin('pay_order', 'pay_order.id', 'pay_case.order_id')
    .select(['pay_case.number', 'pay_order.reference', 'pay_case.kind', 'pay_case.words', 'pay_case.opened_at', 'pay_case.due_at'])
    .select(sql<boolean>`pay_case.right_number is not null`.as('has_number'))
    .where('pay_case.closed_at', 'is', null)
    .orderBy('pay_case.due_at')
    .limit(limit)
    .execute()
}

/** CLAIM-1: the encrypted number of a case; who reads it is recorded. Null without one. */
export async function readRightNumber(db: Database, { number, by }: { number: string; by: string }): Promise<string | null> {
  const row = await db
    .updateTable('pay_case')
    .set({ right_number_read_by: by })
    .where('number', '=', number)
    .where('right_number', 'is not', null)
    .returning('right_number')
    .executeTakeFirst()
  return row?.right_number ?? null
}
