/**
 * The two most frequent statements of payments, fixed so that PostgreSQL plans them once. One reads an order with everything that belongs
 * to it; the other writes a change, if the order is unchanged since it was read.
 */

const ORDER_FACTS = [
  'id',
  'reference',
  'delivery',
  'amount_minor',
  'currency',
  'wanted_until',
  'subject',
  'subject_debt',
  'created_at',
] as const
const ORDER_EXTRAS = ['visit_id', 'query_data', 'language', 'client_key', 'origin', 'quote'] as const
export const ORDER_CHANGES = [
  'fulfilment',
  'sends',
  'operator_reference',
  'refusal',
  'next_fulfilment_at',
  'paid_at',
  'absent_since',
  'review',
  'messages_sent',
  'message_tries',
  'next_message_at',
  'troubles',
  'restored_at',
  'owed_at',
  'next_work_at',
] as const

const ATTEMPT_FACTS = [
  'id',
  'position',
  'ref',
  'correlation_id',
  'connector',
  'is_push',
  'payer',
  'asked_minor',
  'asked_currency',
  'asked_rate',
  'created_at',
  'has_return_mark',
] as const
export const ATTEMPT_CHANGES = [
  'state',
  'is_winner',
  'reason',
  'provider_ref',
  'provider_txn_id',
  'paid_minor',
  'paid_currency',
  'action',
  'method',
  'doubt_why',
  'doubt_since',
  'last_asked_at',
  'is_excess_returned',
  'secrets_sent',
  'is_secret_pending',
  'queries',
  'next_query_at',
  'is_delivery_reported',
  'other_ways_from',
  'retry_at',
  'report_since',
  'report_tries',
  'next_report_at',
] as const

const REFUND_FACTS = ['id', 'attempt_id', 'ref', 'amount_minor', 'currency', 'created_at'] as const
export const REFUND_CHANGES = ['cause', 'state', 'tries', 'absent_since', 'next_work_at'] as const

const EVENT_COLUMNS = ['attempt_id', 'at', 'kind', 'source', 'from_state', 'to_state', 'code', 'amount_minor', 'currency'] as const

const columns = (names: readonly string[], of?: string) => names.map((name) => (of ? `${of}.${name}` : name)).join(', ')

/** As text, because a JSON number becomes a double. */
const exactInJson = (name: string) => (name === 'asked_rate' ? `${name}::text` : name)

/** $1: the order. One statement sees one snapshot, so the version covers all of it. */
export const READ_ORDER = `
  select ${columns([...ORDER_FACTS, ...ORDER_EXTRAS, ...ORDER_CHANGES, 'version'], 'o')},
    (select coalesce(json_agg(a order by a.position), '[]') from (
      select ${columns([...ATTEMPT_FACTS, ...ATTEMPT_CHANGES].map(exactInJson))} from pay_attempt where order_id = o.id) a) as attempts,
    (select coalesce(json_agg(r order by r.created_at), '[]') from (
      select ${columns([...REFUND_FACTS, ...REFUND_CHANGES])} from pay_refund where order_id = o.id) r) as refunds
  from pay_order o where o.id = $1`

const insertAll = (table: string, names: readonly string[], parameter: string) => `
    insert into ${table} (order_id, ${columns(names)})
    select m.id, ${columns(names, 'n')} from moved m, jsonb_populate_recordset(null::${table}, ${parameter}::jsonb) n`
const orChange = (names: readonly string[]) => `
    on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`

/**
 * $1: the order; $2: the version it was decided on; $3 to $6: the order's, attempts', refunds' and events' rows. Of two changes decided on
 * the same version the row lock lets one pass; the other updates no row, and so writes nothing else.
 */
export const WRITE_CHANGE = `
  with moved as (
    update pay_order o set ${ORDER_CHANGES.map((name) => `${name} = n.${name}`).join(', ')}, version = o.version + 1
    from jsonb_populate_record(null::pay_order, $3::jsonb) n
    where o.id = $1 and o.version = $2 returning o.id
  ), attempts as (${insertAll('pay_attempt', [...ATTEMPT_FACTS, ...ATTEMPT_CHANGES], '$4')}${orChange(ATTEMPT_CHANGES)}
  ), refunds as (${insertAll('pay_refund', [...REFUND_FACTS, ...REFUND_CHANGES], '$5')}${orChange(REFUND_CHANGES)}
  ), events as (${insertAll('pay_event', EVENT_COLUMNS, '$6')}
  )
  select id from moved`
