import { OPERATOR } from '#operator-record'
import { sql } from 'kysely'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { transactionDetails } from '#features/payment/server/status/transaction-details.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { FoundPayment } from '../contract.ts'
import { MAX_FOUND, referenceIn } from '../rules.ts'

type Asking = { visit: Visit; caller: Caller; language: Language }

export type FoundPayments = {
  byReference(typed: string, caller: Caller): Promise<string | null>
  ofProven(asking: Asking): Promise<{ msisdn: MobileNumber; payments: FoundPayment[]; hasMore: boolean }>
  close(msisdn: MobileNumber, visit: Visit): Promise<void>
}

type Deps = { db: Database; clock: Clock; rateLimiter: RateLimiter; codes: OneTimeCodes; store: PostgresPaymentStore; names: BundleNames }

export function createFoundPayments({ db, clock, rateLimiter, codes, store, names }: Deps): FoundPayments {
  async function found({ id, at, is_for }: FoundRow, language: Language): Promise<FoundPayment | null> {
    // Reads the payment without a visit, so that everything is masked. What the proven number may see is added, so nothing needs removing.
    const details = await transactionDetails({ store, db, clock, names }, { transactionId: id, language }, null)
    return details && { details, at: at.toISOString(), isForNumber: is_for }
  }

  return {
    async byReference(typed, caller) {
      await rateLimiter.consume('payments', caller)
      const reference = referenceIn(typed)
      // Queries in any case, so that the response time reveals nothing.
      const row = await db
        .selectFrom('pay_order')
        .select('id')
        .where('reference', '=', reference ?? '-')
        .executeTakeFirst()
      return row?.id ?? null
    },

    async ofProven({ visit, caller, language }) {
      await rateLimiter.consume('payments', caller)
      const msisdn = await codes.provenNumber({ purpose: 'FIND', visit })
      if (!msisdn) throw new Problem('code-user-unknown')
      const since = new Date(clock.now().getTime() - OPERATOR.law.foundPaymentDays * 86_400_000)
      const rows = await findRows(db, msisdn, since)
      const payments = await Promise.all(rows.slice(0, MAX_FOUND).map((row) => found(row, language)))
      return { msisdn, payments: payments.filter((payment) => payment !== null), hasMore: rows.length > MAX_FOUND }
    },

    async close(msisdn, visit) {
      await codes.spendProven({ msisdn, purpose: 'FIND', visit })
    },
  }
}

type FoundRow = { id: string; at: Date; is_for: boolean }

/** Without orders whose payment was never requested. */
async function findRows(db: Database, msisdn: MobileNumber, since: Date): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with found as (
      select id from pay_order where delivery ->> 'msisdn' = ${msisdn} and created_at > ${since}
      union
      select order_id from pay_attempt where payer ->> 'msisdn' = ${msisdn} and created_at > ${since}
    )
    select o.id, o.created_at as at, coalesce(o.delivery ->> 'msisdn' = ${msisdn}, false) as is_for
    from found join pay_order o using (id)
    where exists (select from pay_attempt a where a.order_id = o.id)
    order by o.created_at desc, o.id limit ${MAX_FOUND + 1}`.execute(db)
  return rows
}
