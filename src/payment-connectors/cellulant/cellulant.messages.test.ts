import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnswer, anAttempt, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import { cellulantConnector } from './cellulant.connector.ts'
import { acknowledgeWebhook, parseCellulantWebhook } from './cellulant-webhook.messages.ts'
import { acknowledgementRequest, readQueriedRefund, readRefunded, refundRequest } from './cellulant-settlement.messages.ts'
import { expressRequest, readExpress, readQueried } from './cellulant.messages.ts'

const service = { serviceCode: 'GUICHET' }
const urls = { return: 'https://guichet.test/callback/cellulant/REF/mac', notify: 'https://guichet.test/notify/cellulant' }
const express = (results: object, status: unknown = { status_code: 200, status_description: 'Success' }) =>
  readExpress(anAnswer(JSON.stringify({ status, results })), ['https://pay.test'])

const request = (code: string | number, more = {}) => ({
  merchant_transaction_id: 'ABCDEFGH2345',
  checkout_request_id: 12345,
  request_status_code: code,
  request_status_description: 'words',
  amount_paid: 1500,
  currency_code: 'XOF',
  service_code: 'GUICHET',
  ...more,
})
const queried = (results: unknown) => anAnswer(JSON.stringify({ status: { status_code: 200 }, results }))
const look = (code: string | number, more = {}) => readQueried(queried(request(code, more)), anAttempt(), service, NOW)

test('a checkout is requested in whole francs, for a number of Niger, until half an hour from now', () => {
  expect(
    JSON.parse(expressRequest(anOrder({ description: 'x'.repeat(200) }), urls, { ...service, msisdn: '22790000001', now: NOW })),
  ).toEqual({
    merchant_transaction_id: 'ABCDEFGH2345',
    account_number: 'ABCDEFGH2345',
    msisdn: '22790000001',
    country_code: 'NER',
    currency_code: 'XOF',
    request_amount: 1500,
    service_code: 'GUICHET',
    due_date: '2026-11-15 12:30:00',
    request_description: 'x'.repeat(100),
    language_code: 'fr',
    callback_url: urls.notify,
    success_redirect_url: `${urls.return}?reference=ABCDEFGH2345`,
    fail_redirect_url: `${urls.return}?reference=ABCDEFGH2345`,
    pending_redirect_url: `${urls.return}?reference=ABCDEFGH2345&status=CANCELLED`,
    customer_first_name: 'Client',
    customer_last_name: 'Ténéré Mobile',
    customer_email: 'amina@example.ne',
  })
})

test('an accepted checkout is a page to go to; Tingg returns no id of its own', () => {
  expect(express({ long_url: 'https://pay.test/checkout?x=1', short_url: 'https://s.test/1' })).toEqual({
    kind: 'accepted',
    providerRef: null,
    action: { type: 'redirect', url: 'https://pay.test/checkout?x=1' },
  })
  expect(express({ short_url: 'https://pay.test/s/1' }, { status_code: '200' })).toMatchObject({ action: { url: 'https://pay.test/s/1' } })
})

test('abuse 53 a page on another host is refused', () => {
  expect(() => express({ long_url: 'https://evil.test/', short_url: 'https://evil.test/' })).toThrow('outside its own address')
})

test('a response without a page is no answer', () => {
  expect(() => express({})).toThrow(ProviderUnavailable)
  expect(() => express({ long_url: 'https://pay.test/' }, { status_code: 201 })).toThrow(ProviderUnavailable)
  expect(() => express({}, { status_code: 500, status_description: 'Generic failure' })).toThrow(ProviderUnavailable)
})

test.for([
  [1007, 'config'],
  ['1013', 'config'],
  [1014, 'config'],
  [1017, 'payer_unknown'],
  [1027, 'amount'],
  [1031, 'provider'],
] as const)('%s is a refusal: %s', ([code, reason]) => {
  expect(express({}, { status_code: code, status_description: 'no' })).toMatchObject({
    kind: 'rejected',
    reason,
    provider: { code: String(code), text: 'no' },
  })
  expect(readExpress(anAnswer(JSON.stringify({ status: code, message: 'no' }), 400), [])).toMatchObject({
    kind: 'rejected',
    reason,
    provider: { text: 'no' },
  })
})

