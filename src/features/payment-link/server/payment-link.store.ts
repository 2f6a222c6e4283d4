import { sql } from 'kysely'
import { PAYMENT_RULES } from '#features/payment/engine/payment-rules.ts'
import type { Database } from '#server/database/database.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor, toMajor } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'

export type Goods = { kind: 'airtime' | 'postpaid-bill'; amount: number } | { kind: 'bundle'; productCode: string }
/** `amount` and `price` in units of the operator's prices. */
export type StoredLink = { id: string; goods: Goods; msisdn: MobileNumber; price: number; endsAt: Date }

type NewLink = Pick<StoredLink, 'id' | 'goods' | 'msisdn' | 'price' | 'endsAt'> & { madeAt: Date }

/** False if the id is taken. */
export async function keepLink(db: Database, { id, goods, msisdn, price, madeAt, endsAt }: NewLink): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_link')
    .values({
      id,
      kind: goods.kind,
      msisdn,
      amount: goods.kind === 'bundle' ? null : Math.ceil(goods.amount),
      amount_minor: goods.kind === 'bundle' ? null : fromMajor(goods.amount).minor,
      product_code: goods.kind === 'bundle' ? goods.productCode : null,
      price: Math.ceil(price),
      price_minor: fromMajor(price).minor,
      currency: MONEY.prices,
      made_at: madeAt,
      ends_at: endsAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findLink(db: Database, id: string): Promise<StoredLink | null> {
  const row = await db.selectFrom('payment_link').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { kind, product_code: productCode, msisdn, ends_at: endsAt } = row
  // A link of another currency names no amount of today's prices.
  if (row.currency !== null && row.currency !== MONEY.prices) return null
  const amount = unitsOf(row.amount_minor) ?? row.amount
  const price = unitsOf(row.price_minor) ?? row.price
  const goods: Goods | null =
    kind === 'bundle' ? (productCode === null ? null : { kind, productCode }) : amount === null ? null : { kind, amount }
  return goods && { id, goods, msisdn, price, endsAt }
}

function unitsOf(minor: number | null): number | null {
  return minor === null ? null : toMajor({ minor, currency: MONEY.prices })
}

/**
 * The state of a link's orders. Returned money makes a link payable again. `isBeingPaid` means held as in I18 (payment/engine/subjects.ts).
 */
export async function ordersOfLink(db: Database, link: string, now: Date): Promise<{ isPaid: boolean; isBeingPaid: boolean }> {
  const heldSince = new Date(now.getTime() - PAYMENT_RULES.holdMinutes * 60_000)
  const { rows } = await sql<{ is_paid: boolean; is_open: boolean }>`
    select paid_at is not null and fulfilment <> 'REFUSED' as is_paid,
      paid_at is null and exists (
        select from pay_attempt a where a.order_id = o.id and a.state in ('CREATED', 'UNKNOWN', 'WAITING') and a.action is not null
          and a.left_at is null and a.created_at > ${heldSince}
      ) as is_open
    from pay_order o where query_data ->> 'askedLink' = ${link} and query_data ->> 'askedLink' is not null`.execute(db)
  return { isPaid: rows.some(({ is_paid }) => is_paid), isBeingPaid: rows.some(({ is_open }) => is_open) }
}
