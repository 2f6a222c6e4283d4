import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnswer, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import { ACCEPTED, isTokenRefused, pushRequest, queryRequest, readCallback, readPushed, readQueried, signedAt } from './mpesa.messages.ts'

const merchant = { shortCode: '600227', passkey: 'pass' }
const ID = 'ws_CO_15112026150000123'
const AMOUNT = { minor: 1500, currency: 'XOF' }
const UNTIL = new Date('2026-11-15T12:01:00Z')
const answer = (value: unknown, status = 200) => anAnswer(JSON.stringify(value), status)
const look = (ResultCode: unknown, changes: object = {}) =>
  readQueried(answer({ CheckoutRequestID: ID, ResultCode, ResultDesc: 'words', ...changes }), ID, AMOUNT)

test('a password is short code, passkey and the time in Nairobi', () => {
  expect(signedAt(merchant, NOW)).toEqual({
    BusinessShortCode: '600227',
    Timestamp: '20261115150000',
    Password: Buffer.from('600227pass20261115150000').toString('base64'),
  })
})

test('a push requests whole francs, under our reference, with a description that fits', () => {
  const request = { merchant, msisdn: '22790000001', notifyUrl: 'http://portal.test/notice', now: NOW }
  expect(JSON.parse(pushRequest(anOrder(), request))).toMatchObject({
    TransactionType: 'CustomerPayBillOnline',
    Amount: 1500,
    PartyA: '22790000001',
    PartyB: '600227',
    PhoneNumber: '22790000001',
    CallBackURL: 'http://portal.test/notice',
    AccountReference: 'ABCDEFGH2345',
    TransactionDesc: 'Recharge 1 50',
  })
  expect(JSON.parse(pushRequest(anOrder({ description: '' }), request))).toMatchObject({ TransactionDesc: 'Paiement' })
  expect(JSON.parse(queryRequest(merchant, ID, NOW))).toMatchObject({ CheckoutRequestID: ID, BusinessShortCode: '600227' })
})

test('an accepted push is known by Daraja’s id', () => {
  for (const ResponseCode of ['0', 0])
    expect(readPushed(answer({ CheckoutRequestID: ID, ResponseCode }), UNTIL)).toEqual({
      kind: 'accepted',
      providerRef: ID,
      action: { type: 'approve-on-phone', until: UNTIL },
    })
})

test.for([
  ['Bad Request - Invalid PhoneNumber', 'payer_unknown'],
  ['Bad Request - Invalid Amount', 'amount'],
  ['Bad Request - Invalid CallBackURL', 'config'],
  [undefined, 'config'],
] as const)('"%s" is rejected as %s', ([errorMessage, reason]) => {
  const refusal = answer({ requestId: '1', errorCode: '400.002.02', errorMessage }, 400)
  expect(readPushed(refusal, UNTIL)).toMatchObject({ kind: 'rejected', reason, provider: { code: '400_002_02' } })
})

test.for([
  [{ CheckoutRequestID: ID, ResponseCode: '1' }, 200],
  [{ errorCode: '500.001.1001', errorMessage: 'busy' }, 200],
  [{ hello: 1 }, 400],
  [{}, 200],
] as const)('a push answered with %j (%i) is unknown', ([value, status]) => {
  expect(() => readPushed(answer(value, status), UNTIL)).toThrow(ProviderUnavailable)
})

test('0 is paid with the requested amount, as text or as number', () => {
  for (const code of ['0', 0])
    expect(look(code)).toMatchObject({ state: 'paid', amount: AMOUNT, providerTxnId: ID, provider: { code: '0' } })
})

test.for([
  ['1', 'insufficient_funds'],
  ['17', 'provider'],
  ['26', 'provider'],
  ['1001', 'payer_busy'],
  ['1025', 'provider'],
  ['1037', 'payer_no_answer'],
  ['11', 'other'],
  ['2001', 'wrong_pin'],
  ['2028', 'config'],
  ['8006', 'pin_locked'],
  ['9999', 'provider'],
] as const)('%s is declined as %s', ([code, reason]) => {
  expect(look(code)).toMatchObject({ state: 'declined', final: true, reason })
  expect(look(Number(code))).toMatchObject({ state: 'declined', reason })
})

