import {
  among,
  anything,
  FREE_RECORD,
  list,
  NO_FIELDS,
  orNull,
  record,
  text,
  truth,
  whole,
  type Call,
  type Fields,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'
import {
  PAYSTACK_INSTANT,
  PAYSTACK_LISTED_REFUND,
  PAYSTACK_NOTE,
  PAYSTACK_NOTHING,
  PAYSTACK_REFUND,
  PAYSTACK_REFUNDED_TRANSACTION,
  PAYSTACK_TRANSACTION,
} from './paystack-records.ts'
import { PAYSTACK_READINGS } from './paystack-readings.ts'

const YAML = 'dist/paystack.yaml'
const schema = (name: string) => `${YAML}, components/schemas/${name}`
const WEB = 'paystack.com/docs/payments'

/** XOF is not listed; it is ours to confirm (docs/protocols/questions.md). */
const currency = among('XOF', 'GHS', 'KES', 'NGN', 'ZAR', 'USD')

const initialize: Message = {
  source: schema('TransactionInitialize'),
  body: record(
    { email: text('amina@example.ne'), amount: whole(150_000) },
    {
      currency,
      reference: text('ABCDEFGH2345', { pattern: /^[A-Za-z0-9.=-]+$/ }),
      channels: list(among('card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer')),
      callback_url: text('https://portal.example/return'),
      metadata: FREE_RECORD,
    },
  ),
  reliesOn: ['email', 'amount', 'currency', 'reference', 'channels', 'callback_url', 'metadata'],
}

const createRefund: Message = {
  source: schema('RefundCreate'),
  body: record(
    { transaction: text('ABCDEFGH2345') },
    { amount: whole(150_000), currency, customer_note: PAYSTACK_NOTE, merchant_note: PAYSTACK_NOTE },
  ),
  reliesOn: ['transaction', 'amount', 'currency', 'merchant_note'],
}

const answered = (data: Parameters<typeof orNull>[0], more: Fields = {}) =>
  record({ status: truth(true), message: text('ok'), data, ...more })

const refusalFields: Fields = {
  meta: record({}, { nextStep: text('try again') }),
  type: among('validation_error', 'processor_error', 'api_error'),
  code: text('invalid_params'),
  errorCodeMappingNotFound: truth(true),
}

const headers = record({ authorization: text('Bearer sk_x', { pattern: /^Bearer sk_/ }) })
const call = (method: 'GET' | 'POST', path: string, more: Pick<Call, 'answers'> & Partial<Call>): Call => ({
  source: `${YAML}, paths${path}`,
  method,
  path,
  headers,
  query: NO_FIELDS,
  request: null,
  writtenAs: 'json',
  ...more,
})

const refundNotice = (status: string) =>
  record(
    {
      event: among('refund.processed', 'refund.pending', 'refund.processing', 'refund.failed', 'refund.needs-attention'),
      data: record(
        {
          status: text(status),
          transaction_reference: text('ABCDEFGH2345'),
          refund_reference: orNull(text('TRF_1')),
          amount: text('150000', { pattern: /^[0-9]+$/ }),
          currency: text('XOF'),
        },
        { processor: text('migs'), customer: FREE_RECORD, integration: whole(1), domain: text('test') },
      ),
    },
    {},
  )

/** Paystack, by its own OpenAPI; notices by its guides. */
export const PAYSTACK: ProtocolDocument = {
  title: 'Paystack',
  documents: [`PaystackOSS/openapi: ${YAML}`, `notices: ${WEB}/webhooks and ${WEB}/refunds`],
  calls: {
    initialize: call('POST', '/transaction/initialize', {
      request: initialize,
      answers: { 200: ['initialized'], 400: ['refusedInitialize'], 401: ['refusal'] },
    }),
    verify: call('GET', '/transaction/verify/{reference}', { answers: { 200: ['verified'], 401: ['refusal'], 404: ['refusal'] } }),
    refund: call('POST', '/refund', { request: createRefund, answers: { 200: ['refunded'], 400: ['refusal'], 401: ['refusal'] } }),
    refunds: call('GET', '/refund', {
      query: record(
        {},
        {
          perPage: text('100', { pattern: /^[0-9]+$/ }),
          page: text('1', { pattern: /^[0-9]+$/ }),
          from: PAYSTACK_INSTANT,
          to: PAYSTACK_INSTANT,
        },
      ),
      answers: { 200: ['refundList'], 401: ['refusal'], 404: ['refusal'] },
    }),
  },
  messages: {
    initialize,
    createRefund,
    initialized: {
      source: schema('TransactionInitializeResponse'),
      body: answered(
        record({
          authorization_url: text('https://checkout.paystack.com/acc1'),
          access_code: text('acc1'),
          reference: text('ABCDEFGH2345'),
        }),
      ),
      reliesOn: ['data.authorization_url', 'data.access_code', 'data.reference'],
    },
    refusedInitialize: {
      source: schema('TransactionInitializeBadRequestModel'),
      body: record({}, { status: truth(false), message: text('Invalid Email Address Passed'), ...refusalFields }),
      reliesOn: ['status', 'message', 'code'],
    },
    refusal: {
      source: `${schema('Error')}; the fields of ${schema('TransactionInitializeBadRequestModel')} may come along`,
      body: record({}, { status: truth(false), message: text('Entity not found'), ...refusalFields, data: anything({}) }),
      reliesOn: ['status', 'message', 'code'],
    },
    verified: {
      source: schema('VerifyResponse'),
      body: answered(record(PAYSTACK_TRANSACTION)),
      reliesOn: ['data.id', 'data.status', 'data.reference', 'data.amount', 'data.currency', 'data.gateway_response'],
    },
    refunded: {
      source: schema('RefundCreateResponse'),
      body: answered(
        record({
          ...PAYSTACK_REFUND,
          transaction: PAYSTACK_REFUNDED_TRANSACTION,
          channel: PAYSTACK_NOTHING,
          expected_at: PAYSTACK_INSTANT,
          fully_deducted: truth(false),
          updatedAt: PAYSTACK_INSTANT,
        }),
      ),
      reliesOn: ['data.status', 'data.amount', 'data.currency'],
    },
    refundList: {
      source: schema('RefundListResponse'),
      body: answered(list(record(PAYSTACK_LISTED_REFUND)), {
        meta: record({
          total: whole(1),
          skipped: whole(0),
          perPage: text('100'),
          page: whole(1),
          pageCount: whole(1),
          failedRefundCount: whole(0),
        }),
      }),
      reliesOn: [
        'data[].status',
        'data[].amount',
        'data[].currency',
        'data[].merchant_note',
        'data[].transaction_reference',
        'meta.pageCount',
      ],
    },
    charge: {
      source: `${WEB}/webhooks, charge.success`,
      body: record({ event: among('charge.success'), data: record({}, PAYSTACK_TRANSACTION) }),
      reliesOn: ['event', 'data.id', 'data.status', 'data.reference', 'data.amount', 'data.currency'],
      decides: 'event',
    },
    refundNotice: {
      source: `${WEB}/refunds, refund events`,
      body: refundNotice('processed'),
      reliesOn: ['event', 'data.transaction_reference', 'data.amount', 'data.currency', 'data.refund_reference'],
      decides: 'event',
    },
  },
  webhooks: ['charge', 'refundNotice'],
  readings: PAYSTACK_READINGS,
}
