import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { afterRestore } from '../../engine/after-restore.ts'
import { createPaymentStore } from '../orders/payment.store.ts'

type Place = { db: Database; clock: Clock }

export type RestoredLedger = {
  /** The last row of the ledger; later events are known outside only. */
  endsAt: Date | null
  orders: number
  purchases: number
  /** Webhooks about payments that the ledger does not contain. */
  strangers: { connector: string; reference: string | null; receivedAt: Date }[]
}

/** Older payments have ended: providers are queried for two days. */
const LOOK_BACK = '3 days'

/**
 * F44: runs after a backup was restored and before the portal starts on it. Every payment that may have continued since then is marked, so
 * provider and operator are queried before anything is sent. Purchases without an attempt, and one-time codes, start over.
 */
export async function prepareRestoredLedger({ db, clock }: Place, mostStrangers: number): Promise<RestoredLedger> {
  const endsAt = await endOfLedger(db)
  const { rows } = await sql<{ id: string }>`
    select id from pay_order
    where next_work_at is not null or fulfilment in ('QUEUED', 'SENDING', 'TRACKING')
      or created_at > ${endsAt ?? clock.now()}::timestamptz - ${LOOK_BACK}::interval
    order by created_at`.execute(db)
  const store = createPaymentStore({ db, clock, onChange: () => {} })
  for (const { id } of rows) await store.change(id, (state) => ({ ...afterRestore(state, clock.now()), result: null }))
  const ended = await db.updateTable('purchase').set({ expires_at: clock.now() }).where('expires_at', '>', clock.now()).executeTakeFirst()
  await db.updateTable('pay_payer_proof').set({ ends_at: clock.now() }).where('ends_at', '>', clock.now()).execute()
  await db.deleteFrom('one_time_code_challenge').execute()
  return { endsAt, orders: rows.length, purchases: Number(ended.numUpdatedRows), strangers: await noticesOfStrangers(db, mostStrangers) }
}

async function endOfLedger(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('pay_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

async function noticesOfStrangers(db: Database, limit: number): Promise<RestoredLedger['strangers']> {
  const { rows } = await sql<RestoredLedger['strangers'][number]>`
    select n.connector, n.reference, n.received_at as "receivedAt" from pay_notice n
    where n.done_at is null and not exists (
      select 1 from pay_attempt a where a.connector = n.connector and n.reference in (a.ref, a.provider_ref))
    order by n.id limit ${limit}`.execute(db)
  return rows
}
