import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnswer, anAttempt, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import { childText, readXml, type XmlElement } from '../xml-text.ts'
import { dpoConnector } from './dpo.connector.ts'
import { createTokenRequest, readCreatedToken, parseDpoWebhook, readVerifiedToken, verifyTokenRequest } from './dpo.messages.ts'

const TOKEN = '72983CAC-5DB1-4C7F-BD88-352066B71592'
const account = { companyToken: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3', serviceType: '3854' }
const connector = dpoConnector({ baseUrl: 'https://dpo.test', ...account })
const urls = { return: 'https://guichet.test/callback/dpo/REF/mac?lang=fr', notify: 'https://guichet.test/notify' }

const xml = (fields: Record<string, string>) =>
  `<?xml version="1.0" encoding="utf-8"?><API3G>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</API3G>`
const answer = (fields: Record<string, string>) => anAnswer(xml(fields))
const paid = {
  Result: '000',
  ResultExplanation: 'Transaction Paid',
  TransactionAmount: '1500.00',
  TransactionCurrency: 'XOF',
  FraudAlert: '000',
}
const look = (fields: Record<string, string>, changes = {}) =>
  readVerifiedToken(answer(fields), anAttempt({ providerRef: TOKEN, ...changes }))

function inside(text: string, ...path: string[]): XmlElement {
  return path.reduce((element, name) => element.children.find((child) => child.name === name) as XmlElement, readXml(text) as XmlElement)
}

test('a token is requested in whole francs with two decimals, with our reference, for thirty minutes', () => {
  const request = createTokenRequest(anOrder({ description: 'Forfait <5 Go> & "plus"' }), urls, account, NOW)
  const transaction = inside(request, 'Transaction')
  expect(Object.fromEntries(transaction.children.map(({ name, text }) => [name, text]))).toEqual({
    PaymentAmount: '1500.00',
    PaymentCurrency: 'XOF',
    CompanyRef: 'ABCDEFGH2345',
    CompanyRefUnique: '1',
    RedirectURL: urls.return,
    BackURL: `${urls.return}&status=CANCELLED`,
    PTL: '30',
    PTLtype: 'minutes',
    customerEmail: 'amina@example.ne',
    customerPhone: '90000001',
    customerDialCode: 'NE',
    customerCountry: 'NE',
  })
  const service = inside(request, 'Services', 'Service')
  expect(childText(service, 'ServiceDescription')).toBe('Forfait <5 Go> & "plus"')
  expect(childText(service, 'ServiceType')).toBe('3854')
  expect(childText(service, 'ServiceDate')).toBe('2026/11/15 12:00')
})

test('a description cannot add an element of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (description) => {
      const request = createTokenRequest(anOrder({ description }), urls, account, NOW)
      expect(inside(request).children.map(({ name }) => name)).toEqual(['CompanyToken', 'Request', 'Transaction', 'Services'])
      expect(inside(request, 'Services', 'Service').children).toHaveLength(3)
    }),
  )
})

test('000 gives a token', () => {
  expect(
    readCreatedToken(answer({ Result: '000', ResultExplanation: 'Transaction created', TransToken: TOKEN, TransRef: '1854Ref' })),
  ).toEqual({
    kind: 'created',
    token: TOKEN,
  })
})

test.for([
  ['801', 'config'],
  ['802', 'config'],
  ['803', 'config'],
  ['804', 'config'],
  ['902', 'config'],
  ['904', 'currency'],
  ['905', 'limit'],
  ['906', 'limit'],
  ['922', 'config'],
  ['923', 'config'],
  ['930', 'config'],
  ['950', 'config'],
  ['960', 'config'],
])('createToken %s is a refusal: %s', ([code, reason]) => {
  expect(readCreatedToken(answer({ Result: code as string, ResultExplanation: 'no' }))).toMatchObject({
    kind: 'rejected',
    reason,
    provider: { code },
  })
})

