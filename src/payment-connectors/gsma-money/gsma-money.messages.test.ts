import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnswer, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { observeError, reasonOf, saidBy } from './gsma-money-error.messages.ts'
import {
  completedReference,
  credentialOf,
  expiryOf,
  isAvailable,
  keyRequest,
  observeReversal,
  observeState,
  observeTransaction,
  paymentRequest,
  parseGsmaWebhook,
  readKey,
  readLink,
  readRequestState,
  readTransaction,
  RECEIVED,
  reversalRequest,
} from './gsma-money.messages.ts'

const parse = (text: string) => JSON.parse(text) as Record<string, unknown>
const answer = (value: unknown, status = 200) => anAnswer(JSON.stringify(value), status)
const asked = { reference: 'ABCDEFGH2345', transaction: 'MP0123456789AB', merchant: 'GUICHET', amount: { minor: 1500, currency: 'XOF' } }
const transaction = (changes: object = {}) => ({
  transactionReference: 'MP0123456789AB',
  transactionStatus: 'completed',
  amount: '1500',
  currency: 'XOF',
  type: 'merchantpay',
  creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
  ...changes,
})
const error = (errorCode: string, changes: object = {}) => ({ errorCategory: 'businessRule', errorCode, ...changes })
const parameters = (values: Record<string, string>) => ({
  errorParameters: Object.entries(values).map(([key, value]) => ({ key, value })),
})

test('a payment is requested in whole francs, as text, for our merchant and under our reference', () => {
  expect(parse(paymentRequest(anOrder(), { merchant: 'GUICHET', description: 'Recharge' }))).toEqual({
    amount: '1500',
    currency: 'XOF',
    debitParty: [{ key: 'msisdn', value: '+22790000001' }],
    creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
    requestingOrganisationTransactionReference: 'ABCDEFGH2345',
    descriptionText: 'Recharge',
  })
})

test.for([
  [{ minor: 100_000, currency: 'CDF' }, '1000'],
  [{ minor: 250, currency: 'USD' }, '2.5'],
  [{ minor: 205, currency: 'USD' }, '2.05'],
  [{ minor: 1000, currency: 'XOF' }, '1000'],
] as const)('OPR-2 the amount %o is written without zeros at the end of decimals: %s', ([amount, text]) => {
  expect(parse(paymentRequest(anOrder({ amount }), { merchant: 'GUICHET', description: 'Recharge' }))).toMatchObject({ amount: text })
  expect(parse(reversalRequest(amount, { ref: 'REFUND222222', reason: 'late' }))).toMatchObject({ amount: text })
})

test('a key is requested for one payment of one payer; a reversal names the whole amount', () => {
  expect(parse(keyRequest(anOrder()))).toEqual({
    requestingOrganisationTransactionReference: 'ABCDEFGH2345',
    debitParty: [{ key: 'msisdn', value: '+22790000001' }],
  })
  expect(parse(reversalRequest({ minor: 1500, currency: 'XOF' }, { ref: 'REFUND222222', reason: 'late' }))).toMatchObject({
    type: 'reversal',
    amount: '1500',
    currency: 'XOF',
    requestingOrganisationTransactionReference: 'REFUND222222',
  })
})

test.for([
  ['completed', 'paid'],
  ['Completed', 'paid'],
  ['pending', 'pending'],
  ['reversed', 'refunded'],
  ['failed', 'declined'],
  ['delighted', 'unrecognised'],
  ['constructor', 'unrecognised'],
  ['', 'unrecognised'],
] as const)('a transaction that is %s is %s', ([transactionStatus, state]) => {
  expect(observeTransaction(transaction({ transactionStatus }), asked)).toMatchObject({ state })
})

test.for([
  ['1500', 'XOF', { minor: 1500, currency: 'XOF' }],
  ['1500.00', 'XOF', { minor: 1500, currency: 'XOF' }],
  ['150000', 'XOF', { minor: 150_000, currency: 'XOF' }],
  ['12.5', 'NGN', { minor: 1250, currency: 'NGN' }],
] as const)('%s %s is quoted exactly', ([amount, currency, money]) => {
  expect(observeTransaction(transaction({ amount, currency }), { ...asked, amount: money })).toMatchObject({ state: 'paid', amount: money })
})

test.for([{ amount: undefined }, { amount: '1,500' }, { amount: '1500.5' }, { currency: 'EUR' }, { currency: null }])(
  'without a readable amount nothing is paid: %j',
  (changes) => {
    expect(observeTransaction(transaction(changes), asked)).toMatchObject({ state: 'unrecognised' })
  },
)

const reversal = (changes: object = {}) => transaction({ type: 'reversal', originalTransactionReference: 'MP0123456789AB', ...changes })

test('a reversal without an amount gave back the whole; reported by a webhook it is queried', () => {
  const silent = { amount: undefined, currency: null }
  expect(observeReversal(reversal(silent), asked)).toMatchObject({ state: 'refunded', amount: asked.amount })
  expect(observeReversal(reversal(silent), { ...asked, amount: null })).toMatchObject({ state: 'refunding' })
  expect(observeReversal(reversal({ amount: 'all' }), asked)).toMatchObject({ state: 'unrecognised' })
  expect(observeReversal(reversal({ ...silent, transactionStatus: 'failed' }), asked)).toMatchObject({ state: 'declined' })
})

