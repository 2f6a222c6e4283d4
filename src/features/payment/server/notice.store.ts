import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { isCardNumber } from '#shared/card-numbers.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { isAboutPayment } from '#outbound/work-under-way.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ConnectorInfo, Notice } from '#payment-connectors/payment-connector.ts'
import type { KeptNotice } from '../engine/payment-ports.ts'
import { maskBody, maskNotice } from './mask-notice.ts'

/**
 * Who can have sent a notice: the provider, who signed it; somebody who knows the address that holds our mark, the provider or the payer; or
 * anybody.
 */
export type NoticeOrigin = 'signed' | 'marked' | 'unmarked'

export type ArrivedNotice = { connector: ConnectorInfo['id']; notice: Notice; body: Buffer; isMarked: boolean }

export type NoticeKeeping =
  | { kind: 'kept'; kept: KeptNotice }
  /** One that says the same is kept already, or too many are; with the attempt it is about, if that is known. */
  | { kind: 'repeated' | 'over-budget'; about: KnownAttempt | null }
  /** Names no payment of ours, now or ever. */
  | { kind: 'foreign' }

export type KnownAttempt = { orderId: string; attemptId: string }

/**
 * Different notices about one payment that are kept in an hour. A payment has about six things to tell in its whole life. What is not kept
 * still makes us ask, so nothing is lost by a full budget; and a stranger's notices do not use up the provider's.
 */
const MOST_OF_REFERENCE: Record<NoticeOrigin, number> = { signed: 100, marked: 20, unmarked: 5 }
/** Notices of anybody about payments that we do not know, per provider and day. They leave after a day. */
const MOST_UNKNOWN = 200

/** More does not fit an index. */
const LONGEST_REFERENCE = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Our own references, as `new-order.ts` makes them. */
const OUR_REFERENCE = /^[A-HJ-NP-Z2-9]{12}$/

/**
 * Keeps a notice, unless it says nothing new or there are too many like it. Masked: nobody's card or address is kept with it. One about a payment
 * that was taken up from a statement (F44) has nothing to wait for: the row before a person notes that its provider told of it.
 */
export async function keepNotice(db: Database, arrived: ArrivedNotice, receivedAt: Date): Promise<NoticeKeeping> {
  const { connector, body, isMarked } = arrived
  const origin: NoticeOrigin = arrived.notice.trust === 'signed' ? 'signed' : isMarked ? 'marked' : 'unmarked'
  if (origin !== 'signed' && !canBeOurs(arrived.notice)) return { kind: 'foreign' }
  const named = origin === 'signed' && !canBeOurs(arrived.notice) ? withoutTyped(arrived.notice) : arrived.notice
  const notice = storable({ ...maskNotice(named), dedupeKey: keyOf(arrived.notice, origin) })
  const { by, value } = notice.attempt
  const reference = value.slice(0, LONGEST_REFERENCE)
  const since = (milliseconds: number) => new Date(receivedAt.getTime() - milliseconds)
  const { rows } = await sql<KeptRow>`
    with known as (
      select a.id, a.order_id, o.reference from pay_attempt a join pay_order o on o.id = a.order_id
      where a.connector = ${connector} and ${sql.ref(by === 'ref' ? 'a.ref' : 'a.provider_ref')} = ${value}
    ), taken_up as (
      update pay_found set heard_at = ${receivedAt}::timestamptz
      where source = ${connector} and reference = ${reference} and ${by === 'ref'}::boolean and not exists (select from known)
      returning reference
    ), budget as (
      select is_known, (
          select count(*) from pay_notice
          where connector = ${connector} and reference = ${reference} and origin = ${origin} and received_at > ${since(HOUR_MS)}
        ) >= ${MOST_OF_REFERENCE[origin]} or not is_known and ${origin === 'unmarked'} and (
          select count(*) from pay_notice
          where connector = ${connector} and not is_known and origin = 'unmarked' and received_at > ${since(DAY_MS)}
        ) >= ${MOST_UNKNOWN} as is_over
      from (select exists (select from known) as is_known) as look
    ), kept as (
      insert into pay_notice (connector, dedupe_key, reference, origin, is_known, is_marked, notice, body, received_at, done_at)
      select ${connector}, ${notice.dedupeKey}, ${reference}, ${origin}, is_known, ${isMarked}::boolean,
        ${JSON.stringify(notice)}::jsonb, ${maskBody(body, named)}::bytea, ${receivedAt}::timestamptz,
        (select ${receivedAt}::timestamptz from taken_up)
      from budget where not is_over
      on conflict (connector, dedupe_key) do nothing
      returning id
    )
    select (select id from kept) as id, is_over, known.order_id, known.id as attempt_id, known.reference as order_reference,
      exists (select from pay_notice where connector = ${connector} and dedupe_key = ${notice.dedupeKey}) as is_repeated
    from budget left join known on true`.execute(db)
  const [row] = rows
  if (row?.order_reference) isAboutPayment(row.order_reference)
  if (row?.id) return { kind: 'kept', kept: { id: String(row.id), connector, notice, isMarked, receivedAt, hasFailed: false } }
  const about = row?.order_id && row.attempt_id ? { orderId: row.order_id, attemptId: row.attempt_id } : null
  return { kind: row?.is_over && !row.is_repeated ? 'over-budget' : 'repeated', about }
}

