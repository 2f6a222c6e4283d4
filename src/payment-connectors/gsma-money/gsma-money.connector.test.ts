import { expect, test } from 'vitest'
import {
  aContext,
  anAttempt,
  anOrder,
  aScriptedProvider,
  NOW,
  type ScriptedAnswer,
  type SeenRequest,
} from '../testing/connector-testing.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector } from './gsma-money.connector.ts'
import { pinSubmissionId } from './submission-names.ts'

const json = (value: object, status = 200): ScriptedAnswer => ({ status, body: JSON.stringify(value) })
const transaction = {
  transactionReference: 'MP1',
  transactionStatus: 'completed',
  amount: '1500',
  currency: 'XOF',
  type: 'merchantpay',
  creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
}
const pending = { serverCorrelationId: 'S-1', status: 'pending', objectReference: '', notificationMethod: 'callback', pollLimit: 9 }
const notFound = json({ errorCategory: 'identification', errorCode: 'identifierError' }, 404)
const secret = { kid: 'K', ciphertext: 'A'.repeat(344) }

async function aWallet(answer: (request: SeenRequest) => ScriptedAnswer) {
  const provider = await aScriptedProvider(answer)
  const options = { baseUrl: `${provider.url}/1.2/mm/`, apiKey: 'api-key', merchant: 'GUICHET' }
  return { provider, push: moneyPushConnector(options), pin: moneyPinConnector(options), smartcash: smartcashConnector(options) }
}

test('a push carries its id, our key, the callback URL, and no credential of the payer', async () => {
  const { provider, push } = await aWallet(() => json(pending, 202))
  expect(await push.start(aContext(), anOrder())).toEqual({
    kind: 'accepted',
    providerRef: 'S-1',
    action: { type: 'approve-on-phone', until: new Date(NOW.getTime() + 120_000) },
  })
  const [request] = provider.requests
  expect(request).toMatchObject({ method: 'POST', path: '/1.2/mm/transactions/type/merchantpay' })
  expect(request?.headers).toMatchObject({
    'x-api-key': 'api-key',
    'x-correlationid': anOrder().correlationId,
    'x-callback-url': 'http://127.0.0.1:9/notify',
    'x-channel': 'Web',
    'x-content-hash': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  expect(request?.headers).not.toHaveProperty('x-user-credential-1')
  expect(request?.headers).not.toHaveProperty('x-user-bearer')
})

test('a push that is final in its response is settled; when its details are missing, it is queried', async () => {
  const paid = await aWallet(({ method }) =>
    method === 'POST' ? json({ ...pending, status: 'completed', objectReference: 'MP1' }, 202) : json(transaction),
  )
  expect(await paid.push.start(aContext(), anOrder())).toMatchObject({ kind: 'settled', providerRef: 'S-1', seen: { state: 'paid' } })
  const silent = await aWallet(({ method }) =>
    method === 'POST' ? json({ ...pending, status: 'completed', objectReference: 'MP1' }, 202) : { status: 500, body: 'x' },
  )
  expect(await silent.push.start(aContext(), anOrder())).toMatchObject({ kind: 'accepted', providerRef: 'S-1' })
  const synchronous = await aWallet(() => json(transaction, 201))
  expect(await synchronous.push.start(aContext(), anOrder())).toMatchObject({
    kind: 'settled',
    seen: { state: 'paid', providerTxnId: 'MP1' },
  })
})

test.for([
  [{ errorCategory: 'identification', errorCode: 'identifierError' }, 400, 'payer_unknown'],
  [{ errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' }, 401, 'config'],
  [{ errorCategory: 'businessRule', errorCode: 'incorrectState' }, 400, 'pin_locked'],
] as const)('a refused start is rejected with its reason: %j', async ([error, status, reason]) => {
  const { push, pin } = await aWallet(() => json(error, status))
  expect(await push.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason })
  expect(await pin.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason })
})

test('404 for a payment means that the payer is unknown; for a key, that the wallet provides none', async () => {
  const { push, pin, smartcash } = await aWallet(() => notFound)
  expect(await push.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason: 'payer_unknown' })
  expect(await pin.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason: 'config' })
  expect(await smartcash.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason: 'config' })
})