test('a reversal of its own is a refund, while it runs it is refunding', () => {
  expect(observeReversal(reversal(), asked)).toMatchObject({ state: 'refunded', amount: { minor: 1500 } })
  expect(observeReversal(reversal({ transactionStatus: 'pending' }), asked)).toMatchObject({ state: 'refunding' })
  expect(observeReversal(reversal({ transactionStatus: 'failed' }), asked)).toMatchObject({ state: 'declined' })
})

test.for([
  ['insufficientFunds', 'insufficient_funds'],
  ['InsufficientFunds', 'insufficient_funds'],
  ['requestingPartyAuthorisationError', 'wrong_pin'],
  ['incorrectState', 'pin_locked'],
  ['identifierError', 'payer_unknown'],
  ['dailyValueLimitExceeded', 'limit'],
  ['accountMaxTotalValueExceeded', 'limit'],
  ['lessThanTransactionMinValue', 'amount'],
  ['greaterThanTransactionMaxValue', 'limit'],
  ['currencyNotSupported', 'currency'],
  ['formatError', 'config'],
  ['genericError', 'other'],
  ['somethingNew', 'other'],
] as const)('%s means %s', ([code, reason]) => {
  expect(reasonOf(error(code))).toBe(reason)
})

test('a wrong PIN leaves as many tries as the wallet says; everything else ends the payment', () => {
  const wrong = error('requestingPartyAuthorisationError', parameters({ attemptsLeft: '3', providerCode: '1004' }))
  expect(observeError(wrong)).toMatchObject({
    state: 'declined',
    final: false,
    reason: 'wrong_pin',
    attemptsLeft: 3,
    provider: { code: '1004' },
  })
  expect(observeError(error('requestingPartyAuthorisationError'))).toMatchObject({ final: false })
  expect(observeError(error('requestingPartyAuthorisationError', parameters({ attemptsLeft: '0' })))).toMatchObject({ final: true })
  expect(observeError(error('requestingPartyAuthorisationError', parameters({ attemptsLeft: 'many' })))).not.toHaveProperty('attemptsLeft')
  expect(observeError(error('incorrectState', parameters({ providerCode: '1006' })))).toMatchObject({
    state: 'declined',
    final: true,
    reason: 'pin_locked',
    provider: { code: '1006' },
  })
  expect(observeError(error('insufficientFunds'))).toMatchObject({ state: 'declined', final: true })
})

test('a payer who refuses cancels, one who does nothing lets it expire, a failing wallet proves nothing', () => {
  expect(observeError(error('requestDeclined'))).toMatchObject({ state: 'cancelled' })
  expect(observeError(error('genericError', parameters({ providerCode: 'expired' })))).toMatchObject({ state: 'expired' })
  for (const errorCategory of ['internal', 'serviceUnavailable', 'Service Unavailable'])
    expect(observeError(error('genericError', { errorCategory }))).toMatchObject({ state: 'unrecognised' })
})

test('the codes of an error are read in each of their spellings, and without repetitions', () => {
  expect(saidBy(error('x', { errorDescription: 'No.' })).text).toBe('No.')
  expect(saidBy(error('x', { errordescription: 'No.' })).text).toBe('No.')
  expect(saidBy(error('x', { errorDescription: 'wallet +22790000001 says no' })).text).toBe('wallet +••• says no')
})

test('a request state is open, over with a reason, or leads to its transaction', () => {
  const state = (changes: object) => ({ serverCorrelationId: 'S', status: 'pending', ...changes })
  expect(observeState(state({}))).toMatchObject({ state: 'pending' })
  expect(observeState(state({ status: 'failed', error: error('insufficientFunds') }))).toMatchObject({ reason: 'insufficient_funds' })
  expect(observeState(state({ status: 'failed', errorReference: error('requestDeclined') }))).toMatchObject({ state: 'cancelled' })
  expect(observeState(state({ status: 'failed' }))).toMatchObject({ state: 'declined', final: true, reason: 'other' })
  expect(observeState(state({ status: 'completed' }))).toMatchObject({ state: 'unrecognised' })
  expect(completedReference(state({ status: 'Completed', objectReference: 'MP1' }))).toBe('MP1')
  for (const objectReference of ['', null, undefined]) expect(completedReference(state({ status: 'completed', objectReference }))).toBe('')
  expect(completedReference(state({ objectReference: 'MP1' }))).toBeNull()
})

test.for([
  '/transactions/MP1',
  'transactions/MP1',
  '/1.2/mm/transactions/MP1',
  'https://wallet.test/mm/v1.2/transactions/MP1',
  '/transactions/MP1/',
  '/transactions/MP1?view=full',
  'https://wallet.test/transactions/MP1/?a=/b#c',
])('a link is a URL, absolute, below the path of the API or relative: %s; only its id is taken', (link) => {
  expect(readLink(answer({ link }))).toEqual({ resource: 'transactions', id: 'MP1' })
  expect(readLink(answer({ link: link.replace('transactions', 'requeststates') }))).toEqual({ resource: 'requeststates', id: 'MP1' })
})

