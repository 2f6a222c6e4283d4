import { AIRTEL_READINGS } from './airtel-money-readings.ts'
import {
  among,
  anything,
  NO_FIELDS,
  record,
  text,
  truth,
  whole,
  type Call,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'

const PORTAL = 'developers.airtel.africa, Collection APIs'
const COPIES = 'fredpatch/ono_ticketr_server: services/airtelmoney/documentations.md'
const CODES = "the portal's list of codes (DP008, ESB, ROUTER), in public copies that agree"

const country = text('NE', { pattern: /^[A-Z]{2}$/ })
const currency = text('XOF', { pattern: /^[A-Z]{3}$/ })
const id = text('ABCDEFGH2345', { pattern: /^[A-Za-z0-9]{1,64}$/ })
const base64 = (example: string) => text(example, { pattern: /^[A-Za-z0-9+/]+={0,2}$/ })
const IN_WORDS = text('in words')

const account = {
  authorization: text('Bearer t', { pattern: /^Bearer .+/ }),
  accept: anything('*/*'),
  'x-country': country,
  'x-currency': currency,
}
const signed = record(account, { 'x-signature': base64('MGsp'), 'x-key': base64('DVZC') })

const push: Message = {
  source: `${PORTAL}, USSD Push; ${COPIES}`,
  body: record({
    reference: text('Recharge 1500', { pattern: /^[A-Za-z0-9 ]{1,64}$/ }),
    subscriber: record({ msisdn: text('90000001', { pattern: /^\d{7,10}$/ }) }, { country, currency }),
    transaction: record({ amount: whole(1500), id }, { country, currency }),
  }),
  reliesOn: ['all of it'],
}

const createRefund: Message = {
  source: `${PORTAL}, Refund; ${COPIES}`,
  body: record({ transaction: record({ airtel_money_id: text('MP1') }) }),
  reliesOn: ['transaction.airtel_money_id'],
}

const createToken: Message = {
  source: `developers.airtel.africa, Authorization; ${COPIES}`,
  body: record({ client_id: text('c'), client_secret: text('s'), grant_type: among('client_credentials') }),
  reliesOn: ['all of it'],
}

export const COLLECTION_CODES = [
  'DP00800001000',
  'DP00800001001',
  'DP00800001002',
  'DP00800001003',
  'DP00800001004',
  'DP00800001005',
  'DP00800001006',
  'DP00800001007',
  'DP00800001008',
  'DP00800001009',
  'DP00800001010',
  'DP00800001024',
  'DP00800001029',
] as const

/** Copies differ in which of the two codes an answer holds. */
const fine = record(
  { success: truth(true) },
  { code: text('200'), message: IN_WORDS, result_code: text('ESB000010'), response_code: text('DP00800001006') },
)

const call = (source: string, method: 'GET' | 'POST', path: string, rest: Pick<Call, 'request' | 'answers' | 'headers'>): Call => ({
  source,
  method,
  path,
  query: NO_FIELDS,
  writtenAs: 'json',
  ...rest,
})

const refused = { 400: ['refusal'], 401: ['refusal'], 403: ['refusal'], 404: ['refusal'], 500: ['refusal'] }

/** Airtel Africa's Open API, collections: from copies of the portal, which is not public without an account. */
export const AIRTEL_MONEY: ProtocolDocument = {
  title: 'Airtel Money (Airtel Africa Open API)',
  documents: [`${PORTAL}, as copied by ${COPIES}`, CODES],
  calls: {
    token: call(createToken.source, 'POST', '/auth/oauth2/token', {
      headers: record({ accept: anything('*/*') }),
      request: createToken,
      answers: { 200: ['token'], 401: ['refusal'] },
    }),
    key: call('developers.airtel.africa, Encryption Keys', 'GET', '/v1/rsa/encryption-keys', {
      headers: record(account),
      request: null,
      answers: { 200: ['key'], 401: ['refusal'] },
    }),
    push: call(push.source, 'POST', '/merchant/v2/payments/', { headers: signed, request: push, answers: { 200: ['pushed'], ...refused } }),
    query: call(`${PORTAL}, Transaction Enquiry`, 'GET', '/standard/v1/payments/{id}', {
      headers: record(account),
      request: null,
      answers: { 200: ['paid', 'notPaid'], ...refused },
    }),
    refund: call(createRefund.source, 'POST', '/standard/v2/payments/refund', {
      headers: signed,
      request: createRefund,
      answers: { 200: ['refunded'], ...refused },
    }),
  },
  messages: {
    createToken,
    push,
    createRefund,
    token: {
      source: createToken.source,
      body: record({ access_token: text('t'), expires_in: text('180', { pattern: /^\d+$/ }) }, { token_type: text('bearer') }),
      reliesOn: ['access_token', 'expires_in'],
    },
    key: {
      source: 'developers.airtel.africa, Encryption Keys',
      body: record({
        data: record({ key: base64('MIGf') }, { key_id: whole(100), valid_upto: text('12-08-2024 21:29:26') }),
        status: fine,
      }),
      reliesOn: ['data.key'],
    },
    pushed: {
      source: push.source,
      // One sample of the portal holds `false` in place of the id.
      body: record({ data: record({ transaction: record({}, { id: anything('ABCDEFGH2345'), status: text('SUCCESS') }) }), status: fine }),
      reliesOn: ['status.success', 'status.response_code', 'status.result_code', 'data.transaction.id'],
    },
    paid: {
      source: `${PORTAL}, Transaction Enquiry; ${CODES}`,
      body: record({
        data: record({ transaction: record({ id, airtel_money_id: text('MP1'), status: among('TS', 'TR') }, { message: IN_WORDS }) }),
        status: fine,
      }),
      reliesOn: ['data.transaction.id', 'data.transaction.airtel_money_id', 'data.transaction.status'],
      decides: 'data.transaction.status',
    },
    notPaid: {
      source: `${PORTAL}, Transaction Enquiry; ${CODES}`,
      body: record({
        data: record({
          transaction: record({ id, status: among('TF', 'TA', 'TIP', 'TE') }, { airtel_money_id: text('MP1'), message: IN_WORDS }),
        }),
        status: fine,
      }),
      reliesOn: ['data.transaction.id', 'data.transaction.status', 'status.response_code'],
      decides: 'data.transaction.status',
    },
    refunded: {
      source: createRefund.source,
      body: record({ data: record({ transaction: record({ airtel_money_id: text('CI1'), status: among('SUCCESS') }) }), status: fine }),
      reliesOn: ['data.transaction.airtel_money_id', 'data.transaction.status'],
      decides: 'data.transaction.status',
    },
    refusal: {
      source: `developers.airtel.africa, Errors; ${CODES}`,
      body: record({
        status: record(
          { success: truth(false) },
          { code: text('400'), message: IN_WORDS, result_code: text('ESB000008'), response_code: text('DP00800001005') },
        ),
      }),
      reliesOn: ['status.response_code', 'status.result_code'],
    },
    callback: {
      source: `${PORTAL}, Callback`,
      body: record(
        { transaction: record({ id, status_code: among('TS', 'TF') }, { message: IN_WORDS, airtel_money_id: anything('MP1') }) },
        { hash: base64('zITV') },
      ),
      reliesOn: ['transaction.id', 'transaction.status_code'],
      decides: 'transaction.status_code',
    },
  },
  webhooks: ['callback'],
  readings: AIRTEL_READINGS,
}
