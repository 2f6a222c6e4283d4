import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { isCardNumber } from '#shared/card-numbers.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { setPaymentReference } from '#outbound/request-context.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ConnectorInfo, Webhook } from '#payment-connectors/payment-connector.ts'
import { isOpen } from '../../engine/attempt-states.ts'
import type { StoredWebhook } from '../../engine/payment-ports.ts'
import type { AttemptState } from '../../engine/records.ts'
import { maskBody, maskWebhook } from './mask-webhook.ts'
import { accountOf } from '../reconciliation/statement-sources.ts'

/**
 * Possible senders of a webhook. Signed: the provider. Marked: the holder of the address with our mark, which is the provider. Unmarked:
 * anyone, the payer included.
 */
export type WebhookOrigin = 'signed' | 'marked' | 'unmarked'

export type ReceivedWebhook = { connector: ConnectorInfo['id']; webhook: Webhook; body: Buffer; hasUrlToken: boolean }

export type WebhookSaveResult =
  | { kind: 'kept'; kept: StoredWebhook }
  /** The same content is stored already, or too much is; with the attempt it is about, if known. */
  | { kind: 'repeated' | 'over-budget'; about: KnownAttempt | null }
  /** Names no payment of ours, now or ever. */
  | { kind: 'foreign' }

export type KnownAttempt = { orderId: string; attemptId: string }

/**
 * Different webhooks about one payment that are stored in an hour. A payment causes about six in its whole life. One that is not stored
 * still causes a query, so a full limit loses nothing; and unmarked webhooks do not use up the provider's limit.
 */
const MAX_PER_REFERENCE: Record<WebhookOrigin, number> = { signed: 100, marked: 20, unmarked: 5 }
/** Unmarked webhooks about unknown payments, per provider and day. They are deleted after a day. */
const MAX_UNKNOWN = 200

/** A longer value does not fit an index. */
const MAX_REFERENCE = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Our own references, as `new-order.ts` makes them. */
const OUR_REFERENCE = /^[A-HJ-NP-Z2-9]{12}$/

/**
 * Stores a webhook, unless its content is stored already or the limit is reached. It is masked: no card or address is stored with it. A
 * webhook about a payment imported from a statement (F44) is done at once: the row for review records that its provider reported it.
 */
export async function saveWebhook(db: Database, arrived: ReceivedWebhook, receivedAt: Date): Promise<WebhookSaveResult> {
  const { connector, body, hasUrlToken } = arrived
  const origin: WebhookOrigin = arrived.webhook.trust === 'signed' ? 'signed' : hasUrlToken ? 'marked' : 'unmarked'
  if (origin !== 'signed' && !canBeOurs(arrived.webhook)) return { kind: 'foreign' }
  const named = origin === 'signed' && !canBeOurs(arrived.webhook) ? withoutTyped(arrived.webhook) : arrived.webhook
  const webhook = storable({ ...maskWebhook(named), dedupeKey: keyOf(arrived.webhook, origin) })
  const { by, value } = webhook.attempt
  const reference = value.slice(0, MAX_REFERENCE)
  const since = (milliseconds: number) => new Date(receivedAt.getTime() - milliseconds)
  const { rows } = await sql<StoredRow>`
    with known as (
      select a.id, a.order_id, o.reference from pay_attempt a join pay_order o on o.id = a.order_id
      where a.connector = ${connector} and ${sql.ref(by === 'ref' ? 'a.ref' : 'a.provider_ref')} = ${value}
    ), taken_up as (
      update pay_found set heard_at = ${receivedAt}::timestamptz
      where source in (${connector}, ${accountOf(connector)}) and reference = ${reference} and ${by === 'ref'}::boolean and not exists (select from known)
      returning reference
    ), budget as (
      select is_known, (
          select count(*) from pay_notice
          where connector = ${connector} and reference = ${reference} and origin = ${origin} and received_at > ${since(HOUR_MS)}
        ) >= ${MAX_PER_REFERENCE[origin]} or not is_known and ${origin === 'unmarked'} and (
          select count(*) from pay_notice
          where connector = ${connector} and not is_known and origin = 'unmarked' and received_at > ${since(DAY_MS)}
        ) >= ${MAX_UNKNOWN} as is_over
      from (select exists (select from known) as is_known) as look
    ), kept as (
      insert into pay_notice (connector, dedupe_key, reference, origin, is_known, is_marked, notice, body, received_at, done_at)
      select ${connector}, ${webhook.dedupeKey}, ${reference}, ${origin}, is_known, ${hasUrlToken}::boolean,
        ${JSON.stringify(webhook)}::jsonb, ${maskBody(body, named)}::bytea, ${receivedAt}::timestamptz,
        (select ${receivedAt}::timestamptz from taken_up)
      from budget where not is_over
      on conflict (connector, dedupe_key) do nothing
      returning id
    )
    select (select id from kept) as id, is_over, known.order_id, known.id as attempt_id, known.reference as order_reference,
      exists (select from pay_notice where connector = ${connector} and dedupe_key = ${webhook.dedupeKey}) as is_repeated
    from budget left join known on true`.execute(db)
  const [row] = rows
  if (row?.order_reference) setPaymentReference(row.order_reference)
  if (row?.id) return { kind: 'kept', kept: { id: String(row.id), connector, webhook, hasUrlToken, receivedAt, hasFailed: false } }
  const about = row?.order_id && row.attempt_id ? { orderId: row.order_id, attemptId: row.attempt_id } : null
  return { kind: row?.is_over && !row.is_repeated ? 'over-budget' : 'repeated', about }
}

