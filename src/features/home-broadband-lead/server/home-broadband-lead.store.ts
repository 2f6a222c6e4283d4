import { sql, type Selectable, type Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

export type StoredLead = Selectable<Tables['home_broadband_lead']>
export type NewRow = Omit<StoredLead, 'sending_until' | 'answered_at' | 'operator_lead_id' | 'purchase_id'>

type Tx = Transaction<Tables>

/** Serialises requests of one number over all replicas, because their limit is counted in rows. */
export async function lockContact(tx: Tx, contactNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`home-broadband-lead:${contactNumber}`}, 0))`.execute(tx)
}

export async function countLeads(db: Database, contactNumber: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('home_broadband_lead')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('contact_number', '=', contactNumber)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertLead(tx: Tx, row: NewRow): Promise<StoredLead> {
  return tx.insertInto('home_broadband_lead').values(row).returningAll().executeTakeFirstOrThrow()
}

/** By one of the values that only one request has. */
export async function findLead<Key extends 'id' | 'submission_key' | 'operator_lead_id'>(
  db: Database,
  key: Key,
  value: NonNullable<StoredLead[Key]>,
): Promise<StoredLead | null> {
  const row = await db.selectFrom('home_broadband_lead').selectAll().where(sql.ref(key), '=', value).executeTakeFirst()
  return row ?? null
}

export async function findSameRequest(
  db: Database,
  { requestHash, visitId, since }: { requestHash: Buffer; visitId: Buffer; since: Date },
): Promise<StoredLead | null> {
  const row = await db
    .selectFrom('home_broadband_lead')
    .selectAll()
    .where('visit_id', '=', visitId)
    .where('request_hash', '=', requestHash)
    .where('created_at', '>', since)
    // A request that was answered without a number may be sent again.
    .where((is) => is.or([is('answered_at', 'is', null), is('operator_lead_id', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

export async function findNewestOf(db: Database, visitId: Buffer): Promise<StoredLead | null> {
  const row = await db
    .selectFrom('home_broadband_lead')
    .selectAll()
    .where('visit_id', '=', visitId)
    .where('operator_lead_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** Lets one of several senders proceed, because the operator cannot detect duplicates. */
export async function claimSending(db: Database, id: string, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const claimed = await db
    .updateTable('home_broadband_lead')
    .set({ sending_until: until })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where((is) => is.or([is('sending_until', 'is', null), is('sending_until', '<=', now)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

export async function releaseSending(db: Database, id: string): Promise<void> {
  await db.updateTable('home_broadband_lead').set({ sending_until: null }).where('id', '=', id).execute()
}

export async function keepAnswer(db: Database, id: string, answer: { leadId: string | null; now: Date }): Promise<void> {
  await db
    .updateTable('home_broadband_lead')
    .set({ answered_at: answer.now, operator_lead_id: answer.leadId, sending_until: null })
    .where('id', '=', id)
    .execute()
}

/** The first purchase is final: one request, one payment. */
export async function keepPurchase(db: Database, id: string, purchaseId: string): Promise<void> {
  await db
    .updateTable('home_broadband_lead')
    .set({ purchase_id: purchaseId })
    .where('id', '=', id)
    .where('purchase_id', 'is', null)
    .execute()
}