test('a duplicate, or a failing wallet, is unknown: a payment may exist', async () => {
  for (const error of [
    { errorCategory: 'businessRule', errorCode: 'duplicateRequest' },
    { errorCategory: 'serviceUnavailable', errorCode: 'genericError' },
  ]) {
    const { push, pin } = await aWallet(() => json(error, 400))
    await expect(push.start(aContext(), anOrder())).rejects.toMatchObject({ mayHaveArrived: true })
    await expect(pin.submitSecret?.(aContext(), anAttempt({ secretsSent: 1 }), secret)).rejects.toMatchObject({ mayHaveArrived: true })
  }
})

test('nothing is sent for an invalid payer or amount', async () => {
  const { provider, push, smartcash } = await aWallet(() => json(pending, 202))
  for (const connector of [push, smartcash]) {
    expect(await connector.start(aContext(), anOrder({ payer: { msisdn: null, email: null } }))).toMatchObject({ reason: 'payer_unknown' })
    expect(await connector.start(aContext(), anOrder({ amount: { minor: 1500, currency: 'NGN' } }))).toMatchObject({ reason: 'currency' })
    expect(await connector.start(aContext(), anOrder({ amount: { minor: 0, currency: 'XOF' } }))).toMatchObject({ reason: 'amount' })
  }
  expect(provider.requests).toEqual([])
})

test('each PIN is sent once, with its own id, encrypted and without a bearer token', async () => {
  const { provider, pin } = await aWallet(() => json(transaction, 201))
  const attempt = anAttempt({ secretsSent: 2 })
  expect(await pin.submitSecret?.(aContext(), attempt, secret)).toMatchObject({
    state: 'paid',
    amount: { minor: 1500 },
    providerTxnId: 'MP1',
  })
  expect(provider.requests).toHaveLength(1)
  expect(provider.requests[0]?.headers).toMatchObject({
    'x-correlationid': pinSubmissionId(attempt.correlationId, 2),
    'x-user-credential-1': `K.${secret.ciphertext}`,
  })
  expect(provider.requests[0]?.headers).not.toHaveProperty('x-user-bearer')
})

test('a query about PINs reads each of them, newest first, until one has paid', async () => {
  const attempt = anAttempt({ secretsSent: 3 })
  const paidBy = (count: number) => `/1.2/mm/responses/${pinSubmissionId(attempt.correlationId, count)}`
  const { provider, pin } = await aWallet(({ path }) => {
    if (path === paidBy(2)) return json({ link: '/transactions/MP1' })
    return path.includes('/transactions/') ? json(transaction) : notFound
  })
  expect(await pin.query?.(aContext(), attempt)).toMatchObject({ state: 'paid' })
  expect(provider.requests.map(({ path }) => path)).toEqual([paidBy(3), paidBy(2), '/1.2/mm/transactions/MP1'])
})

test('an older PIN that is still open keeps the payment open', async () => {
  const attempt = anAttempt({ secretsSent: 2 })
  const { pin } = await aWallet(({ path }) => {
    if (path.includes('requeststates')) return json(pending)
    return path.endsWith(pinSubmissionId(attempt.correlationId, 1)) ? json({ link: '/requeststates/S-1' }) : notFound
  })
  expect(await pin.query?.(aContext(), attempt)).toMatchObject({ state: 'pending' })
})

test('a payment that the wallet does not know ends only when nothing can be on its way any more', async () => {
  const { push } = await aWallet(() => notFound)
  const longAgo = new Date(NOW.getTime() - 20 * 60_000)
  expect(await push.query?.(aContext(), anAttempt())).toMatchObject({ state: 'unrecognised' })
  expect(await push.query?.(aContext(), anAttempt({ createdAt: longAgo }))).toMatchObject({ state: 'expired' })
})

test.for([
  ['failed', 'pending'],
  ['completed', 'completed'],
])('I19 a response about another payment is no answer, and in doubt when it says paid: %s, %s', async ([transactionStatus, status]) => {
  const other = { ...transaction, transactionStatus, requestingOrganisationTransactionReference: 'SOMEBODYELSE' }
  const { push } = await aWallet(({ path }) =>
    path.endsWith('/S-1')
      ? json({ ...pending, status: 'completed', objectReference: 'MP1' })
      : path.includes('requeststates')
        ? json({ ...pending, status })
        : json(other),
  )
  for (const providerRef of ['S-1', 'S-2']) {
    const asked = Promise.resolve(push.query?.(aContext(), anAttempt({ providerRef })))
    if (status === 'completed') expect(await asked).toMatchObject({ state: 'unrecognised', saysPaid: true, namesOther: true })
    else await expect(asked).rejects.toMatchObject({ mayHaveArrived: true })
  }
})

