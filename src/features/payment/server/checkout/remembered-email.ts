import { sql } from 'kysely'
import { listPurchaseIds } from '#features/purchase/server/purchase.store.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { keysOf } from '../orders/order-queries.ts'

/** Number of purchases searched, newest first. */
const MAX_PURCHASES = 10

/** The email address of a visit's last payment, so that it is typed once. Only the visit itself can read it. */
export async function rememberedEmail({ db, clock }: { db: Database; clock: Clock }, visit: Visit | null): Promise<string | null> {
  if (!visit || visit.hasPreviousCookie) return null
  const purchases = await listPurchaseIds(db, visit.id, { now: clock.now(), most: MAX_PURCHASES })
  if (purchases.length === 0) return null
  const keys = purchases.flatMap((purchaseId) => keysOf(purchaseId, visit))
  const { rows } = await sql<{ email: string }>`
    select query_data ->> 'emailId' as email from pay_order
    where client_key = any(${keys}) and visit_id = ${visit.id} and query_data ->> 'emailId' is not null
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.email ?? null
}