test.for(['940', '999', '123'])('createToken %s is not taken for a refusal: it is queried', (code) => {
  expect(() => readCreatedToken(answer({ Result: code, ResultExplanation: 'hm' }))).toThrow(ProviderUnavailable)
})

test.for([{ Result: '000' }, { Result: '000', TransToken: '../x' }, { Result: 'OK', TransToken: TOKEN }, {}])(
  'half an answer is no answer: %j',
  (fields) => {
    expect(() => readCreatedToken(answer(fields as Record<string, string>))).toThrow(ProviderUnavailable)
  },
)

test('a query does not mark, reporting a delivery does; without a token our reference is queried', () => {
  expect(childText(inside(verifyTokenRequest(account, anAttempt({ providerRef: TOKEN }), false)), 'VerifyTransaction')).toBe('0')
  expect(childText(inside(verifyTokenRequest(account, anAttempt({ providerRef: TOKEN }), true)), 'VerifyTransaction')).toBe('1')
  const lost = inside(verifyTokenRequest(account, anAttempt(), false))
  expect(childText(lost, 'CompanyRef')).toBe('ABCDEFGH2345')
  expect(childText(lost, 'TransactionToken')).toBeNull()
})

test('000 is paid with the requested amount', () => {
  expect(look(paid)).toMatchObject({ state: 'paid', amount: { minor: 1500, currency: 'XOF' }, providerTxnId: TOKEN })
  const dollars = { minor: 250, currency: 'USD' }
  expect(look({ ...paid, TransactionAmount: '2.50', TransactionCurrency: 'USD' }, { amount: dollars })).toMatchObject({
    state: 'paid',
    amount: dollars,
  })
})

test.for([
  { TransactionAmount: '' },
  { TransactionAmount: '1,500.00' },
  { TransactionAmount: '1500.50' },
  { TransactionCurrency: 'EUR' },
  { FraudAlert: '002' },
])('a payment that needs review is not paid: %j', (fields) => {
  expect(look({ ...paid, ...fields })).toMatchObject({ state: 'unrecognised' })
})

test('002 is paid with the wrong amount, and unrecognised with the right one', () => {
  expect(look({ ...paid, Result: '002', TransactionAmount: '1000.00' })).toMatchObject({
    state: 'paid',
    amount: { minor: 1000 },
    isOtherAmount: true,
  })
  expect(look({ ...paid, Result: '002', TransactionAmount: '10.00', TransactionCurrency: 'USD' })).toMatchObject({ state: 'unrecognised' })
  expect(look({ ...paid, Result: '002' })).toMatchObject({ state: 'unrecognised' })
})

test('a fraud warning is stored in our records', () => {
  expect(look({ ...paid, FraudAlert: '001' })).toMatchObject({ state: 'paid', provider: { code: '000-fraud-001' } })
})

test.for([
  ['001', 'pending'],
  ['003', 'pending'],
  ['005', 'pending'],
  ['007', 'pending'],
  ['900', 'pending'],
  ['903', 'expired'],
  ['904', 'cancelled'],
  ['801', 'unrecognised'],
  ['802', 'unrecognised'],
  ['803', 'unrecognised'],
  ['804', 'unrecognised'],
  ['902', 'unrecognised'],
  ['950', 'unrecognised'],
  ['008', 'unrecognised'],
  ['999', 'unrecognised'],
])('verifyToken %s is %s', ([code, state]) => {
  expect(look({ Result: code as string, ResultExplanation: 'words' })).toMatchObject({ state, provider: { code } })
})

test.for([
  ['Transaction declined', 'card_declined'],
  ['Declined: insufficient funds', 'insufficient_funds'],
])('901 "%s" is declined as %s', ([words, reason]) => {
  expect(look({ Result: '901', ResultExplanation: words as string })).toMatchObject({ state: 'declined', final: true, reason })
})

