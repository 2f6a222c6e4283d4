import { sql } from 'kysely'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { PostgresPaymentStore } from '#features/payment/server/payment.store.ts'
import { transactionDetails } from '#features/payment/server/transaction-details.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { FoundPayment } from '../contract.ts'
import { FOUND_DAYS, MOST_FOUND, referenceIn } from '../rules.ts'

type Asking = { msisdn: MobileNumber; visit: Visit; asker: Asker; language: Language }

export type FoundPayments = {
  byReference(typed: string, asker: Asker): Promise<string | null>
  ofProven(asking: Asking): Promise<{ payments: FoundPayment[]; hasMore: boolean }>
  close(msisdn: MobileNumber, visit: Visit): Promise<void>
}

type Parts = { db: Database; clock: Clock; budgets: Budgets; codes: OneTimeCodes; store: PostgresPaymentStore; names: BundleNames }

export function openFoundPayments({ db, clock, budgets, codes, store, names }: Parts): FoundPayments {
  async function found({ id, at, is_for }: FoundRow, language: Language): Promise<FoundPayment | null> {
    // As a stranger sees it: what the number is proven for is added to that, not taken from the whole.
    const details = await transactionDetails({ store, db, names }, { transactionId: id, language }, null)
    return details && { details, at: at.toISOString(), isForNumber: is_for }
  }

  return {
    async byReference(typed, asker) {
      await budgets.spend('payments', asker)
      const reference = referenceIn(typed)
      // Asked in any case: how long an answer takes says nothing.
      const row = await db
        .selectFrom('pay_order')
        .select('id')
        .where('reference', '=', reference ?? '-')
        .executeTakeFirst()
      return row?.id ?? null
    },

    async ofProven({ msisdn, visit, asker, language }) {
      await budgets.spend('payments', asker)
      if (!(await codes.hasProven({ msisdn, purpose: 'FIND', visit }))) throw new Problem('code-user-unknown')
      const since = new Date(clock.now().getTime() - FOUND_DAYS * 86_400_000)
      const rows = await findRows(db, msisdn, since)
      const payments = await Promise.all(rows.slice(0, MOST_FOUND).map((row) => found(row, language)))
      return { payments: payments.filter((payment) => payment !== null), hasMore: rows.length > MOST_FOUND }
    },

    async close(msisdn, visit) {
      await codes.spendProven({ msisdn, purpose: 'FIND', visit })
    },
  }
}

type FoundRow = { id: string; at: Date; is_for: boolean }

/** What nobody was ever asked to pay is no payment. */
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
    order by o.created_at desc, o.id limit ${MOST_FOUND + 1}`.execute(db)
  return rows
}
