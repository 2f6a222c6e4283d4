import pg from 'pg'
import type { AttemptRecord, OrderRecord, RefundRecord, PaymentRecords } from './payment-records.ts'

/** Reads the portal's tables directly, independent of the portal. */
export async function readPaymentRecords(databaseUrl: string): Promise<PaymentRecords> {
  return withConnection(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const orders = await client.query<OrderRecord>(
      'select id, reference, amount_minor::float8 as amount, fulfilment, review from pay_order order by created_at',
    )
    const attempts = await client.query<AttemptRecord>(
      'select id, order_id as "orderId", ref, connector, state, paid_minor::float8 as paid from pay_attempt order by created_at',
    )
    const refunds = await client.query<RefundRecord>(
      'select order_id as "orderId", attempt_id as "attemptId", ref, amount_minor::float8 as amount, state from pay_refund',
    )
    await client.query('commit')
    return { orders: orders.rows, attempts: attempts.rows, refunds: refunds.rows }
  })
}

/** Size of stored webhooks, authentic and forged. */
export async function storedWebhooks(databaseUrl: string): Promise<{ rows: number; bytes: number }> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ rows: number; bytes: number }>(
      'select count(*)::int as rows, coalesce(sum(length(body)), 0)::int as bytes from pay_notice',
    )
    return rows[0] ?? { rows: 0, bytes: 0 }
  })
}

/** Ends the portal's wait of a quarter of an hour for the payment of an early webhook. */
export async function ageEarlyWebhooks(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, (client) =>
    client.query(`update pay_notice set received_at = received_at - interval '16 minutes' where done_at is null and not is_known`),
  )
}

/** Those of these transactions that the portal does not have. */
export async function findMissingOrders(databaseUrl: string, transactions: readonly string[]): Promise<string[]> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from pay_order where id = any($1)', [transactions])
    const known = new Set(rows.map(({ id }) => id))
    return transactions.filter((id) => !known.has(id))
  })
}

/** Number of orders and webhooks due now. */
export async function countDue(databaseUrl: string): Promise<number> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ due: number }>(
      `select ((select count(*) from pay_order where next_work_at <= now())
        + (select count(*) from pay_notice where done_at is null and received_at < now() - interval '1 second'))::int as due`,
    )
    return rows[0]?.due ?? 0
  })
}

/** Seconds until the last of these orders is due; null when none is. */
export async function secondsToLastWork(databaseUrl: string, references: readonly string[]): Promise<number | null> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ seconds: number | null }>(
      'select extract(epoch from max(next_work_at) - now())::float8 as seconds from pay_order where reference = any($1)',
      [references],
    )
    return rows[0]?.seconds ?? null
  })
}

/**
 * Advances time for these orders: all their times move into the past together, as if the portal's clock had moved on. The real worker
 * then completes leases, grace periods and polling of minutes in seconds.
 */
export async function moveIntoPast(databaseUrl: string, references: readonly string[], seconds: number): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>('select id from pay_order where reference = any($1) for update', [references])
    const ids = rows.map(({ id }) => id)
    for (const [table, key, columns] of SHIFTED) {
      const shifts = columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`)
      await client.query(`update ${table} set ${shifts.join(', ')} where ${key} = any($1)`, [ids, seconds])
    }
    await client.query('commit')
  })
}

const SHIFTED = [
  ['pay_order', 'id', ['created_at', 'wanted_until', 'next_fulfilment_at', 'paid_at', 'absent_since', 'next_message_at', 'next_work_at']],
  ['pay_attempt', 'order_id', ['created_at', 'next_query_at']],
  ['pay_refund', 'order_id', ['created_at', 'absent_since', 'next_work_at']],
] as const

async function withConnection<Value>(databaseUrl: string, ask: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  // The drills kill the server on purpose: a broken connection fails the query, not the drill.
  client.on('error', () => {})
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
