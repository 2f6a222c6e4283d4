import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { DATA_KINDS, isDataKind, type DataCounts, type DataKind } from '../customer-data.ts'

type Number = MobileNumber
type Where = { from: RawBuilder<unknown>; is: (number: Number) => RawBuilder<unknown> }

/** A payment that a purchase led to; strangers who pay it have keys that begin with its id. */
const HAS_PAYMENT = (number: Number) => sql`exists (select from pay_order o
  where o.client_key = purchase.id or (o.delivery ->> 'msisdn' = ${number} and split_part(o.client_key, ':', 1) = purchase.id))`
const IS_BEING_SENT = sql`answered_at is null and sending_until > now()`
const HAS_WORDS = sql`(words <> '' or right_number is not null)`

/** Codes and their limits: five tables that live two days. */
const CODES = sql`(
  select msisdn from one_time_code union all select msisdn from one_time_code_challenge union all select msisdn from code_guess
  union all select msisdn from pay_payer_proof union all select msisdn from unasked_sms) codes`

/** Payments for a number, and payments by it, of `pay_order o`. */
export const isPaymentOf = (number: Number): RawBuilder<unknown> => sql`o.id in (
  select id from pay_order where delivery ->> 'msisdn' = ${number}
  union select order_id from pay_attempt where payer ->> 'msisdn' = ${number})`
const byNumber = (number: Number) => sql`msisdn = ${number}`

const WHERE: Readonly<Record<DataKind, Where>> = {
  payments: { from: sql`pay_order o`, is: isPaymentOf },
  'open-claims': { from: sql`pay_case`, is: (number) => sql`msisdn = ${number} and closed_at is null` },
  claims: { from: sql`pay_case`, is: (number) => sql`msisdn = ${number} and closed_at is not null` },
  'claim-words': { from: sql`pay_case`, is: (number) => sql`msisdn = ${number} and closed_at is not null and ${HAS_WORDS}` },
  links: { from: sql`payment_link`, is: byNumber },
  purchases: { from: sql`purchase`, is: (number) => sql`query_data ->> 'msisdn' = ${number} and not ${HAS_PAYMENT(number)}` },
  'paid-purchases': { from: sql`purchase`, is: (number) => sql`query_data ->> 'msisdn' = ${number} and ${HAS_PAYMENT(number)}` },
  leads: {
    from: sql`home_broadband_lead`,
    is: (number) => sql`contact_number = ${number} and purchase_id is null and (${IS_BEING_SENT}) is not true`,
  },
  'paid-leads': {
    from: sql`home_broadband_lead`,
    is: (number) => sql`contact_number = ${number} and (purchase_id is not null or (${IS_BEING_SENT}) is true)`,
  },
  codes: { from: CODES, is: byNumber },
  'ussd-sessions': { from: sql`ussd_session`, is: byNumber },
  'ussd-payments': { from: sql`ussd_purchase`, is: byNumber },
}

/** How many rows of each kind are stored about a number. */
export async function countCustomerData(db: Database, number: Number): Promise<DataCounts> {
  const counts = Object.entries(WHERE).map(
    ([kind, { from, is }]) => sql`select ${kind} as kind, count(*) as count from ${from} where ${is(number)}`,
  )
  const { rows } = await sql<{ kind: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  const found: Record<DataKind, number> = { ...NOTHING }
  for (const { kind, count } of rows) if (isDataKind(kind)) found[kind] = count
  return found
}

const NOTHING: DataCounts = {
  payments: 0,
  'open-claims': 0,
  claims: 0,
  'claim-words': 0,
  links: 0,
  purchases: 0,
  'paid-purchases': 0,
  leads: 0,
  'paid-leads': 0,
  codes: 0,
  'ussd-sessions': 0,
  'ussd-payments': 0,
}

/**
 * Erases what the law allows, in the transaction of the caller, and counts it. Payments and what belongs to one, open claims, and what limits
 * abuse stay; so does what another process is sending at this moment.
 */
export async function eraseCustomerData(tx: Database, number: Number): Promise<Partial<DataCounts>> {
  const erased: Partial<Record<DataKind, number>> = {}
  for (const [kind, { fate }] of Object.entries(DATA_KINDS)) {
    if (!isDataKind(kind) || fate !== 'erased') continue
    const { from, is } = WHERE[kind]
    const statement =
      kind === 'claim-words'
        ? sql`update pay_case set words = '', right_number = null where ${is(number)}`
        : sql`delete from ${from} where ${is(number)}`
    const { numAffectedRows } = await statement.execute(tx)
    erased[kind] = Number(numAffectedRows ?? 0)
  }
  return erased
}
