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
import { cellulantConnector } from './cellulant.connector.ts'

const good = (body: object): ScriptedAnswer => ({ body: JSON.stringify(body) })
const taken = good({ status: { status_code: 200, status_description: 'ok' } })
const state = (code: number) =>
  good({
    status: { status_code: 200 },
    results: { merchant_transaction_id: 'ABCDEFGH2345', request_status_code: code, amount_paid: 1500, currency_code: 'XOF' },
  })

/** Issues token-1, token-2 …; `answer` answers everything else. */
async function aCellulant(answer: (request: SeenRequest) => ScriptedAnswer) {
  let issued = 0
  const provider = await aScriptedProvider((request) => {
    if (!request.path.endsWith('/v1/oauth/token/request')) return answer(request)
    issued += 1
    return good({ access_token: `token-${issued}`, token_type: 'bearer', expires_in: 3600 })
  })
  const connector = cellulantConnector({
    baseUrl: provider.url,
    apiKey: 'api-key',
    clientId: 'guichet',
    clientSecret: 'secret',
    serviceCode: 'GUICHET',
  })
  return { provider, connector, issued: () => issued }
}

test('every call carries both credentials', async () => {
  const { provider, connector } = await aCellulant(() => state(130))
  await connector.query?.(aContext(), anAttempt())
  const [token, query] = provider.requests
  expect(JSON.parse(token?.body ?? '')).toEqual({ client_id: 'guichet', client_secret: 'secret', grant_type: 'client_credentials' })
  expect(token?.headers).toMatchObject({ apikey: 'api-key' })
  expect(query).toMatchObject({ method: 'GET', path: '/v3/checkout-api/query/GUICHET/ABCDEFGH2345' })
  expect(query?.headers).toMatchObject({ apikey: 'api-key', authorization: 'Bearer token-1' })
})

test('a token is used for many calls, and fetched once for simultaneous callers', async () => {
  const { connector, issued } = await aCellulant(() => state(130))
  await Promise.all(Array.from({ length: 10 }, async () => connector.query?.(aContext(), anAttempt())))
  await connector.query?.(aContext(), anAttempt())
  expect(issued()).toBe(1)
})

test('a token is renewed before it expires', async () => {
  const { connector, issued } = await aCellulant(() => state(130))
  await connector.query?.(aContext(), anAttempt())
  await connector.query?.(aContext({ now: () => new Date(NOW.getTime() + 3600 * 0.86 * 1000) }), anAttempt())
  expect(issued()).toBe(2)
})

test('a refused token is renewed once, and the same payment is requested again', async () => {
  const { provider, connector, issued } = await aCellulant(({ headers }) =>
    headers.authorization === 'Bearer token-1'
      ? { status: 401, body: '{"message":"expired"}' }
      : good({ status: { status_code: 200 }, results: { long_url: `${provider.url}/pay/1` } }),
  )
  expect(await connector.start(aContext(), anOrder())).toMatchObject({ kind: 'accepted' })
  expect(issued()).toBe(2)
  const starts = provider.requests.filter(({ path }) => path.endsWith('express-request'))
  expect(starts.map(({ body }) => body)).toEqual([starts[0]?.body, starts[0]?.body])
})

test('a second 401 is not followed by a third call', async () => {
  const { provider, connector } = await aCellulant(() => ({ status: 401, body: '{"status":401,"message":"no"}' }))
  expect(await connector.start(aContext(), anOrder())).toMatchObject({ kind: 'rejected', reason: 'config' })
  expect(provider.requests.filter(({ path }) => path.endsWith('express-request'))).toHaveLength(2)
})

test('without a token nothing was requested', async () => {
  const provider = await aScriptedProvider(() => ({ status: 400, body: '{"error":"invalid_client"}' }))
  const connector = cellulantConnector({ baseUrl: provider.url, apiKey: 'x', clientId: 'x', clientSecret: 'x', serviceCode: 'x' })
  await expect(connector.start(aContext(), anOrder())).rejects.toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: false })
})

test('a payer without a number is not sent to Tingg', async () => {
  const { provider, connector } = await aCellulant(() => taken)
  expect(await connector.start(aContext(), anOrder({ payer: { msisdn: null, email: null } }))).toMatchObject({ kind: 'not-attempted' })
  expect(provider.requests).toEqual([])
})