type KeptRow = {
  id: number | null
  is_over: boolean
  is_repeated: boolean
  order_id: string | null
  attempt_id: string | null
  order_reference: string | null
}

/** Nobody can ever place a notice about a reference that is not of our making; and some would be numbers that we must not keep. */
function canBeOurs({ attempt: { by, value } }: Notice): boolean {
  return by === 'ref' ? OUR_REFERENCE.test(value) : !isCardNumber(value)
}

/** What is signed is kept whatever it names; a card number in the place of a reference of ours is not. */
function withoutTyped(notice: Notice): Notice {
  return { ...notice, attempt: { ...notice.attempt, value: maskSecrets(notice.attempt.value) } }
}

/**
 * A provider that signs names its notices itself. All others are told apart by what they say: whatever else is written around it, and however
 * it is spelled, it is the same notice. A stranger's is never taken for the one on our own address.
 */
function keyOf({ dedupeKey, attempt, seen, providerRef = '' }: Notice, origin: NoticeOrigin): string {
  if (origin === 'signed') return isPlainKey(dedupeKey) ? dedupeKey : hash('sha256', dedupeKey, 'base64url')
  const amount = 'amount' in seen ? `${seen.amount.minor} ${seen.amount.currency}` : ''
  const meaning = [origin, attempt.by, attempt.value, providerRef, seen.state, seen.provider?.code ?? '', amount]
  const transaction = seen.state === 'paid' ? seen.providerTxnId : ''
  return hash('sha256', JSON.stringify([...meaning, transaction]), 'base64url')
}

/** Short enough for an index, and nothing in it that somebody typed. */
function isPlainKey(key: string): boolean {
  return key.length <= LONGEST_REFERENCE && maskSecrets(key) === key
}

/** PostgreSQL keeps neither a zero character nor half of one; whoever sends such a thing still gets an answer. */
function storable(notice: Notice): Notice {
  const clean = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value)
  return JSON.parse(JSON.stringify(notice, clean)) as Notice
}

/** Those not looked at for longest come first, so that notices nobody can place yet never stand in the way of others. */
export async function openNotices({ db, clock }: { db: Database; clock: Clock }, limit: number): Promise<KeptNotice[]> {
  const { rows } = await sql<NoticeRow>`
    update pay_notice set looked_at = ${clock.now()} where id in (
      select n.id from pay_notice n left join work_trouble t on t.kind = 'notice' and t.item = n.id::text
      where n.done_at is null and (t.item is null or t.until <= ${clock.now()})
      order by n.looked_at nulls first, n.id limit ${limit} for update of n skip locked)
    returning id, connector, notice, is_marked, received_at,
      exists (select 1 from work_trouble t where t.kind = 'notice' and t.item = pay_notice.id::text) as has_failed`.execute(db)
  return rows
    .toSorted((first, second) => first.id - second.id)
    .map(({ id, connector, notice, is_marked: isMarked, received_at: receivedAt, has_failed: hasFailed }) => ({
      id: String(id),
      connector,
      notice,
      isMarked,
      receivedAt,
      hasFailed,
    }))
}

type NoticeRow = {
  id: number
  connector: ConnectorInfo['id']
  notice: Notice
  is_marked: boolean
  received_at: Date
  has_failed: boolean
}
