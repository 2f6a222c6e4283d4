import { sql } from 'kysely'
import { OPERATOR } from '#operator-record'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { COUNTRY } from '#shared/operator.ts'
import type { Database } from '#server/database/database.ts'
import type { Way } from '../places.ts'

/** Daily caps on airtime payments by USSD, because the key of a gateway can act for every number. */
export type AirtimeCaps = { perNumber: number; inAll: number }

/** An equal purchase of the same number within this time is probably a duplicate. */
const SAME_WISH_MS = 10 * 60_000

type PurchaseRequest = {
  purchaseId: string
  orderId: string
  msisdn: MobileNumber
  fingerprint: string
  way: Way
  /** In units; for the daily caps whole ones are counted. */
  amount: number
  isRepeat: boolean
  now: Date
}

export type Claim = { kind: 'claimed' } | { kind: 'twice'; orderId: string; askedAt: Date } | { kind: 'capped' }

/** A debit counts unless the provider declined every attempt: an unknown state does not mean failed. */
const MAY_HAVE_PAID = sql`(not exists (select from pay_attempt a where a.order_id = p.order_id)
  or exists (select from pay_attempt a where a.order_id = p.order_id
    and (a.state not in ('DECLINED', 'CANCELLED', 'EXPIRED') or a.doubt_why is not null)))`

/**
 * Records the purchase before any payment is requested. Locks serialise the purchases of one number and all airtime debits: of two parallel
 * sessions, the second finds the first.
 */
export async function claimPurchase(db: Database, request: PurchaseRequest, caps: AirtimeCaps): Promise<Claim> {
  const { purchaseId, orderId, msisdn, fingerprint, way, amount, isRepeat, now } = request
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ussd:${msisdn}`}, 0))`.execute(tx)
    const known = await tx.selectFrom('ussd_purchase').select('purchase_id').where('purchase_id', '=', purchaseId).executeTakeFirst()
    if (known) return { kind: 'claimed' }
    const first = isRepeat ? null : await samePurchase(tx, { msisdn, fingerprint, since: new Date(now.getTime() - SAME_WISH_MS) })
    if (first) return { kind: 'twice', ...first }
    if (way === 'airtime' && (await isCapped(tx, { msisdn, amount, now }, caps))) return { kind: 'capped' }
    await tx
      .insertInto('ussd_purchase')
      .values({ purchase_id: purchaseId, msisdn, fingerprint, way, amount: Math.ceil(amount), order_id: orderId, asked_at: now })
      .execute()
    return { kind: 'claimed' }
  })
}

async function samePurchase(db: Database, { msisdn, fingerprint, since }: { msisdn: MobileNumber; fingerprint: string; since: Date }) {
  const { rows } = await sql<{ orderId: string; askedAt: Date }>`
    select order_id as "orderId", asked_at as "askedAt" from ussd_purchase p
    where msisdn = ${msisdn} and fingerprint = ${fingerprint} and asked_at > ${since} and ${MAY_HAVE_PAID}
    order by asked_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

async function isCapped(
  db: Database,
  { msisdn, amount, now }: Pick<PurchaseRequest, 'msisdn' | 'amount' | 'now'>,
  { perNumber, inAll }: AirtimeCaps,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ussd-airtime', 0))`.execute(db)
  const { rows } = await sql<{ own: number; all: number }>`
    select coalesce(sum(amount) filter (where msisdn = ${msisdn}), 0)::int8 as own, coalesce(sum(amount), 0)::int8 as all
    from ussd_purchase p
    where way = 'airtime' and ${MAY_HAVE_PAID}
      and asked_at >= date_trunc('day', ${now}::timestamptz at time zone ${COUNTRY.timeZone}) at time zone ${COUNTRY.timeZone}`.execute(db)
  const { own = 0, all = 0 } = rows[0] ?? {}
  return own + amount > perNumber || all + amount > inAll
}

/** Deletes the claim if no payment was requested. False when one was. */
export async function releasePurchase(db: Database, purchaseId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ussd_purchase p where purchase_id = ${purchaseId}
    and not exists (select from pay_attempt a where a.order_id = p.order_id)`.execute(db)
  return numAffectedRows === 1n
}

/**
 * USSD-6: the latest order of a number: one that it made here, also in a session that was cut before its answer, or that it paid or received
 * on the web (FIND-1).
 */
export async function lastOrderOf(db: Database, msisdn: MobileNumber, now: Date): Promise<string | null> {
  const since = new Date(now.getTime() - OPERATOR.law.foundPaymentDays * 86_400_000)
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select order_id as id, asked_at as at from ussd_purchase where msisdn = ${msisdn} order by asked_at desc limit 1)
      union all
      (select o.id, o.created_at from pay_order o where o.delivery ->> 'msisdn' = ${msisdn} and o.created_at > ${since}
        and exists (select from pay_attempt a where a.order_id = o.id) order by o.created_at desc limit 1)
      union all
      (select order_id, created_at from pay_attempt where payer ->> 'msisdn' = ${msisdn} and created_at > ${since}
        order by created_at desc limit 1)
    ) as made order by at desc, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
