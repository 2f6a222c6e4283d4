import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

type StoredAttempt = { state: string; doubt?: string }

/** Stores an order with one attempt or none; returns its id. */
export async function storeOrder(db: Database, attempt: StoredAttempt | null): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const name = id.slice(0, 12)
  await sql`
    insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency, wanted_until,
      fulfilment, sends, messages_sent, message_tries, created_at)
    values (${id}, ${`G${name}`}, ${id}, '', '', '{}', '{"kind":"airtime","msisdn":"90000001"}', 'fr', 500, 'XOF', now(), 'NONE', 0, '{}', 0, now())`.execute(
    db,
  )
  if (attempt)
    await sql`
      insert into pay_attempt (id, order_id, position, ref, correlation_id, connector, is_push, state, is_winner, asked_minor, asked_currency, payer, queries,
        is_delivery_reported, created_at, doubt_why, doubt_since)
      values (${randomUUID()}, ${id}, 0, ${name}, ${randomUUID()}, 'airtime', false, ${attempt.state}, false, 500, 'XOF', '{}', 0, false, now(),
        ${attempt.doubt ?? null}, case when ${attempt.doubt ?? null}::text is null then null else now() end)`.execute(db)
  return id
}
