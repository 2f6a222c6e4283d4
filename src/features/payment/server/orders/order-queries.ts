import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { setPaymentReference } from '#outbound/request-context.ts'
import type { Webhook } from '#payment-connectors/payment-connector.ts'
import type { AttemptRow } from './payment-rows.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'

/** By `one_open_attempt_per_method`. Older attempts are queried on their schedule. */
export async function openOrders({ db, clock }: { db: Database; clock: Clock }, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from pay_attempt
    where method is not null and state in ('CREATED', 'UNKNOWN', 'WAITING') and created_at > ${clock.now()}::timestamptz - interval '2 hours'
    group by order_id order by max(created_at) desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findOrders(db: Database, clientKeys: readonly string[], visitId: Buffer) {
  const rows = await db
    .selectFrom('pay_order')
    .select(['id', 'client_key'])
    .where('client_key', 'in', clientKeys)
    .where('visit_id', '=', visitId)
    .execute()
  return rows.map(({ id, client_key: clientKey }) => ({ orderId: id, purchaseId: purchaseIdIn(clientKey) }))
}

export async function isPurchasePaid(db: Database, purchaseId: string): Promise<boolean> {
  const row = await db.selectFrom('pay_order').select('paid_at').where('client_key', '=', purchaseId).executeTakeFirst()
  return row !== undefined && row.paid_at !== null
}

/** The order of an attempt that a provider names. */
export async function findOrder(db: Database, connector: AttemptRow['connector'], { by, value }: Webhook['attempt']) {
  const row = await db
    .selectFrom('pay_attempt as a')
    .innerJoin('pay_order as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.order_id', 'o.reference'])
    .where('a.connector', '=', connector)
    .where(by === 'ref' ? 'a.ref' : 'a.provider_ref', '=', value)
    .executeTakeFirst()
  if (row) setPaymentReference(row.reference)
  return row ? { orderId: row.order_id, attemptId: row.id } : null
}

/** The keys under which a visit may have an order for a purchase. */
export function keysOf(purchaseId: string, visit: Visit): string[] {
  return [purchaseId, keyForStranger(purchaseId, visit)]
}

export function purchaseIdIn(clientKey: string): string {
  return clientKey.split(':', 1)[0] ?? clientKey
}

export function keyForStranger(purchaseId: string, { id }: Visit): string {
  return `${purchaseId}:${id.toString('base64url')}`
}
