import { createHmac } from 'node:crypto'
import { paystackConnector } from '../../paystack/paystack.connector.ts'
import { PAYSTACK_ANSWERS } from '../../paystack/paystack.messages.ts'
import { aRequest } from '../connector-testing.ts'
import { PAYSTACK } from '#tests/protocols/paystack/paystack-document.ts'
import { answering, asked, askedForRefund, BASE_URL, heard, KNOWN, REFUND, type AnswerCase } from './answer-case.ts'

const paystack = paystackConnector({ baseUrl: BASE_URL, secretKey: 'sk_test_x', publicKey: 'pk_test_x' })

const PAID_FIELDS = { status: 'success', amount: 150_000, currency: 'XOF', reference: KNOWN.ref, id: 4711 }
const signed = (body: string) =>
  aRequest({ body, headers: { 'x-paystack-signature': createHmac('sha512', 'sk_test_x').update(body).digest('hex') } })
const KEYS = 'the key in our question, or the signature, is of one account and one world'
const OF_PAYSTACK = {
  'data.domain': KEYS,
  'data.requested_amount': '`amount` is what was paid',
  'data.receipt_number': '`id` names the payment',
  'data.order_id': 'we give none',
  'data.subaccount': 'how we share what came in',
  'data.customer.id': 'who pays may be anybody',
}
const OF_REFUND = {
  'data.integration': KEYS,
  'data.domain': KEYS,
  'data.id': 'we know a refund by our note',
  'data.deducted_amount': '`amount` is what goes back',
  'data.fully_deducted': '`amount` is what goes back',
  'data.refunded_by': 'anybody of ours may have made it',
}
const OF_TRANSACTION = ['id', 'domain', 'amount', 'currency', 'order_id', 'subaccount'].map((field) => [
  `data.transaction.${field}`,
  'of the payment, which its reference names',
])

export const PAYSTACK_CASES: readonly AnswerCase[] = [
  {
    page: 'docs/protocols/paystack.md',
    connector: 'paystack',
    title: 'answer to `verify`',
    table: PAYSTACK_ANSWERS.verified,
    document: PAYSTACK,
    within: 'data',
    given: { data: PAID_FIELDS },
    as: 'json',
    notCompared: OF_PAYSTACK,
    decides: 'data.status',
    read: (text) => asked(paystack, answering([[/verify/, text]])),
  },
  {
    page: 'docs/protocols/paystack.md',
    connector: 'paystack',
    title: 'answer to `verify` about a payment that was reversed',
    table: { ...PAYSTACK_ANSWERS.verified, says: 'refunded' },
    document: PAYSTACK,
    within: 'data',
    given: { data: { ...PAID_FIELDS, status: 'reversed' } },
    as: 'json',
    notCompared: OF_PAYSTACK,
    decides: 'data.status',
    read: (text) => askedForRefund(paystack, answering([[/verify/, text]])),
  },
  {
    page: 'docs/protocols/paystack.md',
    connector: 'paystack',
    title: 'webhook `charge.success` (signed)',
    table: { ...PAYSTACK_ANSWERS.verified, message: 'charge' },
    document: PAYSTACK,
    within: 'data',
    given: { event: 'charge.success', data: PAID_FIELDS },
    as: 'json',
    decides: 'event',
    read: (text) => heard(paystack, signed(text)),
  },
  {
    page: 'docs/protocols/paystack.md',
    connector: 'paystack',
    title: 'answer to `refund`',
    table: PAYSTACK_ANSWERS.refunded,
    document: PAYSTACK,
    within: 'data',
    given: { data: { status: 'processed', amount: 150_000, currency: 'XOF', transaction: { reference: KNOWN.ref } } },
    as: 'json',
    notCompared: { ...OF_REFUND, ...Object.fromEntries(OF_TRANSACTION) },
    decides: 'data.status',
    async read(text) {
      const seen = await paystack.refund?.(answering([[/\/refund$/, text]]), KNOWN, REFUND)
      return seen ? { seen } : null
    },
  },
  {
    page: 'docs/protocols/paystack.md',
    connector: 'paystack',
    title: 'answer to `refunds`',
    table: PAYSTACK_ANSWERS.refundList,
    document: PAYSTACK,
    within: 'data',
    given: {
      data: [{ status: 'processed', amount: 150_000, currency: 'XOF', transaction_reference: KNOWN.ref, merchant_note: `${REFUND.ref} x` }],
    },
    as: 'json',
    notCompared: {
      ...OF_REFUND,
      'data.merchant_note': 'it finds our refund in the list',
      'data.transaction': '`transaction_reference` names the payment',
      'data.transaction_amount': '`amount` is what goes back',
      'data.refund_type': '`amount` is what goes back',
      'data.session_id': 'known to the bank alone',
      'data.bank_reference': 'we know a refund by our note',
      'data.collect_account_number': 'of the payer',
      'data.customer.id': 'who pays may be anybody',
    },
    decides: 'data.status',
    read: (text) =>
      askedForRefund(
        paystack,
        answering([
          [/\/refund\?/, text],
          [/verify/, '{"status":false,"message":"x"}'],
        ]),
      ),
  },
  {
    page: 'docs/protocols/paystack.md',
    connector: 'paystack',
    title: 'webhook `refund.processed` (signed)',
    table: PAYSTACK_ANSWERS.refundNotice,
    document: PAYSTACK,
    within: 'data',
    given: { event: 'refund.processed', data: { transaction_reference: KNOWN.ref, amount: 150_000, currency: 'XOF' } },
    as: 'json',
    notCompared: { 'data.transaction_reference': 'it finds the payment', 'data.refund_reference': 'known to the bank alone' },
    decides: 'event',
    read: (text) => heard(paystack, signed(text)),
  },
]
