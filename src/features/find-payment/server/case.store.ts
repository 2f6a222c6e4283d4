import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ClaimKind } from '../claim-rules.ts'

export type KeptCase = {
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

function caseOf(row: CaseRow): KeptCase {
  const { order_id: orderId, opened_at: openedAt, due_at: dueAt, closed_at: closedAt, ...rest } = row
  return { ...rest, orderId, openedAt, dueAt, closedAt }
}

export async function lastCase(db: Database, orderId: string): Promise<KeptCase | null> {
  const row = await db.selectFrom('pay_case').select(COLUMNS).where('order_id', '=', orderId).orderBy('id', 'desc').executeTakeFirst()
  return row ? caseOf(row) : null
}

export type NewCase = Pick<KeptCase, 'number' | 'orderId' | 'kind' | 'msisdn' | 'language' | 'openedAt' | 'dueAt'> & { words: string }

/** One open case for a payment, however often and in however many tabs it is claimed: whoever comes second is answered the first one's. */
export async function openCase(db: Database, { number, orderId, kind, msisdn, language, words, openedAt, dueAt }: NewCase): Promise<void> {
  await db
    .insertInto('pay_case')
    .values({ number, order_id: orderId, kind, msisdn, language, words, opened_at: openedAt, due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Cases of which an SMS is still to be sent. */
export async function untoldCases(db: Database, limit: number): Promise<KeptCase[]> {
  const rows = await db
    .selectFrom('pay_case')
    .select(COLUMNS)
    .where(sql<boolean>`not (told @> array['opened']) or (closed_at is not null and not (told @> array['closed']))`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(caseOf)
}

/** Taken before it is sent: of two replicas one sends. False where it was taken already. */
export async function takeMessage(db: Database, id: number, message: 'opened' | 'closed'): Promise<boolean> {
  const { rows } = await sql`
    update pay_case set told = array_append(told, ${message}::text)
    where id = ${id} and not (told @> array[${message}::text]) returning id`.execute(db)
  return rows.length > 0
}

/** The SMS surely did not leave. */
export async function giveMessageBack(db: Database, id: number, message: 'opened' | 'closed'): Promise<void> {
  await sql`update pay_case set told = array_remove(told, ${message}::text) where id = ${id}`.execute(db)
}

export type ListedCase = { number: string; reference: string; kind: ClaimKind; words: string; opened_at: Date; due_at: Date }

export async function openCases(db: Database, limit: number): Promise<ListedCase[]> {
  return db
    .selectFrom('pay_case')
    .innerJoin('pay_order', 'pay_order.id', 'pay_case.order_id')
    .select(['pay_case.number', 'pay_order.reference', 'pay_case.kind', 'pay_case.words', 'pay_case.opened_at', 'pay_case.due_at'])
    .where('pay_case.closed_at', 'is', null)
    .orderBy('pay_case.due_at')
    .limit(limit)
    .execute()
}

/** False for a case that does not exist or is closed. */
export async function closeCase(db: Database, closing: { number: string; by: string; answer: string; now: Date }): Promise<boolean> {
  const row = await db
    .updateTable('pay_case')
    .set({ closed_at: closing.now, closed_by: closing.by, answer: closing.answer })
    .where('number', '=', closing.number)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
