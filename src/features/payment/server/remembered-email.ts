import { sql } from 'kysely'
import { listPurchaseIds } from '#features/purchase/server/purchase.store.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { keysOf } from './order-keys.ts'

/** Of so many purchases, newest first. */
const MOST_PURCHASES = 10

/** The e-mail address that a visit gave with its last payment, so that it is typed once. Nobody but the visit itself hears it. */
export async function rememberedEmail({ db, clock }: { db: Database; clock: Clock }, visit: Visit | null): Promise<string | null> {
  if (!visit || visit.hasFormerCookie) return null
  const purchases = await listPurchaseIds(db, visit.id, { now: clock.now(), most: MOST_PURCHASES })
  if (purchases.length === 0) return null
  const keys = purchases.flatMap((purchaseId) => keysOf(purchaseId, visit))
  const { rows } = await sql<{ email: string }>`
    select query_data ->> 'emailId' as email from pay_order
    where client_key = any(${keys}) and visit_id = ${visit.id} and query_data ->> 'emailId' is not null
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.email ?? null
}
