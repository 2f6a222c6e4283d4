import { randomBytes } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { Value } from 'typebox/value'
import { QueryData } from '../contract.ts'

export type StoredPurchase = { purchaseId: string; queryData: QueryData }

/** Two tabs are two purchases: each has an identity of its own, so that neither sees the other's choice. */
export async function storePurchase(
  db: Database,
  visit: Visit,
  queryData: QueryData,
  times: { now: Date; expiresAt: Date },
): Promise<StoredPurchase> {
  const purchaseId = randomBytes(16).toString('base64url')
  await db
    .insertInto('purchase')
    .values({
      id: purchaseId,
      visit_id: visit.id,
      query_data: JSON.stringify(queryData),
      created_at: times.now,
      expires_at: times.expiresAt,
    })
    .execute()
  return { purchaseId, queryData }
}

const PURCHASE_HOURS = 24

/** Stored for a day, longer than a payment takes. */
export async function keepPurchase(
  { db, clock }: { db: Database; clock: Clock },
  visit: Visit,
  queryData: QueryData,
): Promise<StoredPurchase> {
  const now = clock.now()
  return storePurchase(db, visit, queryData, { now, expiresAt: new Date(now.getTime() + PURCHASE_HOURS * 3_600_000) })
}

/**
 * The id alone allows paying: it has 128 random bits, and two visits that begin at the same moment in one browser must not lose a purchase.
 * Personal data in it is only for the visit that made it, and so is the order it becomes (payment/server/orders/new-order.ts).
 */
export async function findPurchase(db: Database, purchaseId: string, now: Date): Promise<(StoredPurchase & { visitId: Buffer }) | null> {
  const row = await db
    .selectFrom('purchase')
    .select(['query_data', 'visit_id'])
    .where('id', '=', purchaseId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && fits(row.query_data) ? { purchaseId, queryData: row.query_data, visitId: row.visit_id } : null
}

/** HUB-6: the unpaid purchases of a visit, newest first. */
export async function listPurchaseIds(db: Database, visitId: Buffer, { now, most }: { now: Date; most: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .select(['id', 'query_data'])
    .where('visit_id', '=', visitId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.filter((row) => fits(row.query_data)).map(({ id }) => id)
}

/** A purchase of an older version of the portal that no longer fits is ignored: nothing was paid yet. */
function fits(queryData: unknown): queryData is QueryData {
  return Value.Check(QueryData, queryData)
}
