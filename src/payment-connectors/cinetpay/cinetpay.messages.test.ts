import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAnswer, anAttempt, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { cinetpayConnector } from './cinetpay.connector.ts'
import { parseCinetpayWebhook } from './cinetpay-webhook.messages.ts'
import { paymentRequest, readChecked } from './cinetpay.messages.ts'

const account = { apiKey: 'k', siteId: '227001', secretKey: 'hush' }
const connector = cinetpayConnector({ baseUrl: 'https://api-checkout.cinetpay.com', currency: 'XOF', ...account })
const { info } = connector
const urls = { return: 'https://portal.example/callback/cinetpay/R/mac', notify: 'https://portal.example/notice' }
const attempt = anAttempt()
const anHourOld = anAttempt({ createdAt: new Date(NOW.getTime() - 61 * 60_000) })
const check = (code: string, data: object = {}, of = attempt, status = 200) =>
  readChecked(anAnswer(JSON.stringify({ code, message: 'x', data }), status), of, { info, now: NOW })

test('a payment is created in whole francs, with our reference twice and nothing in the description that CinetPay refuses', () => {
  const order = anOrder({ description: 'Forfait #1 & 2/3 $_x' })
  expect(JSON.parse(paymentRequest(order, account, { urls, info }))).toEqual({
    apikey: 'k',
    site_id: '227001',
    transaction_id: 'ABCDEFGH2345',
    amount: 1500,
    currency: 'XOF',
    description: 'Forfait  1   2 3  x',
    notify_url: urls.notify,
    return_url: `${urls.return}?reference=ABCDEFGH2345`,
    channels: 'ALL',
    lang: 'fr',
    metadata: 'ABCDEFGH2345',
    customer_name: 'Client',
    customer_surname: 'Ténéré Mobile',
    customer_country: 'NE',
    customer_phone_number: '+22790000001',
    customer_email: 'amina@example.ne',
  })
})

test('a payer without number and address is no obstacle', () => {
  const { customer_phone_number: phone, customer_email: email } = JSON.parse(
    paymentRequest(anOrder({ payer: { msisdn: null, email: null } }), account, { urls, info }),
  ) as Record<string, unknown>
  expect([phone, email]).toEqual([undefined, undefined])
})

test.for([
  [95, 'amount'],
  [99, 'amount'],
  [101, 'amount'],
  [1502, 'amount'],
  [0, 'amount'],
])('%i francs are refused before anything is sent: at least 100, in steps of 5', async ([minor, reason]) => {
  const order = anOrder({ amount: { minor: minor as number, currency: 'XOF' } })
  const context = { fetch: () => Promise.reject(new Error('sent')), now: () => NOW, urls }
  expect(await connector.start(context, order)).toMatchObject({ kind: 'not-attempted', reason })
})

test('currencies with cents are written in whole units, and only whole ones are taken', async () => {
  const { info: congo } = cinetpayConnector({ baseUrl: 'https://api-checkout.cinetpay.com', currency: 'CDF', ...account })
  expect(congo.amounts).toEqual({ CDF: { min: 10_000, step: 500 } })
  const body = paymentRequest(anOrder({ amount: { minor: 250_000, currency: 'CDF' } }), account, { urls, info: congo })
  expect(JSON.parse(body)).toMatchObject({ amount: 2500, currency: 'CDF' })
})

test('I19 paid needs code, status, our reference, amount and currency', () => {
  const data = { status: 'ACCEPTED', metadata: 'ABCDEFGH2345', amount: '1500', currency: 'XOF', operator_id: 'MP220302.1519.A77403' }
  expect(check('00', data)).toMatchObject({
    state: 'paid',
    amount: { minor: 1500, currency: 'XOF' },
    providerTxnId: 'MP220302.1519.A77403',
  })
  expect(check('00', { ...data, operator_id: null })).toMatchObject({ state: 'paid', providerTxnId: 'ABCDEFGH2345' })
  for (const wrong of [
    { status: 'REFUSED' },
    { status: undefined },
    { metadata: null },
    { metadata: 'X' },
    { amount: '15' },
    { currency: '' },
  ])
    expect(check('00', { ...data, ...wrong }), JSON.stringify(wrong)).toMatchObject({ state: 'unrecognised', saysPaid: true })
  for (const code of ['600', '662', '0', '200']) expect(check(code, data)).toMatchObject({ state: 'unrecognised', saysPaid: true })
})