test('a reference that Tingg knows already is queried, not taken for a refusal', () => {
  expect(() => express({}, { status_code: 1031, status_description: 'Duplicate merchant transaction id' })).toThrow(ProviderUnavailable)
})

test.for([178, '178', '183', 188])('%s is paid with the amount of the answer', (code) => {
  expect(look(code)).toMatchObject({ state: 'paid', amount: { minor: 1500, currency: 'XOF' }, providerTxnId: '12345' })
})

test('176 is paid with the amount paid, which the core compares with the order', () => {
  expect(look(176, { amount_paid: '700.00' })).toMatchObject({
    state: 'paid',
    amount: { minor: 700, currency: 'XOF' },
    isOtherAmount: true,
  })
})

test.for([
  { amount_paid: undefined },
  { amount_paid: '1,500' },
  { amount_paid: 1500.5 },
  { currency_code: 'EUR' },
  { currency_code: undefined },
])('178 without a readable amount is not paid: %j', (more) => {
  expect(look(178, more)).toMatchObject({ state: 'unrecognised' })
})

test.for([
  [130, 'pending'],
  [177, 'pending'],
  [129, 'expired'],
  [179, 'expired'],
  [180, 'refunded'],
  [184, 'refunding'],
  [185, 'refunding'],
  [187, 'refunded'],
  [191, 'unrecognised'],
  [422, 'unrecognised'],
  [777, 'unrecognised'],
] as const)('%i is %s', ([code, state]) => {
  expect(look(code)).toMatchObject({ state, provider: { code: String(code) } })
})

test.for([
  [99, 'card_declined'],
  [101, 'payer_declined'],
  [102, 'insufficient_funds'],
] as const)('%i is declined as %s, and the payer may try again', ([code, reason]) => {
  expect(look(code)).toMatchObject({ state: 'declined', final: false, reason })
})

test('a partial refund counts only when the message names its amount', () => {
  expect(look(186, { refund_amount: 500 })).toMatchObject({ state: 'refunded', amount: { minor: 500 } })
  expect(look(186)).toMatchObject({ state: 'refunding' })
  expect(look(187, { amount_paid: undefined })).toMatchObject({ state: 'refunded', amount: { minor: 1500 } })
})

test('the state is found wherever the response has it', () => {
  for (const answer of [queried(request(178)), anAnswer(JSON.stringify({ data: request(178) })), anAnswer(JSON.stringify(request(178)))])
    expect(readQueried(answer, anAttempt(), service, NOW)).toMatchObject({ state: 'paid' })
})

test('I19 a response about another payment is no answer, and puts the attempt in doubt when it says paid', () => {
  expect(() => look(130, { merchant_transaction_id: 'ANOTHER' })).toThrow(ProviderUnavailable)
  expect(look(178, { merchant_transaction_id: 'ANOTHER' })).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
})

test('1001 ends a payment only when no request can be on its way any more', () => {
  const nothing = anAnswer(JSON.stringify({ status: { status_code: 1001, status_description: 'No request found' } }), 404)
  expect(readQueried(nothing, anAttempt(), service, NOW)).toMatchObject({ state: 'unrecognised' })
  expect(readQueried(nothing, anAttempt({ createdAt: new Date(NOW.getTime() - 20 * 60_000) }), service, NOW)).toMatchObject({
    state: 'expired',
  })
})

test('a webhook is a hint, whatever it says', () => {
  expect(parseCellulantWebhook(Buffer.from(JSON.stringify(request('178'))), service)).toMatchObject({
    trust: 'hint',
    dedupeKey: expect.stringMatching(/^12345:178:[0-9a-f]{32}$/) as string,
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: { state: 'paid', amount: { minor: 1500 } },
  })
})

