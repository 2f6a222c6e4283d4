import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import { sql } from 'kysely'

export type LockedCase = { id: number; number: string; orderId: string; language: Language; closedAt: Date | null; version: number }

/** Locked until the end of the transaction; null for an unknown number. */
export async function lockCase(tx: Database, number: string): Promise<LockedCase | null> {
  const columns = ['id', 'number', 'order_id as orderId', 'language', 'closed_at as closedAt', 'version'] as const
  const row = await tx.selectFrom('pay_case').select(columns).where('number', '=', number).forUpdate().executeTakeFirst()
  return row ?? null
}

const nextVersion = sql<number>`version + 1`

export async function closeLockedCase(tx: Database, closing: { id: number; by: string; answer: string; now: Date }): Promise<void> {
  const { id, by, answer, now } = closing
  await tx
    .updateTable('pay_case')
    .set({ closed_at: now, closed_by: by, answer, version: nextVersion })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

export async function assignCase(tx: Database, id: number, to: { id: string; name: string } | null): Promise<void> {
  await tx
    .updateTable('pay_case')
    .set({ assigned_id: to?.id ?? null, assigned_name: to?.name ?? null, version: nextVersion })
    .where('id', '=', id)
    .execute()
}