test.for([
  ['1031', 'cancelled'],
  ['1032', 'cancelled'],
  ['1019', 'expired'],
  ['4999', 'pending'],
  ['7777', 'unrecognised'],
  ['12', 'unrecognised'],
] as const)('%s is %s', ([code, state]) => {
  expect(look(code)).toMatchObject({ state })
})

test('an errorCode is no answer, nor is one about another payment', () => {
  for (const status of [200, 400, 404])
    expect(() => readQueried(answer({ errorCode: '500.001.1001', errorMessage: '' }, status), ID, AMOUNT)).toThrow(ProviderUnavailable)
  expect(() => look('1032', { CheckoutRequestID: 'ws_CO_other' })).toThrow(ProviderUnavailable)
  expect(look('0', { CheckoutRequestID: 'ws_CO_other' })).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
  expect(() => look('zero')).toThrow(ProviderUnavailable)
})

test('a refused token is recognised by status or by code', () => {
  expect(isTokenRefused(answer({}, 401))).toBe(true)
  expect(isTokenRefused(answer({ errorCode: '404.001.03' }, 404))).toBe(true)
  expect(isTokenRefused(answer({ errorCode: '400.002.02' }, 400))).toBe(false)
})

const PATH = '/orp/bfe/api/portal-service/transaction/v1/notice/mpesa/ABCDEFGH2345/c29tZS1tYWM'
const callback = (ResultCode: unknown, items?: object[]) => ({
  Body: { stkCallback: { CheckoutRequestID: ID, ResultCode, ResultDesc: 'x', ...(items ? { CallbackMetadata: { Item: items } } : {}) } },
})
const read = (body: unknown, path = PATH) => readCallback({ ...aRequest({ body: JSON.stringify(body) }), path })
const paidItems = (Value: unknown) => [{ Name: 'Amount', Value }, { Name: 'MpesaReceiptNumber', Value: 'ABC' }, { Name: 'Balance' }]

test('a callback is about the payment of its path, a hint, and quotes the amount it names', () => {
  expect(read(callback(0, paidItems(1500)))).toMatchObject({
    trust: 'hint',
    dedupeKey: expect.stringMatching(/^ws_CO_15112026150000123:[0-9a-f]{32}$/) as string,
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    providerRef: ID,
    seen: { state: 'paid', amount: { minor: 1500, currency: 'XOF' } },
  })
  expect(read(callback(0, paidItems(15)))?.seen).toMatchObject({ amount: { minor: 15 } })
  expect(read(callback(0, paidItems('1500.00')))?.seen).toMatchObject({ amount: { minor: 1500 } })
  expect(read(callback('1032'))?.seen).toMatchObject({ state: 'cancelled' })
  // No amount is required; an unreadable one differs, because no query names one that could settle it.
  for (const items of [undefined, [], paidItems(undefined)])
    expect(read(callback(0, items))?.seen).toEqual(expect.not.objectContaining({ namesOther: true }))
  expect(read(callback(0, paidItems(1500.5)))?.seen).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
  expect(JSON.parse(ACCEPTED.body)).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
})

test('an invalid callback, or one without our path, is refused', () => {
  for (const body of [{}, [], null, { Body: {} }, callback('paid')]) expect(read(body)).toBeNull()
  expect(read(callback(0), '/notice/mpesa')).toBeNull()
})

test('any bytes are read without a throw, and never as more than a hint', () => {
  const bodies = fc.oneof(
    fc.tuple(fc.jsonValue(), fc.jsonValue()).map(([code, value]) => callback(code, paidItems(value))),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      expect(read(body)?.trust ?? 'hint').toBe('hint')
    }),
  )
})
