import { expect, test } from 'vitest'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { askToken, codeOf, credentials, express, queryTingg, TINGG } from '../testing/tingg-calls.ts'
import { tinggSimulator } from './tingg-simulator.ts'
import { tinggTime } from './tingg-requests.ts'

const HOUR_MS = 3_600_000

test('it serves exactly the routes of its contract', async () => {
  expect(await routesServed(tinggSimulator)).toEqual(routesListed('Tingg'))
})

test('a token is given for the key, the client and its secret, for one hour', async () => {
  const { app } = await aSandbox()
  expect((await askToken(app)).json()).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 })
  expect((await askToken(app, {}, { apikey: 'wrong' })).statusCode).toBe(401)
  expect((await askToken(app, { client_secret: 'wrong' })).statusCode).toBe(401)
  expect((await askToken(app, { grant_type: 'password' })).statusCode).toBe(400)
})

test('both credentials are needed on every call, and the token ages with the sandbox’s clock', async () => {
  const { app, world } = await aSandbox()
  const url = `${TINGG}/v3/checkout-api/query/GUICHET/X`
  const both = await credentials(app)
  const { apikey = '', authorization = '' } = both
  expect((await app.inject({ url, headers: both })).json().status.status_code).toBe(1001)
  expect((await app.inject({ url, headers: { apikey } })).statusCode).toBe(401)
  expect((await app.inject({ url, headers: { authorization } })).statusCode).toBe(401)
  await world.scheduler.advance(HOUR_MS)
  expect((await app.inject({ url, headers: both })).json()).toEqual({
    status: { status_code: 401, status_description: 'Unauthorized' },
    results: null,
  })
})

test('express answers where to pay, and no id of its own', async () => {
  const { app } = await aSandbox()
  const page = expect.stringMatching(/^http:\/\/localhost(:80)?\/sandbox\/tingg\/checkout\/REF2345ABCD$/)
  expect((await express(app)).json()).toEqual({
    status: { status_code: 200, status_description: 'Request created successfully' },
    results: { short_url: page, long_url: page },
  })
})

test.for([
  ['no merchant id', { merchant_transaction_id: '' }, 1014],
  ['a merchant id of 101 characters', { merchant_transaction_id: 'x'.repeat(101) }, 422],
  ['a country of two letters', { country_code: 'NE' }, 1007],
  ['a number with a plus', { msisdn: '+22790000001' }, 1017],
  ['nothing to pay', { request_amount: 0 }, 1027],
  ['cents of a franc', { request_amount: 1500.5 }, 1027],
  ['another service', { service_code: 'OTHER' }, 422],
  ['an account number with a dash', { account_number: 'REF-1' }, 422],
  ['a currency of elsewhere', { currency_code: 'JPY' }, 422],
  ['no callback', { callback_url: '' }, 422],
  ['a due date of yesterday', { due_date: '2020-01-01 00:00:00' }, 422],
  ['a due date in words', { due_date: 'soon' }, 422],
] as const)('express with %s is answered %s', async ([, changes, code]) => {
  const { app } = await aSandbox()
  const answer = await express(app, changes)
  expect([answer.statusCode, answer.json().status.status_code]).toEqual([400, code])
})

test('a merchant id is used once', async () => {
  const { app } = await aSandbox()
  await express(app)
  expect((await express(app)).json().status).toEqual({ status_code: 422, status_description: 'merchant_transaction_id already exists' })
})

test('what is not JSON is 1013', async () => {
  const { app } = await aSandbox()
  const headers = { ...(await credentials(app)), 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: `${TINGG}/v3/checkout-api/refund/request`, headers, payload: '{"a"' })
  expect(answer.json().status.status_code).toBe(1013)
})

test('who pays goes to the success address, and the books show it once', async () => {
  const { app, world } = await aSandbox()
  await express(app, { request_amount: '1500' })
  expect(await codeOf(app)).toBe('130')
  const left = await payOn(app, 'tingg', 'REF2345ABCD', { card: CARDS.pays })
  expect([left.status, left.location]).toEqual([303, 'http://localhost:3000/done'])
  await payOn(app, 'tingg', 'REF2345ABCD', { card: CARDS.pays })
  const { results } = await queryTingg(app)
  expect(results).toMatchObject({
    request_status_code: '178',
    request_amount: 1_500,
    amount_paid: 1_500,
    payments: [{ amount_paid: 1_500, currency_code: 'XOF', msisdn: '22790000001' }],
    failed_payments: [],
  })
  expect(world.money.ledger()).toEqual([
    expect.objectContaining({ face: 'tingg', kind: 'capture', ourReference: 'REF2345ABCD', amount: 1_500, currency: 'XOF' }),
  ])
})

test.for([
  [CARDS.declined, '99'],
  [CARDS.insufficient, '102'],
  ['4111111111111111', '99'],
] as const)('the card %s fails with %s, and the request stays open', async ([card, code]) => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox()
  await express(app, { callback_url: receiver.url })
  expect((await payOn(app, 'tingg', 'REF2345ABCD', { card })).location).toBe('http://localhost:3000/failed')
  expect(await codeOf(app)).toBe(code)
  await world.scheduler.advance(HOUR_MS)
  expect(receiver.requests).toEqual([])
  await payOn(app, 'tingg', 'REF2345ABCD', { card: CARDS.pays })
  expect(await codeOf(app)).toBe('178')
})

test('who goes back lands on the pending address, and the request stays open', async () => {
  const { app } = await aSandbox()
  await express(app)
  expect((await payOn(app, 'tingg', 'REF2345ABCD', { cancel: '1' })).location).toBe('http://localhost:3000/pending')
  expect(await codeOf(app)).toBe('130')
})

test.for([
  ['without a due date', undefined, 12 * HOUR_MS],
  ['with a due date in two hours', 2 * HOUR_MS, 2 * HOUR_MS],
] as const)('%s a request expires then and takes no money', async ([, dueInMs, lifeMs]) => {
  const { app, world } = await aSandbox()
  const due = dueInMs === undefined ? {} : { due_date: tinggTime(world.clock.now() + dueInMs) }
  await express(app, due)
  await world.scheduler.advance(lifeMs - 60_000)
  expect(await codeOf(app)).toBe('130')
  await world.scheduler.advance(61_000)
  expect(await codeOf(app)).toBe('129')
  expect((await payOn(app, 'tingg', 'REF2345ABCD', { card: CARDS.pays })).location).toBe('http://localhost:3000/failed')
  expect(world.money.ledger()).toEqual([])
})
