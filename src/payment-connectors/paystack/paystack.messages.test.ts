import { expect, test } from 'vitest'
import { anAnswer, anAttempt, anOrder, aRequest, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import { paystackConnector } from './paystack.connector.ts'
import { initializeRequest, readInitialized, readRefunded, readRefundList, readVerified, refundRequest } from './paystack.messages.ts'

const options = { baseUrl: 'https://pay.test/api', secretKey: 'sk_test_x', publicKey: 'pk_test_x' }
const { info, readReturn } = paystackConnector(options)
const urls = { return: 'https://guichet.test/callback/paystack/REF/mac', notify: 'https://guichet.test/notify' }

function initialized(data: object = {}) {
  const good = { authorization_url: 'https://pay.test/checkout/acc123', access_code: 'acc123', reference: 'ABCDEFGH2345' }
  return anAnswer(JSON.stringify({ status: true, message: 'Authorization URL created', data: { ...good, ...data } }))
}

function verified(data: object) {
  const transaction = {
    id: 4099260516,
    status: 'success',
    reference: 'ABCDEFGH2345',
    amount: 150_000,
    currency: 'XOF',
    gateway_response: 'Successful',
  }
  return anAnswer(JSON.stringify({ status: true, message: 'Verification successful', data: { ...transaction, ...data } }))
}

const listed = (data: object[], meta?: object) =>
  readRefundList(anAnswer(JSON.stringify({ status: true, data, meta })), { ref: 'ABCDEFGH2345', refundRef: 'REFUND222222', page: 1 }, info)
const refusal = (message: string, status = 400, code?: string) => anAnswer(JSON.stringify({ status: false, message, code }), status)
const start = (answer = initialized()) => readInitialized(answer, anOrder(), ['https://pay.test'])
const look = (answer: ReturnType<typeof anAnswer>, attempt = anAttempt()) => readVerified(answer, attempt, NOW, info)
const look20MinutesLater = (answer: ReturnType<typeof anAnswer>) =>
  look(answer, anAttempt({ createdAt: new Date(NOW.getTime() - 20 * 60_000) }))

test('CARD-2: a payment is requested in hundredths, with our reference, our channels and both return URLs', () => {
  expect(JSON.parse(initializeRequest(anOrder(), urls, ['card', 'qr'], info))).toEqual({
    email: 'amina@example.ne',
    amount: 150_000,
    currency: 'XOF',
    reference: 'ABCDEFGH2345',
    channels: ['card', 'qr'],
    callback_url: urls.return,
    metadata: { cancel_action: `${urls.return}?status=CANCELLED` },
  })
})

test('CARD-2: an accepted payment opens the popup, and the page where there is no script', () => {
  expect(start()).toEqual({
    kind: 'accepted',
    providerRef: 'ABCDEFGH2345',
    action: { type: 'popup', accessCode: 'acc123', fallbackUrl: 'https://pay.test/checkout/acc123' },
  })
})

test.for([{ authorization_url: 'https://evil.test/checkout/acc123' }, { authorization_url: 'javascript:alert(1)' }])(
  'abuse 53 a page on another host is refused: %j',
  (data) => {
    expect(() => start(initialized(data))).toThrow('outside its own address')
  },
)

test.for([{ reference: 'ANOTHER' }, { access_code: '' }, { access_code: 'a"b' }, { authorization_url: 5 }])(
  'a response that is not about our payment is no answer: %j',
  (data) => {
    expect(() => start(initialized(data))).toThrow(ProviderUnavailable)
  },
)

test.for([
  ['Invalid key', 401, 'config'],
  ['Currency not supported by merchant', 400, 'provider'],
  ['Invalid Email Address Passed', 400, 'provider'],
] as const)('%s (%i) is a refusal: %s', ([message, status, reason]) => {
  expect(start(refusal(message, status))).toMatchObject({ kind: 'rejected', reason, provider: { text: message } })
})

test('a reference that Paystack knows already is queried, not taken for a refusal', () => {
  expect(() => start(refusal('Duplicate Transaction Reference'))).toThrow(ProviderUnavailable)
})

test('success is paid, with the amount and the currency of the response', () => {
  expect(look(verified({}))).toEqual({
    state: 'paid',
    amount: { minor: 1500, currency: 'XOF' },
    providerTxnId: '4099260516',
    provider: { code: 'success', text: 'Successful' },
  })
  for (const other of [{ amount: 1500 }, { currency: 'NGN' }])
    expect(look(verified(other))).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
})

test.for([{ amount: null }, { amount: 150_050 }, { amount: '15e4' }, { currency: 'EUR' }, { currency: null }, { id: undefined }])(
  'success without a readable amount is not paid: %j',
  (data) => {
    expect(look(verified(data)).state).toBe('unrecognised')
  },
)

test.for(['abandoned', 'ongoing', 'pending', 'processing', 'queued'])('%s is still open', (status) => {
  expect(look(verified({ status }))).toMatchObject({ state: 'pending' })
})

test.for([
  ['Declined', 'card_declined'],
  ['Insufficient Funds', 'insufficient_funds'],
  [null, 'card_declined'],
])('failed with "%s" is declined as %s', ([words, reason]) => {
  expect(look(verified({ status: 'failed', gateway_response: words }))).toMatchObject({ state: 'declined', final: true, reason })
})

test('reversed is refunded', () => {
  expect(look(verified({ status: 'reversed' }))).toMatchObject({ state: 'refunded', amount: { minor: 1500, currency: 'XOF' } })
})

test.for(['SUCCESS', 'settled', '', 'constructor', '__proto__'])('a status we do not know (%s) ends nothing', (status) => {
  expect(look(verified({ status }))).toMatchObject({ state: 'unrecognised' })
})

test('I19 a response about another payment is no answer, and puts the attempt in doubt when it says paid', () => {
  expect(() => look(verified({ status: 'failed', reference: 'ANOTHER' }))).toThrow(ProviderUnavailable)
  expect(look(verified({ reference: 'ANOTHER' }))).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
})

test.for([
  ['Transaction reference not found', 400, undefined],
  ['Transaction reference not found.', 404, undefined],
  ['Entity not found', 404, undefined],
  ['anything', 400, 'transaction_not_found'],
] as const)('"%s" (%i) ends a payment only when no request can be on its way any more', ([message, status, code]) => {
  expect(look(refusal(message, status, code)).state).toBe('unrecognised')
  expect(look20MinutesLater(refusal(message, status, code)).state).toBe('expired')
})

test('any other refusal of a query ends nothing', () => {
  for (const [message, status] of [
    ['Invalid key', 401],
    ['Entity not found', 401],
    ['No active channel', 400],
  ] as const)
    expect(look20MinutesLater(refusal(message, status)).state).toBe('unrecognised')
})

test('a refund carries our reference where it can be found again', () => {
  const refund = { ref: 'REFUND222222', amount: { minor: 500, currency: 'XOF' }, reason: 'not delivered' }
  expect(JSON.parse(refundRequest(anAttempt(), refund, info))).toEqual({
    transaction: 'ABCDEFGH2345',
    amount: 50_000,
    currency: 'XOF',
    merchant_note: 'REFUND222222 not delivered',
  })
})

test.for([
  ['pending', 'refunding'],
  ['processing', 'refunding'],
  ['needs-attention', 'refunding'],
  ['processed', 'refunded'],
  ['failed', 'declined'],
  ['tomorrow', 'unrecognised'],
])('a refund that is %s is %s', ([status, state]) => {
  const data = { status, amount: 150_000, currency: 'XOF', merchant_note: 'REFUND222222 late', transaction_reference: 'ABCDEFGH2345' }
  const made = { ...data, transaction: { reference: 'ABCDEFGH2345' } }
  expect(readRefunded(anAnswer(JSON.stringify({ status: true, data: made })), anAttempt(), info).state).toBe(state)
  expect(listed([{ status: 'processed' }, data]).seen?.state).toBe(state)
  expect(listed([{ ...data, transaction_reference: 'SOMEBODYELSE' }]).seen?.state).not.toBe('refunded')
})

test('a list of refunds is read page by page, to its end', () => {
  const other = { status: 'processed', merchant_note: 'REFUND2222223 other', amount: 1, currency: 'XOF' }
  expect(listed([other], { pageCount: 2 })).toEqual({ seen: null, isLast: false })
  expect(listed([other], { pageCount: 1 })).toEqual({ seen: null, isLast: true })
  expect(listed([other])).toEqual({ seen: null, isLast: false })
  expect(listed([])).toEqual({ seen: null, isLast: true })
})

test('a refund that Paystack reports as made already is looked up, not called failed', () => {
  expect(readRefunded(refusal('Transaction has been fully reversed'), anAttempt(), info).state).toBe('unrecognised')
  expect(readRefunded(refusal('Refund amount is too large'), anAttempt(), info)).toMatchObject({ state: 'declined', final: true })
})

test('a refunded amount we cannot read is not a refund', () => {
  expect(readRefunded(anAnswer('{"status":true,"data":{"status":"processed"}}'), anAttempt(), info).state).toBe('unrecognised')
})

test("the visitor's return names the payment and nothing else", () => {
  expect(readReturn?.(aRequest({ query: 'trxref=ABCDEFGH2345&reference=ABCDEFGH2345' }))).toEqual({
    attempt: { by: 'ref', value: 'ABCDEFGH2345' },
    isCancelled: false,
  })
})

test('without an e-mail address, or in another currency, nothing is sent', async () => {
  const context = { fetch: () => Promise.reject(new Error('must not be called')), now: () => NOW, urls }
  const { start: begin } = paystackConnector(options)
  expect(await begin(context, anOrder({ payer: { msisdn: '90000001', email: null } }))).toMatchObject({
    kind: 'not-attempted',
    reason: 'config',
  })
  expect(await begin(context, anOrder({ amount: { minor: 5, currency: 'NGN' } }))).toMatchObject({
    kind: 'not-attempted',
    reason: 'currency',
  })
})

test('Paystack itself sends visitors to its checkout host', () => {
  const { info: live } = paystackConnector({ ...options, baseUrl: 'https://api.paystack.co', currency: 'NGN' })
  expect(live.currencies).toEqual(['NGN'])
  expect(live.pollScheduleSeconds.slice(0, 2)).toEqual([60, 300])
})

test.for(['NGN', 'XOF'] as const)('CARD-6 an account in %s is charged in its own currency, times 100', async (currency) => {
  const sent: { amount?: number; currency?: string }[] = []
  const context = {
    fetch: async (_url: unknown, { body }: RequestInit = {}) => {
      sent.push(JSON.parse(typeof body === 'string' ? body : ''))
      return Response.json({
        status: true,
        message: 'ok',
        data: { authorization_url: 'https://pay.test/x', access_code: 'x', reference: 'ABCDEFGH2345' },
      })
    },
    now: () => NOW,
    urls,
  }
  const { start: begin } = paystackConnector({ ...options, currency })
  await begin(context, anOrder({ amount: { minor: currency === 'NGN' ? 150_000 : 1500, currency } }))
  expect(sent).toMatchObject([{ amount: 150_000, currency }])
  // An amount in another currency is never sent as this one.
  const other = currency === 'NGN' ? 'XOF' : 'NGN'
  expect(await begin(context, anOrder({ amount: { minor: 1500, currency: other } }))).toMatchObject({ reason: 'currency' })
  expect(sent).toHaveLength(1)
})
