import { expect, test } from 'vitest'
import { anAnswer, anAttempt, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import { ubaConnector } from './uba.connector.ts'
import { readRegistered, readVerified, registerRequest, verifyQuery, type BareApproval } from './uba.messages.ts'

const merchant = { merchantId: 'GUICHETNE', serviceKey: 'uba-sandbox-key' }
const attempt = anAttempt({ providerRef: 'C0001' })
const old = anAttempt({ providerRef: 'C0001', createdAt: new Date(NOW.getTime() - 61 * 60_000) })
const look = (text: string, of = attempt, bareApproval: BareApproval = 'doubt') => readVerified(anAnswer(text), of, bareApproval, NOW)

test('a transaction is registered in whole francs, with the number of the currency and the time of Niger', () => {
  expect(Object.fromEntries(new URLSearchParams(registerRequest(anOrder(), merchant, NOW)))).toEqual({
    merchantId: 'GUICHETNE',
    serviceKey: 'uba-sandbox-key',
    description: 'Recharge 1 500 F',
    total: '1500',
    date: '15/11/2026 13:00:00',
    countryCurrencyCode: '952',
    noOfItems: '1',
    customerFirstName: 'Client',
    customerLastname: 'Ténéré Mobile',
    customerEmail: 'amina@example.ne',
    customerPhoneNumber: '22790000001',
    referenceNumber: 'ABCDEFGH2345',
  })
})

test.for(['123456', 'C0001-99', ' 5f2b\n'])('an answer without spaces is the id: %j', (text) => {
  expect(readRegistered(anAnswer(text))).toEqual({ kind: 'registered', id: text.trim() })
})

test.for([
  ['Invalid merchant id or service key', 'config'],
  ['Total amount is not valid', 'provider'],
])('a sentence is a refusal: %s', ([text, reason]) => {
  expect(readRegistered(anAnswer(text as string))).toMatchObject({ kind: 'rejected', reason, provider: { text } })
})

test.for(['Duplicate reference number', 'Reference already used'])('"%s" is queried, not taken for a refusal', (text) => {
  expect(() => readRegistered(anAnswer(text))).toThrow(ProviderUnavailable)
})

test.for(['<html>Login</html>', '{"error":"x"}', '-', 'x'.repeat(1000), '123 456'])(
  'a response that is neither id nor sentence is no answer: %j',
  (text) => {
    expect(() => readRegistered(anAnswer(text))).toThrow(ProviderUnavailable)
  },
)

test('a verification queries by both references', () => {
  expect(verifyQuery(merchant, attempt)).toBe('cipgtxnref=C0001&mytxnref=ABCDEFGH2345&cipgid=GUICHETNE')
})

test('I19 F64 an approval that names our id, reference, amount and currency is paid', () => {
  expect(look('Approved Transaction;C0001;ABCDEFGH2345;1500;952')).toMatchObject({
    state: 'paid',
    amount: { minor: 1500, currency: 'XOF' },
    providerTxnId: 'C0001',
  })
})

test.for(['approved transaction', 'Approved Transaction;', 'Approved Transaction;;;;'])(
  'I19 F64 a bare approval is in doubt, and paid only where the operator configures it: %j',
  (text) => {
    expect(look(text)).toMatchObject({ state: 'unrecognised', saysPaid: true })
    expect(look(text, attempt, 'paid')).toMatchObject({ state: 'paid', amount: { minor: 1500, currency: 'XOF' } })
  },
)

test.for([
  'Approved Transaction;C0001;ABCDEFGH2345;1500;952;more',
  'Approved Transaction;C0001;ABCDEFGH2345;1500',
  'Approved Transaction;C0001;ABCDEFGH2345',
  'Approved Transaction; amount=1500.00',
  'Approved Transaction;Total: abc',
  'Approved Transaction;C0001;ABCDEFGH2345;1500;999',
  'Approved Transaction;C0001;ABCDEFGH2345;1500;XOF',
  'Approved Transaction;C0001;ABCDEFGH2345;952;1500',
])('I19 F64 unreadable details are in doubt, whatever a bare approval counts for: %s', (text) => {
  for (const bareApproval of ['doubt', 'paid'] as const)
    expect(look(text, attempt, bareApproval)).toMatchObject({ state: 'unrecognised', saysPaid: true })
})

test.for(['Approved', 'Not an Approved Transaction', 'Approved Transaction pending', 'Pre-Approved Transaction'])(
  '"%s" is not paid',
  (text) => {
    expect(look(text)).toMatchObject({ state: 'unrecognised' })
  },
)

test('an approval for a transaction whose id we never received needs review', () => {
  expect(look('Approved Transaction', anAttempt())).toMatchObject({ state: 'unrecognised' })
})

test.for([
  ['Declined Transaction', 'declined'],
  ['Transaction Failed', 'declined'],
  ['Unsuccessful Transaction', 'declined'],
  ['Cancelled Transaction', 'cancelled'],
  ['Transaction Canceled', 'cancelled'],
  ['Pending Transaction', 'pending'],
  ['Transaction in progress', 'pending'],
  ['Initiated', 'pending'],
  ['Expired Transaction', 'expired'],
  ['Transaction not found', 'unrecognised'],
  ['System error, please try again', 'unrecognised'],
])('"%s" is %s', ([text, state]) => {
  expect(look(`${text};C0001`)).toMatchObject({ state })
})

test('the reason of a decline is reported where the bank sends it', () => {
  expect(look('Insufficient funds')).toMatchObject({ state: 'declined', final: true, reason: 'insufficient_funds' })
  expect(look('Declined Transaction')).toMatchObject({ state: 'declined', final: true, reason: 'card_declined' })
})

test('a page that was not finished in an hour is given up only on a status we know', () => {
  expect(look('Pending Transaction', old)).toMatchObject({ state: 'expired' })
  for (const text of ['Transaction not found', 'System error, please try again'])
    expect(look(text, old)).toMatchObject({ state: 'unrecognised' })
})

test.for(['<html>', '{"a":1}', '12', ''])('a response that is no sentence is no verification: %j', (text) => {
  expect(() => look(text)).toThrow(ProviderUnavailable)
})

test('a return is found by refNo; its status is not trusted', () => {
  const { readReturn, parseWebhook, refund } = ubaConnector({ baseUrl: 'https://uba.test', ...merchant })
  expect(readReturn?.(aRequest({ query: 'refNo=ABCDEFGH2345&transactionId=C0001&status=Approved&bnk=UBA' }))).toEqual({
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    isCancelled: false,
  })
  expect([parseWebhook, refund]).toEqual([undefined, undefined])
})