test('a webhook for another service is not ours; invalid webhooks are refused', () => {
  const read = (value: unknown) => parseCellulantWebhook(Buffer.from(JSON.stringify(value)), service)
  expect(read(request(130, { service_code: 'OTHER' }))).toBe('irrelevant')
  expect(read(request(178, { service_code: 'OTHER' }))).toMatchObject({ trust: 'hint', seen: { state: 'unrecognised', saysPaid: true } })
  for (const value of [
    {},
    [],
    null,
    'x',
    { merchant_transaction_id: 'A' },
    request('paid'),
    request(178, { merchant_transaction_id: 'a b' }),
  ])
    expect(read(value)).toBe('unauthentic')
})

test('any bytes are read without a throw, and never as more than a hint', () => {
  const claims = fc.record({
    merchant_transaction_id: fc.oneof(fc.string(), fc.constant('ABCDEFGH2345')),
    request_status_code: fc.oneof(fc.jsonValue(), fc.constant('178')),
    amount_paid: fc.jsonValue(),
  })
  const bodies = fc.oneof(
    claims.map((claim) => JSON.stringify(claim)),
    fc.json(),
    fc.string(),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      const webhook = parseCellulantWebhook(Buffer.from(body), service)
      expect(typeof webhook === 'object' ? webhook.trust : 'hint').toBe('hint')
    }),
  )
})

test('the response to a webhook contains 188, or Tingg would repeat it for a day', () => {
  const webhook = parseCellulantWebhook(Buffer.from(JSON.stringify(request(178))), service)
  const answer = typeof webhook === 'object' ? acknowledgeWebhook(webhook) : null
  expect(answer).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' })
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({
    status_code: '188',
    checkout_request_id: '12345',
    merchant_transaction_id: 'ABCDEFGH2345',
  })
})

test.for([
  [true, '183'],
  [false, '180'],
] as const)('delivered %s is %s', ([isDelivered, code]) => {
  expect(JSON.parse(acknowledgementRequest(service, anAttempt(), isDelivered))).toMatchObject({
    status_code: code,
    acknowledgement_amount: 1500,
    acknowledgement_type: 'Full',
    merchant_transaction_id: 'ABCDEFGH2345',
    service_code: 'GUICHET',
    currency_code: 'XOF',
  })
})

test('a refund is full or partial', () => {
  const body = (minor: number) =>
    JSON.parse(refundRequest(service, anAttempt(), { ref: 'REFUND222222', amount: { minor, currency: 'XOF' }, reason: 'late' })) as object
  expect(body(1500)).toMatchObject({ refund_type: 'Full', amount: 1500, refund_reference: 'REFUND222222' })
  expect(body(500)).toMatchObject({ refund_type: 'Partial', amount: 500 })
})

test('an accepted refund is not yet done; a refusal is one', () => {
  const answer = (code: number, status = 200) => anAnswer(JSON.stringify({ status: { status_code: code } }), status)
  expect(readRefunded(answer(200)).state).toBe('refunding')
  expect(readRefunded(answer(1001)).state).toBe('declined')
  expect(readRefunded(answer(201)).state).toBe('unrecognised')
})

test.for([
  [184, 'refunding'],
  [185, 'refunding'],
  [187, 'refunded'],
  [180, 'refunded'],
  [191, 'declined'],
  [178, 'unrecognised'],
  [183, 'unrecognised'],
] as const)('when a refund was requested, %i is %s', ([code, state]) => {
  expect(readQueriedRefund(queried(request(code)), anAttempt(), service, NOW).state).toBe(state)
})

test('a return is found by our reference; back is a hint that the visitor cancelled', () => {
  const { readReturn } = cellulantConnector({
    baseUrl: 'https://pay.test',
    apiKey: 'x',
    clientId: 'x',
    clientSecret: 'x',
    serviceCode: 'x',
  })
  expect(readReturn?.(aRequest({ query: 'merchant_transaction_id=ABCDEFGH2345&status=CANCELLED' }))).toMatchObject({ isCancelled: true })
})
