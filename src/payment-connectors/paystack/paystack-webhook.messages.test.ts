import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aRequest } from '../testing/connector-testing.ts'
import { paystackConnector } from './paystack.connector.ts'
import { parsePaystackWebhook } from './paystack-webhook.messages.ts'

const KEY = 'sk_test_guichet_sandbox'
const connector = paystackConnector({ baseUrl: 'https://pay.test', secretKey: KEY, publicKey: 'pk_test_guichet_sandbox' })

const CHARGE = {
  event: 'charge.success',
  data: { id: 302961, status: 'success', reference: 'ABCDEFGH2345', amount: 150_000, currency: 'XOF', gateway_response: 'Approved' },
}

function sign(body: string, key = KEY): string {
  return createHmac('sha512', key).update(body).digest('hex')
}

function read(body: string | Buffer, signature: string | null = sign(body.toString())) {
  return parsePaystackWebhook(
    aRequest({ body, headers: signature === null ? {} : { 'x-paystack-signature': signature } }),
    KEY,
    connector.info,
  )
}

test('a signed charge.success may change the payment by itself', () => {
  expect(read(JSON.stringify(CHARGE))).toEqual({
    trust: 'signed',
    dedupeKey: 'charge.success:ABCDEFGH2345:302961:success:150000:XOF',
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: {
      state: 'paid',
      amount: { minor: 1500, currency: 'XOF' },
      providerTxnId: '302961',
      provider: { code: 'success', text: 'Approved' },
    },
  })
})

const body = JSON.stringify(CHARGE)
test.for<[string, string, string | null]>([
  ['no signature', body, null],
  ['an empty signature', body, ''],
  ['a wrong signature', body, 'a'.repeat(128)],
  ['a short signature', body, sign(body).slice(0, 64)],
  ['a signature that is not hex', body, 'z'.repeat(128)],
  ['the signature of an old key', body, sign(body, 'sk_test_last_year')],
  ['the signature of another body', body, sign(body.replace('150000', '1'))],
  ['the right signature on a body that was written again', JSON.stringify(CHARGE, null, 2), sign(body)],
  ['the right signature with one space more', `${body} `, sign(body)],
  ['a SHA-256 signature', body, createHmac('sha256', KEY).update(body).digest('hex')],
  ['the public key', body, sign(body, 'pk_test_guichet_sandbox')],
])('F12: %s is not authentic', ([, sent, signature]) => {
  expect(read(sent, signature)).toBe('unauthentic')
})

test('the signature is over the raw bytes, whatever their spelling', () => {
  const spelled =
    '{ "event":"charge.success",\n "data":{"reference":"ABCDEFGH2345","status":"success","id":7,"amount":150000,"currency":"XOF","note":"\\u00e9"} }'
  expect(read(spelled)).toMatchObject({ trust: 'signed', seen: { state: 'paid' } })
  expect(read(body, sign(body).toUpperCase())).toMatchObject({ trust: 'signed' })
})

test('a signed charge with an amount we cannot read pays nothing', () => {
  expect(read(JSON.stringify({ ...CHARGE, data: { ...CHARGE.data, amount: '1,500' } }))).toMatchObject({ seen: { state: 'unrecognised' } })
})

test.for([
  ['refund.pending', 'refunding'],
  ['refund.processing', 'refunding'],
  ['refund.processed', 'refunded'],
  ['refund.failed', 'unrecognised'],
  ['refund.tomorrow', 'unrecognised'],
])('%s reports that the payment is %s', ([event, state]) => {
  const data = { transaction_reference: 'ABCDEFGH2345', refund_reference: 'TRF_1', amount: '150000', currency: 'XOF' }
  expect(read(JSON.stringify({ event, data }))).toMatchObject({
    trust: 'signed',
    dedupeKey: `${event}:TRF_1`,
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: { state },
  })
})

test.for(['refund.pending', 'refund.processing'])('%s has no reference of its own yet, and is identified by its bytes', (event) => {
  const data = { transaction_reference: 'ABCDEFGH2345', refund_reference: null, amount: '150000', currency: 'XOF' }
  expect(read(JSON.stringify({ event, data }))).toMatchObject({
    trust: 'signed',
    dedupeKey: expect.stringMatching(new RegExp(`^${event}:[0-9a-f]{32}$`)) as string,
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: { state: 'refunding' },
  })
})

test('a webhook without an id of its own is identified by its bytes', () => {
  const once = read(
    JSON.stringify({ event: 'refund.processed', data: { transaction: { reference: 'ABCDEFGH2345' }, amount: 1, currency: 'XOF' } }),
  )
  const again = read(
    JSON.stringify({ event: 'refund.processed', data: { transaction: { reference: 'ABCDEFGH2345' }, amount: 1, currency: 'XOF' } }),
  )
  expect(once).toMatchObject({ dedupeKey: expect.stringMatching(/^refund\.processed:[0-9a-f]{32}$/) as string })
  expect(again).toEqual(once)
})

test.for([
  '{"event":"transfer.success","data":{"reference":"ABCDEFGH2345"}}',
  '{"event":"charge.failed","data":{"reference":"ABCDEFGH2345"}}',
  '{"event":"charge.success","data":{}}',
  '{"event":"refund.processed","data":{}}',
  '{"event":"charge.success"}',
  '{"data":{}}',
  '[]',
  'not json',
])('a signed webhook that is not for us is irrelevant: %s', (sent) => {
  expect(read(sent)).toBe('irrelevant')
})

test('F17: five megabytes are not even hashed', () => {
  expect(read(Buffer.alloc(5 * 1024 * 1024, 'a'))).toBe('unauthentic')
})

test('any signed bytes are read without a throw', () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc.record({ event: fc.constantFrom('charge.success', 'refund.processed'), data: fc.object() }).map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(anything, (sent) => {
      expect(['string', 'object']).toContain(typeof read(sent))
    }),
  )
})

test('a webhook is acknowledged with 200', () => {
  const webhook = read(body)
  expect(typeof webhook === 'object' && connector.acknowledge?.(webhook)).toMatchObject({ status: 200 })
})