test('only links to known resources are read', () => {
  for (const link of [
    '/accounts/1',
    '/transactions/../keys',
    '/transactions/?b',
    'transactions/',
    '/transactions//',
    '/transactions/..?a',
    'MP1',
    'https://wallet.test/',
    '',
    7,
  ])
    expect(readLink(answer({ link }))).toBeNull()
})

test('a key is accepted only when a browser can use it', () => {
  const key = { kid: 'K', algorithm: 'RSA-OAEP-256', key: 'A'.repeat(392), attemptsLeft: 5 }
  expect(readKey(answer(key))).toEqual({ key: { kid: 'K', spki: key.key }, attemptsLeft: 5 })
  for (const changes of [{ algorithm: 'RSA1_5' }, { key: '' }, { key: '<script>' }, { kid: 'a b' }, { attemptsLeft: 'many' }])
    expect(readKey(answer({ ...key, ...changes }))).toBeNull()
})

test('only an encrypted PIN becomes a header', () => {
  expect(credentialOf({ kid: 'K-1', ciphertext: `${'Ab+/'.repeat(85)}Ab==` })).toBe(`K-1.${'Ab+/'.repeat(85)}Ab==`)
  for (const secret of [
    { kid: 'K', ciphertext: '1234' },
    { kid: 'K\r\nX: 1', ciphertext: 'A'.repeat(344) },
    { kid: 'K', ciphertext: `${'A'.repeat(344)}\n` },
    { kid: 'K', ciphertext: 'A'.repeat(2000) },
  ])
    expect(credentialOf(secret)).toBeNull()
})

test('the payer’s time is set by the wallet, within limits', () => {
  const until = (expiryTime?: string) =>
    expiryOf({ serverCorrelationId: 'S', status: 'pending', ...(expiryTime ? { expiryTime } : {}) }, NOW, 120_000)
  expect(until('2026-11-15T12:01:00Z')).toEqual(new Date('2026-11-15T12:01:00Z'))
  for (const told of [undefined, 'soon', '2020-01-01T00:00:00Z', '2036-01-01T00:00:00Z'])
    expect(until(told)).toEqual(new Date('2026-11-15T12:02:00Z'))
})

test('a wallet is up when it says so', () => {
  expect(isAvailable(answer({ serviceStatus: 'available' }))).toBe(true)
  expect(isAvailable(answer({ serviceStatus: 'degraded' }))).toBe(true)
  expect(isAvailable(answer({ serviceStatus: 'unavailable' }))).toBe(false)
  expect(isAvailable(answer({}))).toBe(false)
})

const PATH = '/orp/bfe/api/portal-service/transaction/v1/notice/money-push/ABCDEFGH2345/c29tZS1tYWM'
const webhook = (body: unknown, path = PATH) => parseGsmaWebhook({ ...aRequest({ body: JSON.stringify(body) }), path }, 'GUICHET')

test('a callback is about the payment of its path, and a hint, whatever it says', () => {
  expect(webhook(transaction())).toMatchObject({
    trust: 'hint',
    dedupeKey: expect.stringMatching(/^MP0123456789AB:[0-9a-f]{32}$/) as string,
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    seen: { state: 'paid', amount: { minor: 1500 } },
  })
  expect(webhook(error('requestDeclined'))).toMatchObject({ trust: 'hint', seen: { state: 'cancelled' } })
  expect(webhook(reversal())).toMatchObject({ trust: 'hint', seen: { state: 'refunded' } })
  expect(RECEIVED).toMatchObject({ status: 204, body: '' })
})

test('an invalid callback, or one without our path, is refused', () => {
  for (const body of [{}, [], null, 'x', { transactionStatus: {} }]) expect(webhook(body)).toBe('unauthentic')
  for (const path of ['/notice/money-push', '/notice/money-push/short/mac', '/notice/money-push/ABCDEFGH2345/'])
    expect(webhook(transaction(), path)).toBe('unauthentic')
})

test('any bytes are read without a throw, and never as more than a hint', () => {
  const bodies = fc.oneof(
    fc.record({
      transactionReference: fc.constant('MP1'),
      transactionStatus: fc.string(),
      amount: fc.jsonValue(),
      currency: fc.jsonValue(),
    }),
    fc.record({ errorCategory: fc.string(), errorCode: fc.string(), errorParameters: fc.jsonValue() }),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      const read = webhook(body)
      expect(typeof read === 'object' ? read.trust : 'hint').toBe('hint')
    }),
  )
})

test('responses of another shape are no answers', () => {
  for (const value of [{}, [], null, { serverCorrelationId: 1 }, { transactionReference: '..', transactionStatus: {} }]) {
    expect(readRequestState(answer(value))).toBeNull()
    expect(readTransaction(answer(value))).toBeNull()
  }
})
