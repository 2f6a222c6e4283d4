import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'

export type Goods = { kind: 'airtime' | 'postpaid-bill'; amount: number } | { kind: 'bundle'; productCode: string }
export type KeptLink = { id: string; goods: Goods; msisdn: MobileNumber; price: number; endsAt: Date; begun: number }

type NewLink = Pick<KeptLink, 'id' | 'goods' | 'msisdn' | 'price' | 'endsAt'> & { madeAt: Date }

/** False where the id is taken. */
export async function keepLink(db: Database, { id, goods, msisdn, price, madeAt, endsAt }: NewLink): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_link')
    .values({
      id,
      kind: goods.kind,
      msisdn,
      amount: goods.kind === 'bundle' ? null : goods.amount,
      product_code: goods.kind === 'bundle' ? goods.productCode : null,
      price,
      made_at: madeAt,
      ends_at: endsAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findLink(db: Database, id: string): Promise<KeptLink | null> {
  const row = await db.selectFrom('payment_link').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { kind, amount, product_code: productCode, msisdn, price, ends_at: endsAt, begun } = row
  const goods: Goods | null =
    kind === 'bundle' ? (productCode === null ? null : { kind, productCode }) : amount === null ? null : { kind, amount }
  return goods && { id, goods, msisdn, price, endsAt, begun }
}

/** Of a hundred who press at the same moment, as many get through as may. */
export async function countBegun(db: Database, id: string, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_link')
    .set({ begun: sql`begun + 1` })
    .where('id', '=', id)
    .where('begun', '<', most)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** How the orders of a link stand: money that went back asks to be paid again. */
export async function ordersOfLink(db: Database, link: string): Promise<{ isPaid: boolean; isBeingPaid: boolean }> {
  const { rows } = await sql<{ is_paid: boolean; is_open: boolean }>`
    select paid_at is not null and fulfilment <> 'REFUSED' as is_paid,
      paid_at is null and exists (
        select from pay_attempt a where a.order_id = o.id and a.state in ('CREATED', 'UNKNOWN', 'WAITING') and a.left_at is null
      ) as is_open
    from pay_order o where query_data ->> 'askedLink' = ${link} and query_data ->> 'askedLink' is not null`.execute(db)
  return { isPaid: rows.some(({ is_paid }) => is_paid), isBeingPaid: rows.some(({ is_open }) => is_open) }
}
