import type { PaymentDatabase } from './payment-world.ts'

const AT_ONCE = 100_000

/** A year of payments: delivered orders with their attempt, hashed ledger rows and webhook. */
export async function storePayments(database: PaymentDatabase, count: number): Promise<void> {
  // Loading is not measured: without foreign keys and disk flushes.
  await database.query(`set session_replication_role = replica; set synchronous_commit = off`)
  for (let from = 1; from <= count; from += AT_ONCE) await storeSome(database, from, Math.min(count, from + AT_ONCE - 1))
  await database.query(`set session_replication_role = origin; set synchronous_commit = on`)
  await database.query('vacuum analyze')
}

async function storeSome(database: PaymentDatabase, from: number, to: number): Promise<void> {
  const numbers = `generate_series(${from}, ${to}) n`
  const orderId = `substr(md5('order' || n), 1, 22)`
  const attemptId = `md5('attempt' || n)::uuid`
  const at = `now() - n * interval '15 seconds'`
  await database.query(`
    insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency,
      wanted_until, fulfilment, sends, operator_reference, paid_at, messages_sent, message_tries, created_at)
    select ${orderId}, 'S' || n, 'stored' || n, md5('h' || n), decode(md5('v' || n) || md5('w' || n), 'hex'),
      '{"msisdn":"90000001","amount":1000,"currency":"XOF","transactionType":"PREPAID_RECHARGE","description":"","redirectPage":"/prepaid-recharge"}',
      '{"kind":"airtime","msisdn":"90000001","amount":1000}', 'fr', 1000, 'XOF',
      ${at} + interval '1 day', 'DONE', 1, 'O' || n, ${at}, '{delivered}', 1, ${at}
    from ${numbers};
    insert into pay_attempt (id, order_id, position, ref, correlation_id, connector, is_push, state, is_winner, provider_ref,
      provider_txn_id, asked_minor, asked_currency, paid_minor, paid_currency, payer, queries, is_delivery_reported, created_at)
    select ${attemptId}, ${orderId}, 0, 'R' || n, md5('c' || n)::uuid, 'dpo', false, 'PAID', true, 'P' || n, 'T' || n, 1000, 'XOF', 1000, 'XOF',
      '{"msisdn":"90000001","email":"amina@example.ne"}', 1, true, ${at}
    from ${numbers};
    insert into pay_event (order_id, attempt_id, at, kind, source, from_state, to_state, amount_minor, currency, sequence, seal)
    select ${orderId}, ${attemptId}, ${at}, kind, 'notice', 'WAITING', 'PAID', 1000, 'XOF', (n - 1)::bigint * 4 + place,
      decode(md5('s' || n) || md5('t' || n), 'hex')
    from ${numbers}, (values (1, 'attempt-begun'), (2, 'seen-paid'), (3, 'delivery-sent'), (4, 'delivered')) as line (place, kind);
    insert into pay_notice (connector, dedupe_key, notice, body, received_at, done_at)
    select 'dpo', 'stored' || n, '{}', 'stored', ${at}, ${at} from ${numbers}`)
}
