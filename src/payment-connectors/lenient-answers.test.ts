import { expect, test } from 'vitest'
import { airtelMoneyConnector } from './airtel-money/airtel-money.connector.ts'
import { cellulantConnector } from './cellulant/cellulant.connector.ts'
import { moneyPushConnector } from './gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from './mpesa/mpesa.connector.ts'
import type { AttemptRef, PaymentConnector } from './payment-connector.ts'
import { paystackConnector } from './paystack/paystack.connector.ts'
import { aContext, anAttempt, aScriptedProvider } from './testing/connector-testing.ts'

/** Servers that write every optional field as null, numbers as text and texts as numbers. */

type Answers = Readonly<Record<string, unknown>>

/** One JSON document per beginning of a path. */
async function queryAt(connect: (baseUrl: string) => PaymentConnector, answers: Answers, attempt: Partial<AttemptRef> = {}) {
  const { url } = await aScriptedProvider(({ path }) => {
    const found = Object.entries({ '/oauth': TOKEN, '/v1/oauth': TOKEN, ...answers }).find(([start]) => path.startsWith(start))
    return found
      ? { body: JSON.stringify(found[1]) }
      : { status: 404, body: '{"errorCategory":"identification","errorCode":"identifierError"}' }
  })
  return connect(url).query?.(aContext(), anAttempt(attempt))
}

const TOKEN = { access_token: 't', token_type: null, expires_in: '3599', scope: null }
const wallet = (baseUrl: string) => moneyPushConnector({ baseUrl, apiKey: 'k', merchant: 'GUICHET' })
const paystack = (baseUrl: string) => paystackConnector({ baseUrl, secretKey: 'sk_test_x', publicKey: 'pk_test_x' })
const tingg = (baseUrl: string) =>
  cellulantConnector({ baseUrl, apiKey: 'k', clientId: 'guichet', clientSecret: 's', serviceCode: 'GUICHET' })
const daraja = (baseUrl: string) => mpesaConnector({ baseUrl, consumerKey: 'k', consumerSecret: 's', shortCode: '600227', passkey: 'p' })

const STATE = {
  serverCorrelationId: 'S-1',
  status: 'completed',
  notificationMethod: null,
  objectReference: 'MP1',
  pollLimit: '9',
  expiryTime: null,
  error: null,
  errorReference: null,
}
const PAID = {
  transactionReference: 'MP1',
  transactionStatus: 'completed',
  amount: 1500,
  currency: 'XOF',
  type: 'merchantpay',
  requestingOrganisationTransactionReference: null,
  debitParty: [null],
  creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
  fees: null,
}

test('I19 a GSMA wallet that writes null and numbers is understood, and still compared', async () => {
  const paid = { '/requeststates': STATE, '/transactions': PAID }
  expect(await queryAt(wallet, paid, { providerRef: 'S-1' })).toMatchObject({ state: 'paid', amount: { minor: 1500, currency: 'XOF' } })
  const noAmount = { '/requeststates': STATE, '/transactions': { ...PAID, amount: null } }
  expect(await queryAt(wallet, noAmount, { providerRef: 'S-1' })).toMatchObject({ state: 'unrecognised', saysPaid: true })
})

test('I19 a GSMA error whose parameters are numbers or null is understood', async () => {
  const error = {
    errorCategory: 'businessRule',
    errorCode: 'RequestingPartyAuthorisationError',
    errorDescription: null,
    errorParameters: [null, { key: 'providerCode', value: 1004 }, { key: 'attemptsLeft', value: 2 }],
  }
  const failed = { '/requeststates': { ...STATE, status: 'failed', objectReference: null, errorReference: error } }
  expect(await queryAt(wallet, failed, { providerRef: 'S-1' })).toMatchObject({
    state: 'declined',
    reason: 'wrong_pin',
    attemptsLeft: 2,
    provider: { code: '1004' },
  })
})

test('I19 Paystack: null fields and an amount as text are read, a message of null is a refusal', async () => {
  const data = {
    id: '7',
    status: 'success',
    reference: 'ABCDEFGH2345',
    amount: '150000',
    currency: 'XOF',
    gateway_response: null,
    log: null,
  }
  expect(await queryAt(paystack, { '/transaction': { status: true, message: null, data } })).toMatchObject({
    state: 'paid',
    amount: { minor: 1500, currency: 'XOF' },
  })
  const other = { ...data, amount: '1.500' }
  expect(await queryAt(paystack, { '/transaction': { status: true, data: other } })).toMatchObject({
    state: 'unrecognised',
    saysPaid: true,
  })
})

test('Paystack: a page count as text ends the list of refunds', async () => {
  const paid = { id: 7, status: 'success', reference: 'ABCDEFGH2345', amount: 150000, currency: 'XOF' }
  const list = { status: true, data: [null, { status: 'pending' }], meta: { pageCount: '1' } }
  const { url, requests } = await aScriptedProvider(({ path }) => ({
    body: JSON.stringify(path.startsWith('/refund') ? list : { status: true, data: paid }),
  }))
  const seen = await paystack(url).queryRefund?.(aContext(), anAttempt(), 'REFUND222222')
  expect(seen).toMatchObject({ state: 'unrecognised', provider: { code: 'no-such-refund' } })
  expect(requests.filter(({ path }) => path.startsWith('/refund'))).toHaveLength(1)
})

test('I19 Tingg: null fields are absent and the number of a state may be a number', async () => {
  const results = {
    request_status_code: 178,
    request_status_description: null,
    merchant_transaction_id: 'ABCDEFGH2345',
    checkout_request_id: 55,
    service_code: null,
    amount_paid: 1500,
    currency_code: 'XOF',
    payments: [null],
  }
  expect(await queryAt(tingg, { '/v3': { status: null, results } })).toMatchObject({ state: 'paid', providerTxnId: '55' })
  const noCurrency = { ...results, currency_code: null }
  expect(await queryAt(tingg, { '/v3': { results: noCurrency } })).toMatchObject({ state: 'unrecognised', saysPaid: true })
})

test('I19 Daraja: a result code as text and null texts', async () => {
  const result = { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultCode: '1032', ResultDesc: null, MerchantRequestID: null }
  expect(await queryAt(daraja, { '/mpesa': result }, { providerRef: 'ws_CO_1' })).toMatchObject({ state: 'cancelled' })
})

test('I19 Airtel Money: null fields are absent, ids and codes may be numbers, and the word decides', async () => {
  const airtel = (baseUrl: string) => airtelMoneyConnector({ baseUrl, clientId: 'c', clientSecret: 's', signing: 'off' })
  const answered = (transaction: object, status: object | null) => ({ '/auth': TOKEN, '/standard': { data: { transaction }, status } })
  const TS = { id: 'ABCDEFGH2345', airtel_money_id: 12345, status: 'ts', message: null }
  expect(await queryAt(airtel, answered(TS, null))).toMatchObject({ state: 'paid', providerTxnId: '12345' })
  expect(await queryAt(airtel, answered({ ...TS, airtel_money_id: null }, { response_code: null }))).toMatchObject({
    state: 'unrecognised',
    saysPaid: true,
  })
  const TF = { id: 'ABCDEFGH2345', airtel_money_id: null, status: 'TF', message: null }
  expect(await queryAt(airtel, answered(TF, { code: 200, response_code: 'DP00800001007', success: 'false' }))).toMatchObject({
    state: 'declined',
    reason: 'insufficient_funds',
  })
})