test('a response about another payment, or with two results, is no answer', () => {
  expect(() => look({ ...paid, Result: '900', CompanyRef: 'ANOTHER' })).toThrow(ProviderUnavailable)
  expect(look({ ...paid, CompanyRef: 'ANOTHER' })).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
  expect(() => readVerifiedToken(anAnswer('<API3G><Result>900</Result><Result>000</Result></API3G>'), anAttempt())).toThrow(
    ProviderUnavailable,
  )
})

test('a webhook is a hint, whatever it says', () => {
  const body = Buffer.from(xml({ ...paid, TransactionToken: TOKEN, TransactionRef: 'R1', CompanyRef: 'ABCDEFGH2345' }))
  expect(parseDpoWebhook(body)).toMatchObject({
    trust: 'hint',
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: { state: 'paid', amount: { minor: 1500 } },
  })
  expect(parseDpoWebhook(Buffer.from(xml({ ...paid, TransactionToken: TOKEN })))).toMatchObject({
    attempt: { by: 'providerRef', value: TOKEN },
  })
})

test('the same webhook has the same key, and a forged one cannot take its place', () => {
  const keyOf = (fields: Record<string, string>) => (parseDpoWebhook(Buffer.from(xml(fields))) as { dedupeKey: string }).dedupeKey
  const real = { ...paid, TransactionToken: TOKEN, CompanyRef: 'ABCDEFGH2345' }
  expect(keyOf(real)).toBe(keyOf(real))
  expect(keyOf({ ...real, TransactionAmount: '1' })).not.toBe(keyOf(real))
})

test.for([
  '',
  'hello',
  '{}',
  '<API3G></API3G>',
  '<API3G><Result>000</Result></API3G>',
  '<API3G><Result>paid</Result><CompanyRef>ABCDEFGH2345</CompanyRef></API3G>',
  '<!DOCTYPE a [<!ENTITY x "y">]><API3G><Result>000</Result><CompanyRef>A</CompanyRef></API3G>',
  '<Other><Result>000</Result><CompanyRef>A</CompanyRef></Other>',
])('F17: a body that is no webhook of DPO is refused: %s', (body) => {
  expect(parseDpoWebhook(Buffer.from(body))).toBe('unauthentic')
})

test('any bytes are read without a throw, and never as more than a hint', () => {
  const field = fc.tuple(
    fc.constantFrom('Result', 'CompanyRef', 'TransactionToken', 'TransactionAmount'),
    fc.oneof(fc.string(), fc.constantFrom('000', 'ABCDEFGH2345')),
  )
  const documents = fc
    .array(field)
    .map((fields) => Buffer.from(`<API3G>${fields.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</API3G>`))
  fc.assert(
    fc.property(
      fc.oneof(
        documents,
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      (body) => {
        const webhook = parseDpoWebhook(body)
        expect(typeof webhook === 'object' ? webhook.trust : 'hint').toBe('hint')
      },
    ),
  )
})

test('DPO expects the body OK', () => {
  const webhook = parseDpoWebhook(Buffer.from(xml({ ...paid, CompanyRef: 'ABCDEFGH2345' })))
  expect(typeof webhook === 'object' && connector.acknowledge?.(webhook)).toMatchObject({ status: 200, body: 'OK' })
})

test('the back link is a hint that the visitor cancelled; the return from a completed page is not', () => {
  const back = connector.readReturn?.(aRequest({ query: `status=CANCELLED&TransactionToken=${TOKEN}&CompanyRef=ABCDEFGH2345` }))
  expect(back).toEqual({ attempt: { by: 'ref', value: 'ABCDEFGH2345' }, isCancelled: true })
  const end = connector.readReturn?.(
    aRequest({ query: `TransID=${TOKEN}&CCDapproval=1&PnrID=ABCDEFGH2345&TransactionToken=${TOKEN}&CompanyRef=ABCDEFGH2345` }),
  )
  expect(end).toEqual({ attempt: { by: 'ref', value: 'ABCDEFGH2345' }, isCancelled: false })
  expect(connector.readReturn?.(aRequest({ query: '' }))).toBeNull()
})
