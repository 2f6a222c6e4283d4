import { sql } from 'kysely'
import { toMajor } from '#shared/money.ts'
import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Database } from '#server/database/database.ts'
import { countCustomerData, isPaymentOf } from './customer-data.store.ts'

/** The newest: more do not fit into memory while they are written. */
const MAX_PAYMENTS = 5_000

type MoneyRow = { minor: number | null; currency: string | null }
type AttemptRow = MoneyRow & { method: string; state: string; at: string; payer: string | null; providerNumber: string | null }
type PaymentRow = MoneyRow & {
  reference: string
  askedAt: Date
  kind: string | null
  line: string | null
  product: string | null
  state: string
  paidAt: Date | null
  hasEmail: boolean
  sms: string[]
  attempts: AttemptRow[]
  refunds: (MoneyRow & { cause: string; state: string; at: string })[]
  ledger: { at: string; event: string; from: string | null; to: string | null }[]
}

/**
 * What is stored about a number, as a file for its owner. Numbers of other people in the same payments are masked; e-mail addresses, proofs,
 * codes, keys and names of staff are left out.
 */
export async function exportCustomerData(db: Database, number: MobileNumber, madeAt: Date): Promise<{ body: string; rows: number }> {
  const counts = await countCustomerData(db, number)
  const payments = await readPayments(db, number)
  const [claims, links, purchases, leads, codes, ussdSessions, ussdPayments] = await readOthers(db, number)
  const data = {
    number,
    madeAt,
    counts,
    // The oldest, beyond what one file holds.
    paymentsLeftOut: Math.max(0, counts.payments - payments.length),
    payments: payments.map((payment) => ownPayment(payment, number)),
    claims: claims?.map((claim) => ({ ...claim, answer: typeof claim.answer === 'string' ? maskSecrets(claim.answer) : null })),
    paymentLinks: links,
    purchases,
    broadbandRequests: leads,
    oneTimeCodes: codes,
    ussdSessions,
    ussdPayments,
  }
  const rows = Object.values(data).reduce((sum: number, part) => sum + (Array.isArray(part) ? part.length : 0), 0)
  return { body: `${JSON.stringify(data, null, 2)}\n`, rows }
}

async function readPayments(db: Database, number: MobileNumber): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select o.reference, o.created_at as "askedAt", o.delivery ->> 'kind' as kind, o.delivery ->> 'msisdn' as line,
      o.query_data ->> 'description' as product, o.amount_minor as minor, o.currency, o.fulfilment as state, o.paid_at as "paidAt",
      coalesce(o.query_data ->> 'emailId', '') <> '' as "hasEmail", o.messages_sent as sms,
      (select coalesce(json_agg(json_build_object('method', a.connector, 'state', a.state, 'at', a.created_at, 'minor', coalesce(a.paid_minor, a.asked_minor),
        'currency', coalesce(a.paid_currency, a.asked_currency), 'payer', a.payer ->> 'msisdn', 'providerNumber', a.provider_txn_id) order by a.position), '[]')
        from pay_attempt a where a.order_id = o.id) as attempts,
      (select coalesce(json_agg(json_build_object('minor', r.amount_minor, 'currency', r.currency, 'cause', r.cause, 'state', r.state, 'at', r.created_at)
        order by r.created_at), '[]') from pay_refund r where r.order_id = o.id) as refunds,
      (select coalesce(json_agg(json_build_object('at', e.at, 'event', e.kind, 'from', e.from_state, 'to', e.to_state) order by e.id), '[]')
        from pay_event e where e.order_id = o.id) as ledger
    from pay_order o where ${isPaymentOf(number)} order by o.created_at desc limit ${MAX_PAYMENTS}`.execute(db)
  return rows
}

function ownPayment({ line, attempts, refunds, sms, ...payment }: PaymentRow, number: MobileNumber): object {
  return {
    ...withMoney(payment),
    line: line === null ? null : own(line, number),
    sms: [...new Set(sms.map((name) => name.split(':', 1)[0]))],
    attempts: attempts.map(({ payer, providerNumber, ...attempt }) => ({
      ...withMoney(attempt),
      payer: payer === null ? null : own(payer, number),
      // Another payer's number at the provider leads to that payer.
      providerNumber: payer === number ? providerNumber : null,
    })),
    refunds: refunds.map(withMoney),
  }
}

function own(found: string, number: MobileNumber): string {
  return found === number ? found : maskMobileNumber(found)
}

function withMoney<Row extends MoneyRow>({ minor, currency, ...row }: Row): object {
  return { ...row, amount: minor !== null && currency !== null ? toMajor({ minor, currency }) : null, currency }
}

type Stored = Record<string, unknown>

async function readOthers(db: Database, number: MobileNumber): Promise<Stored[][]> {
  const queries = [
    sql<Stored>`select number, kind, words, opened_at as "openedAt", closed_at as "closedAt", answer, right_number is not null as "hasRightNumber"
      from pay_case where msisdn = ${number} order by id`,
    sql<Stored>`select kind, amount, product_code as product, price_minor as "priceMinor", currency, made_at as "madeAt", ends_at as "endsAt", begun
      from payment_link where msisdn = ${number} order by made_at`,
    sql<Stored>`select query_data ->> 'transactionType' as kind, query_data ->> 'description' as product, created_at as "chosenAt", expires_at as "endsAt"
      from purchase where query_data ->> 'msisdn' = ${number} order by created_at`,
    sql<Stored>`select reference, product_code as product, city, consented_at as "consentedAt", consent_version as "consentVersion",
      operator_lead_id as "operatorNumber", created_at as "askedAt" from home_broadband_lead where contact_number = ${number} order by created_at`,
    sql<Stored>`select sent_at as "sentAt", is_used as "isUsed" from one_time_code where msisdn = ${number} order by sent_at`,
    sql<Stored>`select language, begun_at as "begunAt", heard_at as "heardAt", ended_at as "endedAt" from ussd_session
      where msisdn = ${number} order by id`,
    sql<Stored>`select way, amount, asked_at as "askedAt" from ussd_purchase where msisdn = ${number} order by asked_at`,
  ]
  const found: Stored[][] = []
  for (const query of queries) found.push((await query.execute(db)).rows)
  return found
}
