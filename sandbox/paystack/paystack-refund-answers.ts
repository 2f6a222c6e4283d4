import { customerOf, INTEGRATION, isoTime } from './paystack-answers.ts'
import type { Refund } from './paystack-refund.ts'
import type { Transaction } from './paystack-transactions.ts'

const EXPECTED_AFTER_MS = 10 * 24 * 60 * 60 * 1000

/** The answer to `POST /refund`. */
export function createdRefund(refund: Refund, transaction: Transaction): object {
  const { id, reference, amount, currency, card, paidAt } = transaction
  const paid = paidAt === undefined ? null : isoTime(paidAt)
  return {
    ...sharedFields(refund, transaction),
    transaction: {
      id,
      domain: 'test',
      reference,
      amount,
      paid_at: paid,
      channel: 'card',
      currency,
      authorization: { exp_month: card?.expMonth ?? null, exp_year: card?.expYear ?? null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id: null,
      paidAt: paid,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
    channel: null,
    expected_at: isoTime(refund.createdAt + EXPECTED_AFTER_MS),
    fully_deducted: false,
    updatedAt: isoTime(refund.updatedAt),
  }
}

/** The answer to `GET /refund/{id}`. */
export function fetchedRefund(refund: Refund, transaction: Transaction): object {
  const isProcessed = refund.status === 'processed'
  return {
    ...sharedFields(refund, transaction),
    transaction: transaction.id,
    dispute: null,
    settlement: null,
    refunded_at: isProcessed ? isoTime(refund.updatedAt) : null,
    fully_deducted: isProcessed ? 1 : 0,
    bank_reference: null,
    transaction_reference: transaction.reference,
    reason: refund.status === 'failed' ? 'REFUND_FAILED' : '',
    customer: customerOf(transaction),
    refund_type: refund.amount === transaction.amount ? 'full' : 'partial',
    transaction_amount: transaction.amount,
    initiated_by: 'api',
    refund_channel: 'migs',
    session_id: null,
    collect_account_number: refund.status === 'needs-attention',
  }
}

function sharedFields(refund: Refund, { currency }: Transaction): object {
  return {
    integration: INTEGRATION,
    id: refund.id,
    domain: 'test',
    currency,
    amount: refund.amount,
    status: refund.status,
    refunded_by: 'sandbox@tenere-mobile.example',
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    deducted_amount: refund.status === 'processed' ? refund.amount : 0,
    createdAt: isoTime(refund.createdAt),
  }
}

/** In webhooks the amount is a string, as in Paystack's documentation of refunds. */
export function refundNotice(refund: Refund, transaction: Transaction): object {
  return {
    status: refund.status,
    transaction_reference: transaction.reference,
    refund_reference: refund.status === 'pending' || refund.status === 'processing' ? null : `TRF_${refund.id}`,
    amount: String(refund.amount),
    currency: transaction.currency,
    customer: customerOf(transaction),
    integration: INTEGRATION,
    domain: 'test',
  }
}