test('a wrong PIN reported for a push ends that push', async () => {
  const failed = { ...pending, status: 'failed', error: { errorCategory: 'authorisation', errorCode: 'requestingPartyAuthorisationError' } }
  const { push } = await aWallet(() => json(failed))
  expect(await push.query?.(aContext(), anAttempt({ providerRef: 'S-1' }))).toMatchObject({
    state: 'declined',
    final: true,
    reason: 'wrong_pin',
  })
})

test('a payment without a transaction cannot be refunded by us', async () => {
  const { provider, push } = await aWallet(() => json(pending))
  const refund = { ref: 'REFUND222222', amount: { minor: 1500, currency: 'XOF' }, reason: 'late' }
  expect(await push.refund?.(aContext(), anAttempt({ providerRef: 'S-1' }), refund)).toMatchObject({ state: 'unrecognised' })
  expect(provider.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a refused reversal is declined, with no reason about the payer', async () => {
  const { push } = await aWallet(({ method, path }) => {
    if (method === 'POST') return json({ errorCategory: 'businessRule', errorCode: 'incorrectState' }, 400)
    return path.includes('requeststates') ? json({ ...pending, status: 'completed', objectReference: 'MP1' }) : json(transaction)
  })
  const refund = { ref: 'REFUND222222', amount: { minor: 1500, currency: 'XOF' }, reason: 'late' }
  const seen = await push.refund?.(aContext(), anAttempt({ providerRef: 'S-1' }), refund)
  expect(seen).toMatchObject({ state: 'declined', final: true, reason: 'provider' })
})

test.for([
  [json({ serviceStatus: 'available' }), true],
  [json({ serviceStatus: 'unavailable' }), false],
  [{ status: 503, body: 'down' }, false],
  ['hangs up', false],
] as const)('whether a wallet is up is what it reports: %j', async ([answer, isUp]) => {
  const { smartcash } = await aWallet(() => answer)
  expect(await smartcash.isUp?.(aContext())).toBe(isUp)
})

test('an unknown word for the state goes to review after two minutes, is named there, and has a meaning where the operator gives one', async () => {
  const answer = ({ path }: SeenRequest) =>
    path.includes('/requeststates/')
      ? json({ ...pending, status: 'completed', objectReference: 'MP1' })
      : json({ ...transaction, transactionStatus: 'Successful ' })
  const { provider, push } = await aWallet(answer)
  const asked = { providerRef: 'S-1', createdAt: new Date(NOW.getTime() - 119_000) }
  const unknown = { state: 'unrecognised', provider: { code: 'Successful', text: '' } }
  expect(await push.query?.(aContext(), anAttempt(asked))).toEqual(unknown)
  const late = anAttempt({ ...asked, createdAt: new Date(NOW.getTime() - 121_000) })
  expect(await push.query?.(aContext(), late)).toEqual({ ...unknown, needsReview: 'unknown-word' })
  const options = {
    baseUrl: `${provider.url}/1.2/mm/`,
    apiKey: 'api-key',
    merchant: 'GUICHET',
    statusWords: { successful: 'completed' },
  } as const
  expect(await moneyPushConnector(options).query?.(aContext(), late)).toMatchObject({ state: 'paid', amount: anOrder().amount })
})

test('I19 a word that the operator calls completed is still compared with what was asked', async () => {
  const { provider } = await aWallet(({ path }) =>
    path.includes('/requeststates/')
      ? json({ ...pending, status: 'completed', objectReference: 'MP1' })
      : json({ ...transaction, transactionStatus: 'Successful', amount: '1' }),
  )
  const options = {
    baseUrl: `${provider.url}/1.2/mm/`,
    apiKey: 'api-key',
    merchant: 'GUICHET',
    statusWords: { successful: 'completed' },
  } as const
  expect(await moneyPushConnector(options).query?.(aContext(), anAttempt({ providerRef: 'S-1' }))).toMatchObject({
    state: 'unrecognised',
    saysPaid: true,
    namesOther: true,
  })
})
