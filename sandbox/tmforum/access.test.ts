import { expect, test } from 'vitest'
import { FORM, anOperator, fetchToken } from '../testing/test-operator.ts'
import { aFolder, aSandbox } from '../testing/test-sandbox.ts'

const PRODUCTS = '/tmf-api/productInventory/v4/product'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a token is given for the client’s credentials in the Basic header', async () => {
  const { app } = await aSandbox()
  const authorization = `Basic ${Buffer.from('guichet:sandbox-operator').toString('base64')}`
  const headers = { ...FORM, authorization }
  const answer = await app.inject({ method: 'POST', url: '/oauth2/token', headers, payload: 'grant_type=client_credentials' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3_600 })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the same credentials may stand in the form', async () => {
  const { app } = await aSandbox()
  expect(await fetchToken(app)).toMatch(/^\S{20,}$/)
})

test.for([
  {
    name: 'a wrong secret',
    payload: 'grant_type=client_credentials&client_id=guichet&client_secret=x',
    status: 401,
    error: 'invalid_client',
  },
  { name: 'no credentials', payload: 'grant_type=client_credentials', status: 401, error: 'invalid_client' },
  { name: 'no grant', payload: 'client_id=guichet&client_secret=sandbox-operator', status: 400, error: 'invalid_request' },
  {
    name: 'another grant',
    payload: 'grant_type=password&client_id=guichet&client_secret=sandbox-operator',
    status: 400,
    error: 'unsupported_grant_type',
  },
])('no token is given for $name', async ({ payload, status, error }) => {
  const { app } = await aSandbox()
  const answer = await app.inject({ method: 'POST', url: '/oauth2/token', headers: FORM, payload })
  expect([answer.statusCode, answer.json()]).toEqual([status, { error }])
})

test('a request without a token gets 401 with the standard’s error body', async () => {
  const { app } = await aSandbox()
  for (const headers of [{}, bearer('unknown'), { authorization: 'Basic Zzp6' }]) {
    const answer = await app.inject({ url: PRODUCTS, headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ code: 'unauthorized', reason: 'Unauthorized', message: expect.any(String), status: '401' })
  }
})

test('a token lasts an hour', async () => {
  const { app, world } = await aSandbox()
  const headers = bearer(await fetchToken(app))
  await world.scheduler.advance(3_599_000)
  expect((await app.inject({ url: PRODUCTS, headers })).statusCode).toBe(200)
  await world.scheduler.advance(2_000)
  expect((await app.inject({ url: PRODUCTS, headers })).statusCode).toBe(401)
  expect((await app.inject({ url: PRODUCTS, headers: bearer(await fetchToken(app)) })).statusCode).toBe(200)
})

test('a scripted 401 ends the token it was sent with: only a new one helps', async () => {
  const { app, world } = await aSandbox()
  const headers = bearer(await fetchToken(app))
  world.faults.add({
    face: 'tmforum',
    operation: 'product.find',
    times: 1,
    do: { status: 401, body: { code: 'unauthorized', reason: 'expired' } },
  })
  const statuses = []
  for (let turn = 0; turn < 2; turn += 1) statuses.push((await app.inject({ url: PRODUCTS, headers })).statusCode)
  expect(statuses).toEqual([401, 401])
  expect((await app.inject({ url: PRODUCTS, headers: bearer(await fetchToken(app)) })).statusCode).toBe(200)
})

test('a token survives a restart', async () => {
  const folder = aFolder()
  const first = await aSandbox({ folder })
  const headers = bearer(await fetchToken(first.app))
  await first.app.close()
  const { app } = await aSandbox({ folder })
  expect((await app.inject({ url: PRODUCTS, headers })).statusCode).toBe(200)
})

test.for([
  '/productInventory/v4/product',
  '/prepayBalanceManagement/v4/bucket',
  '/prepayBalanceManagement/v4/topupBalance',
  '/prepayBalanceManagement/v4/reserveBalance',
  '/prepayBalanceManagement/v4/adjustBalance',
  '/prepayBalanceManagement/v4/balanceActionHistory',
  '/productCatalogManagement/v4/productOffering',
  '/productCatalogManagement/v4/productOfferingPrice',
  '/productCatalogManagement/v4/category',
  '/productOrderingManagement/v4/productOrder',
  '/customerBillManagement/v4/customerBill',
  '/paymentManagement/v4/payment',
  '/payment/v4/payment',
  '/accountManagement/v4/billingAccount',
  '/sales/v4/salesLead',
])('%s answers with the declared media type, refuses other methods with 405 and unknown ids with 404', async (path) => {
  const { app, get } = await anOperator()
  const list = await get(path)
  expect([list.statusCode, list.headers['content-type']]).toEqual([200, 'application/json;charset=utf-8'])
  expect(Array.isArray(list.json())).toBe(true)
  expect(list.headers).toMatchObject({ 'x-total-count': expect.any(String), 'x-result-count': String(list.json().length) })

  const missing = await get(`${path}/NOBODY`)
  expect(missing.json()).toEqual({ code: 'notFound', reason: 'Not Found', message: expect.any(String), status: '404' })
  const headers = { ...bearer(await fetchToken(app)), 'content-type': 'application/merge-patch+json' }
  const patch = await app.inject({ method: 'PATCH', url: `/tmf-api${path}/1`, headers, payload: '{}' })
  expect([patch.statusCode, patch.json()]).toEqual([405, expect.objectContaining({ code: 'methodNotAllowed', status: '405' })])
})

test('what is not served is 404, in the same body', async () => {
  const { get, post } = await anOperator()
  for (const answer of [await get('/partyManagement/v4/individual'), await post('/prepayBalanceManagement/v4/hub', {})]) {
    expect([answer.statusCode, answer.json().status]).toEqual([404, '404'])
  }
})

test('a body that is no JSON is 400, in the same body', async () => {
  const { app } = await aSandbox()
  const headers = { ...bearer(await fetchToken(app)), 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/tmf-api/payment/v4/payment', headers, payload: '{"account"' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/json;charset=utf-8'])
  expect(answer.json()).toMatchObject({ code: 'invalidRequest', reason: 'Bad Request', status: '400' })
})
