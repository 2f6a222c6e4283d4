import {
  among,
  anything,
  decimal,
  list,
  NO_FIELDS,
  orNull,
  record,
  text,
  type Call,
  type Fields,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'
import { TINGG_READINGS } from './tingg-readings.ts'

const PLUGIN = 'cellulant-tingg-checkout: cellulant-tingg-payment-gateway.php'
const PAGES = 'docs.tingg.africa, Checkout 3.0'

const reference = text('ABCDEFGH2345')
const currency = text('XOF', { pattern: /^[A-Z]{3}$/ })
const address = text('https://portal.example/r', { pattern: /^https?:\/\// })

const askToken: Message = {
  source: `${PLUGIN}, generate_oauth`,
  body: record({ client_id: text('c'), client_secret: text('s'), grant_type: among('client_credentials') }),
  reliesOn: ['all of it'],
}

const express: Message = {
  source: `${PLUGIN}, process_payment (3.0); ${PAGES}, express checkout`,
  body: record(
    {
      merchant_transaction_id: reference,
      account_number: text('ABCDEFGH2345', { atMost: 15 }),
      msisdn: text('22790000001', { pattern: /^\d{8,15}$/ }),
      country_code: text('NER', { pattern: /^[A-Z]{3}$/ }),
      currency_code: currency,
      request_amount: decimal(1500),
      service_code: text('OWN'),
      due_date: text('2026-11-15 12:30:00', { pattern: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ }),
      request_description: text('Recharge'),
      callback_url: address,
      success_redirect_url: address,
      fail_redirect_url: address,
      customer_first_name: text('Client'),
      customer_last_name: text('T'),
    },
    { pending_redirect_url: address, customer_email: text('x@example.ne'), language_code: among('en', 'fr', 'ar', 'pt') },
  ),
  reliesOn: ['all of it'],
}

const acknowledge: Message = {
  source: `${PLUGIN}, webhook; ${PAGES}, acknowledgement`,
  body: record({
    acknowledgement_amount: decimal(1500),
    acknowledgement_type: among('Full', 'Partial'),
    acknowledgement_narration: text('delivered'),
    acknowledgment_reference: text('A'),
    merchant_transaction_id: reference,
    service_code: text('OWN'),
    status_code: among('183', '180'),
    currency_code: currency,
  }),
  reliesOn: ['all of it'],
}

const refund: Message = {
  source: `${PAGES}, refund`,
  body: record({
    merchant_transaction_id: reference,
    refund_type: among('Full', 'Partial'),
    amount: decimal(1500),
    currency_code: currency,
    refund_narration: text('not delivered'),
    refund_reference: text('REFUND222222'),
    service_code: text('OWN'),
  }),
  reliesOn: ['all of it'],
}

const status = (code: number) => record({ status_code: anything(code), status_description: text('in words') })

/** Of a request as query and callback show it; the pages list the fields of the callback and mark none as optional. */
const shown: Fields = {
  request_amount: decimal(1500),
  original_request_amount: decimal(1500),
  request_currency_code: currency,
  original_request_currency_code: currency,
  account_number: text('A'),
  service_charge_amount: decimal(0),
  request_date: text('2026-11-15 12:00:00'),
  service_code: text('OWN'),
  request_status_description: text('in words'),
  msisdn: anything('22790000001'),
  payments: list(anything({})),
  failed_payments: list(anything({})),
  amount_paid: decimal(1500),
  currency_code: currency,
  checkout_request_id: anything('4711'),
  refund_amount: decimal(500),
}
const PAID_CODES = ['178', '176', '183', '188'] as const
const OTHER_CODES = ['130', '177', '99', '101', '102', '129', '179', '180', '184', '185', '186', '187', '191'] as const
const paid = record(
  {
    merchant_transaction_id: reference,
    checkout_request_id: anything('4711'),
    request_status_code: among(...PAID_CODES),
    amount_paid: decimal(1500),
    currency_code: currency,
  },
  shown,
)
const other = record({ merchant_transaction_id: reference, request_status_code: among(...OTHER_CODES) }, shown)

const headers = record({ apikey: text('k'), authorization: text('Bearer t', { pattern: /^Bearer .+/ }) })
const REFUSED = { 400: ['refusal'], 401: ['refusal'], 404: ['refusal'], 500: ['refusal'] } as const
const call = (method: 'GET' | 'POST', path: string, request: Message | null, answers: readonly string[]): Call => ({
  source: request?.source ?? `${PAGES}, query status`,
  method,
  path,
  headers,
  query: NO_FIELDS,
  request,
  writtenAs: 'json',
  answers: { 200: answers, ...REFUSED },
})

/** Tingg Checkout 3.0. The pages name the codes of failures and no HTTP status: a refusal may come with any. */
export const TINGG: ProtocolDocument = {
  title: 'Tingg (Cellulant)',
  documents: [`common-repository/${PLUGIN}, version 1.1.0`, PAGES],
  calls: {
    token: {
      ...call('POST', '/v1/oauth/token/request', askToken, ['token']),
      headers: record({ apikey: text('k') }),
      answers: { 200: ['token'], 400: ['refusal'], 401: ['refusal'] },
    },
    express: call('POST', '/v3/checkout-api/checkout-request/express-request', express, ['links', 'flatRefusal']),
    query: call('GET', '/v3/checkout-api/query/{service}/{reference}', null, ['queriedPaid', 'queriedOther', 'flatRefusal']),
    acknowledgement: call('POST', '/v3/checkout-api/acknowledgement/request', acknowledge, ['taken']),
    refund: call('POST', '/v3/checkout-api/refund/request', refund, ['taken', 'flatRefusal']),
  },
  messages: {
    askToken,
    express,
    acknowledge,
    refund,
    token: {
      source: `${PLUGIN}, generate_oauth`,
      body: record({ access_token: text('t') }, { token_type: text('bearer'), expires_in: anything(3600) }),
      reliesOn: ['access_token', 'expires_in'],
    },
    links: {
      source: `${PAGES}, express checkout`,
      body: record({
        status: status(200),
        results: record({ long_url: text('https://checkout.tingg.africa/x') }, { short_url: text('https://checkout.tingg.africa/s') }),
      }),
      reliesOn: ['status.status_code', 'results.long_url', 'results.short_url'],
    },
    refusal: {
      source: `${PAGES}, status codes`,
      body: record({ status: status(422) }, { results: orNull(anything({})) }),
      reliesOn: ['status.status_code', 'status.status_description'],
    },
    flatRefusal: {
      source: `${PAGES}, as samples show it`,
      body: record({ status: anything(1031), message: text('in words') }),
      reliesOn: ['status', 'message'],
    },
    queriedPaid: {
      source: `${PAGES}, query status and status codes`,
      body: record({ status: status(200), results: paid }),
      reliesOn: ['results.request_status_code', 'results.amount_paid', 'results.currency_code', 'results.checkout_request_id'],
      decides: 'results.request_status_code',
    },
    queriedOther: {
      source: `${PAGES}, query status and status codes`,
      body: record({ status: status(200), results: other }),
      reliesOn: ['results.request_status_code', 'results.refund_amount'],
      decides: 'results.request_status_code',
    },
    taken: {
      source: `${PAGES}, acknowledgement and refund`,
      body: record({ status: status(200) }, { results: orNull(anything({})) }),
      reliesOn: ['status.status_code'],
    },
    callbackPaid: {
      source: `${PLUGIN}, webhook; ${PAGES}, callback`,
      body: paid,
      reliesOn: ['merchant_transaction_id', 'request_status_code', 'amount_paid', 'currency_code', 'checkout_request_id', 'service_code'],
    },
    callbackOther: {
      source: `${PAGES}, callback`,
      body: other,
      reliesOn: ['merchant_transaction_id', 'request_status_code', 'service_code'],
    },
  },
  webhooks: ['callbackPaid', 'callbackOther'],
  readings: TINGG_READINGS,
}
