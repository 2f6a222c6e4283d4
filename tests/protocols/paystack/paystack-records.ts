import type { Schema } from '#operator/tmforum/document-types.ts'
import { among, anything, FREE_RECORD, orNull, record, text, truth, whole, type Fields } from '../protocol-document.ts'

/** The two great records of Paystack's messages, field by field (paystack-document.ts). */

export const PAYSTACK_NOTE = text('REFUND222222 not delivered')

const customer = record({
  id: whole(7),
  first_name: orNull(text('Amina')),
  last_name: orNull(text('Issa')),
  email: text('amina@example.ne'),
  customer_code: text('CUS_x'),
  phone: orNull(text('90000001')),
  metadata: orNull(anything({})),
  risk_action: text('default'),
  international_format_phone: orNull(text('+22790000001')),
})

const card: Fields = {
  authorization_code: text('AUTH_x'),
  bin: orNull(anything('408408')),
  last4: text('4081'),
  exp_month: text('12'),
  exp_year: text('2030'),
  channel: text('card'),
  card_type: text('visa'),
  bank: text('TEST BANK'),
  country_code: text('NE'),
  brand: text('visa'),
  reusable: truth(true),
  signature: text('SIG_x'),
  account_name: orNull(anything('A')),
  receiver_bank_account_number: orNull(anything('1')),
  receiver_bank: orNull(anything('B')),
}

export const PAYSTACK_INSTANT = text('2026-11-15T12:00:00.000Z')
export const PAYSTACK_NOTHING: Schema = { examples: [null] }

/** The word is free text in the schema; these are the ones that the transaction list may be filtered by, and those of the guides. */
const transactionStatus = among('success', 'failed', 'abandoned', 'reversed', 'ongoing', 'pending', 'processing', 'queued')

export const PAYSTACK_TRANSACTION: Fields = {
  id: whole(4_099_260_516),
  domain: text('test'),
  status: transactionStatus,
  reference: text('ABCDEFGH2345'),
  receipt_number: orNull(text('1')),
  amount: whole(150_000),
  message: orNull(text('m')),
  gateway_response: text('Successful'),
  paid_at: orNull(PAYSTACK_INSTANT),
  created_at: PAYSTACK_INSTANT,
  channel: text('card'),
  currency: text('XOF'),
  ip_address: text('127.0.0.1'),
  metadata: anything(''),
  log: orNull(FREE_RECORD),
  fees: orNull(whole(0)),
  fees_split: PAYSTACK_NOTHING,
  authorization: record({}, card),
  customer,
  plan: orNull(text('PLN_x')),
  split: FREE_RECORD,
  order_id: PAYSTACK_NOTHING,
  paidAt: orNull(PAYSTACK_INSTANT),
  createdAt: PAYSTACK_INSTANT,
  requested_amount: whole(150_000),
  pos_transaction_data: PAYSTACK_NOTHING,
  source: PAYSTACK_NOTHING,
  fees_breakdown: PAYSTACK_NOTHING,
  connect: PAYSTACK_NOTHING,
  transaction_date: PAYSTACK_INSTANT,
  plan_object: FREE_RECORD,
  subaccount: FREE_RECORD,
}

const refundStatus = among('processed', 'pending', 'processing', 'needs-attention', 'failed')

export const PAYSTACK_REFUND: Fields = {
  integration: whole(1),
  id: whole(15_581_137),
  domain: text('test'),
  currency: text('XOF'),
  amount: whole(150_000),
  status: refundStatus,
  refunded_by: text('x@example.ne'),
  customer_note: PAYSTACK_NOTE,
  merchant_note: PAYSTACK_NOTE,
  deducted_amount: whole(0),
  createdAt: PAYSTACK_INSTANT,
}

export const PAYSTACK_LISTED_REFUND: Fields = {
  ...PAYSTACK_REFUND,
  transaction: whole(4_099_260_516),
  dispute: PAYSTACK_NOTHING,
  settlement: PAYSTACK_NOTHING,
  refunded_at: PAYSTACK_NOTHING,
  fully_deducted: whole(0),
  bank_reference: PAYSTACK_NOTHING,
  transaction_reference: text('ABCDEFGH2345'),
  reason: text(''),
  customer,
  refund_type: text('full'),
  transaction_amount: whole(150_000),
  initiated_by: text('api'),
  refund_channel: text('migs'),
  session_id: PAYSTACK_NOTHING,
  collect_account_number: truth(false),
}

export const PAYSTACK_REFUNDED_TRANSACTION = record({
  id: whole(1),
  domain: text('test'),
  reference: text('ABCDEFGH2345'),
  amount: whole(150_000),
  paid_at: orNull(PAYSTACK_INSTANT),
  channel: text('card'),
  currency: text('XOF'),
  authorization: FREE_RECORD,
  customer: FREE_RECORD,
  plan: FREE_RECORD,
  subaccount: FREE_RECORD,
  split: FREE_RECORD,
  order_id: PAYSTACK_NOTHING,
  paidAt: orNull(PAYSTACK_INSTANT),
  pos_transaction_data: PAYSTACK_NOTHING,
  source: PAYSTACK_NOTHING,
  fees_breakdown: PAYSTACK_NOTHING,
})
