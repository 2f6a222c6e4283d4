import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { afterRestore } from '../engine/after-restore.ts'
import { openPaymentStore } from './payment.store.ts'

type Place = { db: Database; clock: Clock }

export type RestoredBook = {
  /** The last line that the book holds; what happened later is known outside only. */
  endsAt: Date | null
  orders: number
  purchases: number
  /** Notices about payments of which the book knows nothing. */
  strangers: { connector: string; reference: string | null; receivedAt: Date }[]
}

/** Payments older than this are over: providers are asked for two days. */
const LOOK_BACK = '3 days'
const MOST_STRANGERS = 200

/**
 * F44: run after a backup was restored and before the portal starts on it. Every payment that may have gone on since then is marked, so that
 * provider and operator are asked before anything is sent; purchases that nobody has begun to pay, and one-time codes, are begun anew.
 */
export async function takeUpRestoredBook({ db, clock }: Place): Promise<RestoredBook> {
  const endsAt = await endOfBook(db)
  const { rows } = await sql<{ id: string }>`
    select id from pay_order
    where next_work_at is not null or fulfilment in ('QUEUED', 'SENDING', 'TRACKING')
      or created_at > ${endsAt ?? clock.now()}::timestamptz - ${LOOK_BACK}::interval
    order by created_at`.execute(db)
  const store = openPaymentStore({ db, clock, onChange: () => {} })
  for (const { id } of rows) await store.change(id, (state) => ({ ...afterRestore(state, clock.now()), result: null }))
  const ended = await db.updateTable('purchase').set({ expires_at: clock.now() }).where('expires_at', '>', clock.now()).executeTakeFirst()
  await db.updateTable('pay_payer_proof').set({ ends_at: clock.now() }).where('ends_at', '>', clock.now()).execute()
  await db.deleteFrom('one_time_code_challenge').execute()
  return { endsAt, orders: rows.length, purchases: Number(ended.numUpdatedRows), strangers: await noticesOfStrangers(db) }
}

async function endOfBook(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('pay_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

async function noticesOfStrangers(db: Database): Promise<RestoredBook['strangers']> {
  const { rows } = await sql<RestoredBook['strangers'][number]>`
    select n.connector, n.reference, n.received_at as "receivedAt" from pay_notice n
    where n.done_at is null and not exists (
      select 1 from pay_attempt a where a.connector = n.connector and n.reference in (a.ref, a.provider_ref))
    order by n.id limit ${MOST_STRANGERS}`.execute(db)
  return rows
}
