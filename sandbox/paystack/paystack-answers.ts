import type { FastifyReply } from 'fastify'
import type { Transaction } from './paystack-transactions.ts'
import { COUNTRY } from '../operator.ts'

export const INTEGRATION = 227_001
const SECOND_MS = 1000

export type PaystackError = { status: number; message: string; nextStep: string; type?: 'validation_error' | 'api_error'; code: string }

export const invalidParameters = (message: string, nextStep = 'Ensure that the value(s) you are passing are valid.'): PaystackError => ({
  status: 400,
  message,
  nextStep,
  code: 'invalid_params',
})

export function sendSuccess(reply: FastifyReply, message: string, data: unknown, more: object = {}): FastifyReply {
  return reply.send({ status: true, message, data, ...more })
}

export function sendError(
  reply: FastifyReply,
  { status, message, nextStep, type = 'validation_error', code }: PaystackError,
): FastifyReply {
  return reply.code(status).send({ status: false, message, meta: { nextStep }, type, code })
}

/** A transaction as verify, the list and `charge.success` show it: every key that PaystackOSS/openapi requires is there. */
export function transactionData(transaction: Transaction): object {
  const { amount, card, paidAt, createdAt } = transaction
  const paid = paidAt === undefined ? null : isoTime(paidAt)
  return {
    id: transaction.id,
    domain: 'test',
    status: transaction.status,
    reference: transaction.reference,
    receipt_number: null,
    amount,
    message: null,
    gateway_response: transaction.gatewayResponse,
    paid_at: paid,
    created_at: isoTime(createdAt),
    channel: 'card',
    currency: transaction.currency,
    ip_address: '127.0.0.1',
    metadata: transaction.metadata,
    log: logOf(transaction),
    fees: paidAt === undefined ? null : 0,
    fees_split: null,
    authorization: card && paidAt !== undefined ? authorizationOf(transaction) : {},
    customer: customerOf(transaction),
    plan: null,
    split: {},
    order_id: null,
    paidAt: paid,
    createdAt: isoTime(createdAt),
    requested_amount: amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: isoTime(createdAt),
    plan_object: {},
    subaccount: {},
  }
}

export function customerOf({ email, id }: Transaction): object {
  return {
    id: id % 100_000_000,
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_sandbox${id % 1_000_000}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

function authorizationOf({ card, id }: Transaction): object {
  return {
    authorization_code: `AUTH_sandbox${id % 1_000_000}`,
    bin: card?.bin,
    last4: card?.last4,
    exp_month: card?.expMonth,
    exp_year: card?.expYear,
    channel: 'card',
    card_type: 'visa',
    bank: 'TEST BANK',
    country_code: COUNTRY.code,
    brand: 'visa',
    reusable: true,
    signature: `SIG_sandbox${card?.last4}`,
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  }
}

/** Null until the checkout page is opened. */
function logOf({ steps }: Transaction): object | null {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return null
  const seconds = (at: number) => Math.round((at - first.at) / SECOND_MS)
  return {
    start_time: Math.round(first.at / SECOND_MS),
    time_spent: seconds(last.at),
    attempts: steps.filter(({ type }) => type === 'error' || type === 'success').length,
    errors: steps.filter(({ type }) => type === 'error').length,
    success: steps.some(({ type }) => type === 'success'),
    mobile: false,
    input: [],
    history: steps.map(({ type, message, at }) => ({ type, message, time: seconds(at) })),
  }
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}
