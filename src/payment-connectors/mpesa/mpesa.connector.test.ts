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
import { mpesaConnector } from './mpesa.connector.ts'

const json = (value: object, status = 200): ScriptedAnswer => ({ status, body: JSON.stringify(value) })
const ID = 'ws_CO_15112026150000123'
const paid = (checkoutRequestId = ID) => json({ CheckoutRequestID: checkoutRequestId, ResultCode: '0', ResultDesc: 'ok' })

/** Issues token-1, token-2 …; `answer` answers everything else. */
async function anMpesa(answer: (request: SeenRequest) => ScriptedAnswer) {
  let issued = 0
  const provider = await aScriptedProvider((request) => {
    if (!request.path.startsWith('/oauth/')) return answer(request)
    issued += 1
    return json({ access_token: `token-${issued}`, expires_in: '3599' })
  })
  const connector = mpesaConnector({
    baseUrl: provider.url,
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '600227',
    passkey: 'pass',
  })
  return { provider, connector, issued: () => issued }
}

test('a token is fetched with key and secret, and used for many calls', async () => {
  const { provider, connector, issued } = await anMpesa(() => paid())
  await Promise.all(Array.from({ length: 5 }, async () => connector.query?.(aContext(), anAttempt({ providerRef: ID }))))
  expect(issued()).toBe(1)
  expect(provider.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('key:secret').toString('base64')}`)
  expect(provider.requests[1]).toMatchObject({ method: 'POST', path: '/mpesa/stkpushquery/v1/query' })
  await connector.query?.(aContext({ now: () => new Date(NOW.getTime() + 3599 * 0.86 * 1000) }), anAttempt({ providerRef: ID }))
  expect(issued()).toBe(2)
})

test.for([
  [401, {}],
  [404, { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }],
] as const)('a refused token (%i) is renewed once, and the same push is sent again', async ([status, body]) => {
  const { provider, connector, issued } = await anMpesa(({ headers }) =>
    headers.authorization === 'Bearer token-1' ? json(body, status) : json({ CheckoutRequestID: ID, ResponseCode: '0' }),
  )
  expect(await connector.start(aContext(), anOrder())).toMatchObject({ kind: 'accepted', providerRef: ID })
  const pushes = provider.requests.filter(({ path }) => path.includes('stkpush'))
  expect([issued(), pushes.length]).toEqual([2, 2])
  expect(pushes[0]?.body).toBe(pushes[1]?.body)
})

test('a token that is refused again is not requested a third time', async () => {
  const { provider, connector } = await anMpesa(() => json({ errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }, 401))
  expect(await connector.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason: 'config' })
  expect(provider.requests.filter(({ path }) => path.includes('stkpush'))).toHaveLength(2)
})

test('without a token nothing was requested', async () => {
  const provider = await aScriptedProvider(() => json({ errorCode: '400.008.01' }, 400))
  const connector = mpesaConnector({ baseUrl: provider.url, consumerKey: 'k', consumerSecret: 's', shortCode: '1', passkey: 'p' })
  await expect(connector.start(aContext(), anOrder())).rejects.toMatchObject({ mayHaveArrived: false })
})

test('a payment whose id was lost is neither queried nor ended', async () => {
  const { provider, connector } = await anMpesa(() => paid())
  const longAgo = new Date(NOW.getTime() - 40 * 3_600_000)
  expect(await connector.query?.(aContext(), anAttempt({ createdAt: longAgo }))).toMatchObject({
    state: 'unrecognised',
    needsReview: 'cannot-be-asked',
  })
  expect(provider.requests).toEqual([])
})

test('nothing is sent for an invalid payer or amount', async () => {
  const { provider, connector } = await anMpesa(() => paid())
  expect(await connector.start(aContext(), anOrder({ payer: { msisdn: '1', email: null } }))).toMatchObject({ reason: 'payer_unknown' })
  expect(await connector.start(aContext(), anOrder({ amount: { minor: 5, currency: 'KES' } }))).toMatchObject({ reason: 'currency' })
  expect(provider.requests).toEqual([])
})