test('a page on which nothing was chosen for an hour is given up; a payment waiting on the phone is not', () => {
  expect(check('662')).toMatchObject({ state: 'pending' })
  expect(check('662', {}, anHourOld)).toMatchObject({ state: 'expired' })
  for (const code of ['623', '663', '664']) expect(check(code, {}, anHourOld)).toMatchObject({ state: 'pending' })
})

test('a transaction CinetPay does not know is not ended at once', () => {
  expect(check('404', {}, attempt, 404)).toMatchObject({ state: 'unrecognised' })
  expect(check('404', {}, anHourOld, 404)).toMatchObject({ state: 'expired' })
  // Wrong keys say nothing about the payment, however old it is.
  expect(check('609', {}, anHourOld, 403)).toMatchObject({ state: 'unrecognised' })
})

const FIELDS: readonly [string, string][] = [
  ['cpm_site_id', '227001'],
  ['cpm_trans_id', 'ABCDEFGH2345'],
  ['cpm_trans_date', '2026-11-15 12:00:00'],
  ['cpm_amount', '1500'],
  ['cpm_currency', 'XOF'],
  ['signature', 'f00d'],
  ['payment_method', 'OM'],
  ['cel_phone_num', '90000001'],
  ['cpm_phone_prefixe', '227'],
  ['cpm_language', 'fr'],
  ['cpm_version', 'V4'],
  ['cpm_payment_config', 'SINGLE'],
  ['cpm_page_action', 'PAYMENT'],
  ['cpm_custom', 'ABCDEFGH2345'],
  ['cpm_designation', 'Recharge'],
  ['cpm_error_message', 'SUCCES'],
]
const sign = (fields: readonly (readonly [string, string])[]) =>
  createHmac('sha256', 'hush')
    .update(fields.map(([, value]) => value).join(''))
    .digest('hex')
const hear = (fields: readonly (readonly [string, string])[], token: string | null) =>
  parseCinetpayWebhook(
    aRequest({
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
      headers: token ? { 'x-token': token } : {},
    }),
    account,
    info,
  )

test('F53 a webhook without its signature, or with that of another, is refused', () => {
  for (const token of [null, '', 'x', '00'.repeat(32), sign(FIELDS.slice(1))]) expect(hear(FIELDS, token)).toBe('unauthentic')
  const raised = FIELDS.map(([name, value]): [string, string] => [name, name === 'cpm_amount' ? '9000' : value])
  expect(hear(raised, sign(FIELDS))).toBe('unauthentic')
  expect(hear([...FIELDS, ['cpm_amount', '9000']], sign(FIELDS))).toBe('unauthentic')
})

test('F56 a signed webhook only makes us ask: the same signature fits fields that are cut elsewhere', () => {
  expect(hear(FIELDS, sign(FIELDS))).toMatchObject({
    trust: 'hint',
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: { state: 'paid', amount: { minor: 1500, currency: 'XOF' } },
  })
  const cutElsewhere = FIELDS.map(([name, value]): [string, string] => [
    name,
    name === 'cpm_trans_date' ? '2026-11-15 12:00:001' : name === 'cpm_amount' ? '500' : value,
  ])
  expect(hear(cutElsewhere, sign(FIELDS))).toMatchObject({ trust: 'hint', seen: { amount: { minor: 500 } } })
})

test('a webhook about another service is not ours, and one about a failure only makes us ask', () => {
  const other = FIELDS.map(([name, value]): [string, string] => [name, name === 'cpm_site_id' ? '227002' : value])
  expect(hear(other, sign(other))).toBe('irrelevant')
  const failed = FIELDS.map(([name, value]): [string, string] => [name, name === 'cpm_error_message' ? 'PAYMENT_FAILED' : value])
  expect(hear(failed, sign(failed))).toMatchObject({ trust: 'hint', seen: { state: 'unrecognised' } })
})

test('there is no call for refunds, and the address is tried by GET', () => {
  expect([connector.refund, connector.queryRefund, connector.triesWebhook]).toEqual([undefined, undefined, true])
})
