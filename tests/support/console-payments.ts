import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { eachPayment, type ListedPayment } from '#console/queries/payment-list.ts'
import type { PaymentFilter } from '#console/queries/payment-filter.ts'
import { aPurchase } from './a-purchase.ts'

type StoredRefund = { state: string; cause?: string; minor?: number }

export type StoredAttempt = {
  state: string
  connector?: string
  isWinner?: boolean
  asked?: number
  /** 'XOF' by default; asked and paid alike. */
  currency?: string
  paid?: number | null
  paidCurrency?: string
  reason?: string
  doubt?: string
  payer?: string
  txn?: string
  providerRef?: string
  isExcessReturned?: boolean
  refund?: StoredRefund
}

export type StoredPayment = {
  reference?: string
  at?: Date
  minor?: number
  currency?: string
  fulfilment?: string
  review?: string | null
  reviewSince?: Date
  refusal?: string | null
  msisdn?: string
  kind?: 'airtime' | 'bundle' | 'bill'
  leadId?: string
  askedLink?: string
  deliveredAt?: Date
  language?: string
  email?: string
  attempts?: readonly StoredAttempt[]
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const aReference = () => `G${Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** Stores a payment exactly as described, also one that the engine would never write. */
export async function storePayment(db: Database, payment: StoredPayment): Promise<{ id: string; reference: string }> {
  const {
    at = new Date(),
    minor = 1000,
    currency = 'XOF',
    fulfilment = 'NONE',
    review = null,
    refusal = null,
    msisdn = '90000001',
  } = payment
  const { kind = 'airtime', leadId, askedLink, language = 'fr', email, attempts = [] } = payment
  const id = randomBytes(16).toString('base64url')
  const reference = payment.reference ?? aReference()
  const delivery = { kind, msisdn, ...(kind === 'bundle' && { productCode: 'P1' }), ...(leadId !== undefined && { leadId }) }
  const transactionType =
    kind === 'bill' ? 'POSTPAID_BILL' : leadId ? 'HBB_LEADS' : kind === 'bundle' ? 'PREPAID_BUNDLES' : 'PREPAID_RECHARGE'
  const { amount: _amount, ...purchase } = aPurchase({
    msisdn,
    currency,
    transactionType,
    emailId: email ?? null,
    ...(kind === 'bundle' && { description: '1 Go', productCode: 'P1' }),
    ...(askedLink !== undefined && { askedLink }),
  })
  const isPaid = attempts.some(({ state }) => state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED')
  await sql`
    insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency, wanted_until,
      fulfilment, sends, messages_sent, message_tries, created_at, review, review_since, refusal, paid_at)
    values (${id}, ${reference}, ${id}, '', ${Buffer.from(id)}, ${JSON.stringify(purchase)}, ${JSON.stringify(delivery)}, ${language}, ${minor}, ${currency},
      now(), ${fulfilment}, 0, '{}', 0, ${at}, ${review}, ${payment.reviewSince ?? null}, ${refusal}, ${isPaid ? at : null})`.execute(db)
  for (const [position, attempt] of attempts.entries()) await storeAttempt(db, { id, minor, currency, at, msisdn }, position, attempt)
  if (payment.deliveredAt)
    await sql`insert into pay_event (order_id, at, kind, source, from_state, to_state) values (${id}, ${payment.deliveredAt}, 'delivered', 'operator', 'SENDING', 'DONE')`.execute(
      db,
    )
  return { id, reference }
}

type Stored = { id: string; minor: number; currency: string; at: Date; msisdn: string }

async function storeAttempt(db: Database, order: Stored, position: number, attempt: StoredAttempt): Promise<void> {
  const { state, connector = 'money-push', isWinner = false, asked = order.minor, currency = order.currency, reason = null } = attempt
  const isSettled = state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED'
  const paid = attempt.paid === undefined ? (isSettled ? asked : null) : attempt.paid
  const attemptId = randomUUID()
  await sql`
    insert into pay_attempt (id, order_id, position, ref, correlation_id, connector, is_push, state, is_winner, reason, asked_minor, asked_currency,
      paid_minor, paid_currency, provider_txn_id, provider_ref, payer, queries, is_delivery_reported, created_at, doubt_why, doubt_since, is_excess_returned)
    values (${attemptId}, ${order.id}, ${position}, ${aReference().slice(1)}, ${randomUUID()}, ${connector}, false, ${state}, ${isWinner}, ${reason}, ${asked},
      ${currency}, ${paid}, ${paid === null ? null : (attempt.paidCurrency ?? currency)}, ${attempt.txn ?? null}, ${attempt.providerRef ?? null},
      ${JSON.stringify({ msisdn: attempt.payer ?? order.msisdn, email: 'payer@example.ne' })}, 0, false, ${order.at}, ${attempt.doubt ?? null},
      ${attempt.doubt ? order.at : null}, ${attempt.isExcessReturned ?? false})`.execute(db)
  if (!attempt.refund) return
  const { state: refundState, cause = 'not-delivered', minor = paid ?? asked } = attempt.refund
  await sql`
    insert into pay_refund (id, order_id, attempt_id, ref, amount_minor, currency, cause, state, tries, created_at)
    values (${randomUUID()}, ${order.id}, ${attemptId}, ${aReference().slice(1)}, ${minor}, ${currency}, ${cause}, ${refundState}, 0, ${order.at})`.execute(
    db,
  )
}

/** All rows of a list, read page by page. */
export async function listedPayments(db: Database, filter: PaymentFilter): Promise<ListedPayment[]> {
  const rows: ListedPayment[] = []
  for await (const payments of eachPayment(db, filter, 3)) rows.push(...payments)
  return rows
}