type StoredRow = {
  id: number | null
  is_over: boolean
  is_repeated: boolean
  order_id: string | null
  attempt_id: string | null
  order_reference: string | null
}

/** A reference that we did not create can never match a payment; and some would be numbers that we must not store. */
function canBeOurs({ attempt: { by, value } }: Webhook): boolean {
  return by === 'ref' ? OUR_REFERENCE.test(value) : !isCardNumber(value)
}

/** A signed webhook is stored whatever it names, but without a card number in place of our reference. */
function withoutTyped(webhook: Webhook): Webhook {
  return { ...webhook, attempt: { ...webhook.attempt, value: maskSecrets(webhook.attempt.value) } }
}

/**
 * A signed webhook has its provider's own key. All others are identified by their meaning, not by their spelling or additional content. An
 * unmarked one is never mistaken for the one on our own address.
 */
function keyOf({ dedupeKey, attempt, seen, providerRef = '' }: Webhook, origin: WebhookOrigin): string {
  if (origin === 'signed') return isPlainKey(dedupeKey) ? dedupeKey : hash('sha256', dedupeKey, 'base64url')
  const amount = 'amount' in seen ? `${seen.amount.minor} ${seen.amount.currency}` : ''
  const meaning = [origin, attempt.by, attempt.value, providerRef, seen.state, seen.provider?.code ?? '', amount]
  const transaction = seen.state === 'paid' ? seen.providerTxnId : ''
  return hash('sha256', JSON.stringify([...meaning, transaction]), 'base64url')
}

/** Short enough for an index, and without typed personal data. */
function isPlainKey(key: string): boolean {
  return key.length <= MAX_REFERENCE && maskSecrets(key) === key
}

/** PostgreSQL stores neither a NUL character nor a lone surrogate; a webhook with one still gets a response. */
function storable(webhook: Webhook): Webhook {
  const clean = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value)
  return JSON.parse(JSON.stringify(webhook, clean)) as Webhook
}

/**
 * Abuse 89: a previous version gave one mark to payer and provider. Its attempts trust that mark until they end; later it proves nothing,
 * and a webhook with it counts as unmarked.
 */
export async function isWebhookMarkSecret(db: Database, connector: ConnectorInfo['id'], ref: string): Promise<boolean> {
  const row = await db
    .selectFrom('pay_attempt')
    .select(['has_return_mark', sql<AttemptState>`state`.as('state')])
    .where('connector', '=', connector)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row === undefined || row.has_return_mark === true || isOpen(row.state)
}

/** Least recently tried first, so that webhooks that match no payment yet never block others. */
export async function claimPendingWebhooks({ db, clock }: { db: Database; clock: Clock }, limit: number): Promise<StoredWebhook[]> {
  const { rows } = await sql<WebhookRow>`
    update pay_notice set looked_at = ${clock.now()} where id in (
      select n.id from pay_notice n left join work_trouble t on t.kind = 'notice' and t.item = n.id::text
      where n.done_at is null and (t.item is null or t.until <= ${clock.now()})
      order by n.looked_at nulls first, n.id limit ${limit} for update of n skip locked)
    returning id, connector, notice, is_marked, received_at,
      exists (select 1 from work_trouble t where t.kind = 'notice' and t.item = pay_notice.id::text) as has_failed`.execute(db)
  return rows
    .toSorted((first, second) => first.id - second.id)
    .map(({ id, connector, notice: webhook, is_marked: hasUrlToken, received_at: receivedAt, has_failed: hasFailed }) => ({
      id: String(id),
      connector,
      webhook,
      hasUrlToken,
      receivedAt,
      hasFailed,
    }))
}

type WebhookRow = {
  id: number
  connector: ConnectorInfo['id']
  notice: Webhook
  is_marked: boolean
  received_at: Date
  has_failed: boolean
}