test('a delivery is reported', async () => {
  const { provider, connector } = await aCellulant(() => taken)
  await connector.reportDelivery?.(aContext(), anAttempt(), true)
  expect(provider.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v3/checkout-api/acknowledgement/request' })
})

test('a report that Tingg refuses as already known is no failure; any other refusal is', async () => {
  const refused = good({ status: { status_code: 1001, status_description: 'no' } })
  const { connector } = await aCellulant(({ method }) => (method === 'POST' ? refused : state(183)))
  await connector.reportDelivery?.(aContext(), anAttempt(), true)
  await expect(connector.reportDelivery?.(aContext(), anAttempt(), false)).rejects.toThrow('did not take note')
})

const WHOLE = { ref: 'REFUND222222', amount: { minor: 1500, currency: 'XOF' }, reason: 'late' } as const
const PART = { ...WHOLE, amount: { minor: 500, currency: 'XOF' } } as const
const NOT_NOW: ScriptedAnswer = {
  status: 400,
  body: '{"status":{"status_code":422,"status_description":"Only an acknowledged payment can be refunded"}}',
}
/** The posted requests, as the end of the path and the state code. */
const posted = ({ requests }: { requests: { method: string; path: string; body: string }[] }) =>
  requests
    .filter(({ method, path }) => method === 'POST' && path.includes('checkout-api'))
    .map(({ path, body }) => [path.split('/').at(-2), (JSON.parse(body) as { status_code?: string }).status_code ?? ''])

test.for([178, 188])('%i, which is undecided, is refunded as a whole by rejecting it, and no other call is made', async (code) => {
  const { provider, connector } = await aCellulant(({ method }) => (method === 'POST' ? taken : state(code)))
  expect(await connector.refund?.(aContext(), anAttempt(), WHOLE)).toMatchObject({ state: 'refunding' })
  expect(posted(provider)).toEqual([['acknowledgement', '180']])
})

test('a part of an undecided payment is refunded once it is accepted', async () => {
  const { provider, connector } = await aCellulant(({ method }) => (method === 'POST' ? taken : state(178)))
  expect(await connector.refund?.(aContext(), anAttempt(), PART)).toMatchObject({ state: 'refunding' })
  expect(posted(provider)).toEqual([
    ['acknowledgement', '183'],
    ['refund', ''],
  ])
})

test('what was accepted is refunded; a full refund on its way is not requested again', async () => {
  const accepted = await aCellulant(({ method }) => (method === 'POST' ? taken : state(183)))
  expect(await accepted.connector.refund?.(aContext(), anAttempt(), WHOLE)).toMatchObject({ state: 'refunding' })
  expect(posted(accepted.provider)).toEqual([['refund', '']])
  const returned = await aCellulant(({ method }) => (method === 'POST' ? NOT_NOW : state(180)))
  expect(await returned.connector.refund?.(aContext(), anAttempt(), WHOLE)).toMatchObject({ state: 'refunded', amount: { minor: 1500 } })
  expect(posted(returned.provider)).toEqual([])
})

test('422 is not final: the payment is queried, and may be refunded later; any other refusal is final', async () => {
  for (const code of [178, 183]) {
    const { connector } = await aCellulant(({ method }) => (method === 'POST' ? NOT_NOW : state(code)))
    expect((await connector.refund?.(aContext(), anAttempt(), WHOLE))?.state).toBe('unrecognised')
  }
  const refused = good({ status: { status_code: 1001, status_description: 'no' } })
  const { connector } = await aCellulant(({ method }) => (method === 'POST' ? refused : state(183)))
  expect(await connector.refund?.(aContext(), anAttempt(), WHOLE)).toMatchObject({ state: 'declined', final: true })
})

test('without an answer about the payment no refund was requested', async () => {
  const { provider, connector } = await aCellulant(({ method }) => (method === 'POST' ? taken : { status: 503, body: '' }))
  const asked = connector.refund?.(aContext(), anAttempt(), WHOLE)
  await expect(asked).rejects.toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: false })
  expect(posted(provider)).toEqual([])
})

test('a refund of an undecided payment is absent for certain', async () => {
  const { connector } = await aCellulant(() => state(188))
  expect(await connector.queryRefund?.(aContext(), anAttempt(), WHOLE.ref)).toEqual({ state: 'absent' })
})
