import { expect, test } from 'vitest'
import { aBillPayment, anOddOperator, anOrder, aTopup, ODD_HEADERS } from '../testing/test-operator.ts'
import { aSandbox } from '../testing/test-sandbox.ts'

const PRODUCTS = '/productinventory/v1/product'
const BUCKETS = '/prepaybalancemanagement/v1/bucket'
const TOPUPS = '/prepaybalancemanagement/v1/topupBalance'
const transaction = (transactionId: string) => ({ transactionId })

test.for([
  { name: 'no key', headers: { countrycode: 'NE' }, status: 401 },
  { name: 'a wrong key', headers: { ...ODD_HEADERS, 'x-api-key': 'x' }, status: 401 },
  { name: 'no country', headers: { 'x-api-key': 'sandbox-odd-key' }, status: 400 },
  { name: 'another country', headers: { ...ODD_HEADERS, countrycode: 'BJ' }, status: 400 },
])('with $name the odd operator answers $status', async ({ headers, status }) => {
  const { app } = await aSandbox()
  const answer = await app.inject({ url: `/odd/tmf-api${PRODUCTS}`, headers })
  expect([answer.statusCode, answer.json().status]).toEqual([status, String(status)])
})

test('a token of the standard profile is refused here, and the key there', async () => {
  const { app } = await aSandbox()
  expect((await app.inject({ url: '/tmf-api/sales/v4/salesLead', headers: ODD_HEADERS })).statusCode).toBe(401)
})

test('lines are found by their party, without their type', async () => {
  const { get } = await anOddOperator()
  const [product, ...others] = (await get(PRODUCTS, { 'relatedParty.id': '22790000003', status: 'active' })).json()
  expect(others).toEqual([])
  expect(product).toMatchObject({ status: 'active', billingAccount: { id: '1000000003' }, productCharacteristic: [] })
  expect(product).not.toHaveProperty('realizingResource')
  expect((await get(PRODUCTS, { 'realizingResource.value': '22790000003' })).json()).toEqual([])
})

test.for([
  ['22790000001', 'PREPAID'],
  ['22790000003', 'CONTRACT'],
  ['22790000004', 'HYBRID'],
  ['22790000005', 'CONVERGED'],
])('the subscriber type of %s is %s', async ([msisdn, subscriberType]) => {
  const { app } = await aSandbox()
  const answer = await app.inject({ url: `/odd/customers/v1/subscriberType?msisdn=${msisdn}`, headers: ODD_HEADERS })
  expect([answer.statusCode, answer.json()]).toEqual([200, { subscriberType }])
})

test('an unassigned number has no subscriber type, and a query without a number is refused', async () => {
  const { app } = await aSandbox()
  const ask = (query: string) => app.inject({ url: `/odd/customers/v1/subscriberType${query}`, headers: ODD_HEADERS })
  expect([(await ask('?msisdn=22720123456')).statusCode, (await ask('')).statusCode]).toEqual([404, 400])
})

test('buckets are found by their party and speak of amounts', async () => {
  const { get } = await anOddOperator()
  const [airtime, data, unlimited] = (await get(BUCKETS, { 'relatedParty.id': '22790000005' })).json()
  expect(airtime).toMatchObject({ usageType: 'monetary', remainedAmount: { amount: 500, units: 'XOF' }, reservedAmount: { amount: 0 } })
  expect(airtime).not.toHaveProperty('remainingValue')
  expect(airtime).not.toHaveProperty('logicalResource')
  expect(data).toMatchObject({ remainedAmount: { amount: 12.4, units: 'GB' }, initialAmount: { amount: 20, units: 'GB' } })
  expect(unlimited).toMatchObject({ remainingValueName: 'unlimited' })
  expect(unlimited).not.toHaveProperty('remainedAmount')
})

test.for([{}, transaction('1234'), transaction('x'.repeat(21)), transaction('with blank')])(
  'a write with the header %j is refused',
  async (headers) => {
    const { post, world } = await anOddOperator()
    expect((await post(TOPUPS, aTopup(), headers as Record<string, string>)).statusCode).toBe(400)
    await world.scheduler.advance(1_000)
    expect(world.money.ledger()).toEqual([])
  },
)

test('a top-up is known by the transaction of its header, not by its reason', async () => {
  const { get, post, world } = await anOddOperator()
  const { id } = (await post(TOPUPS, aTopup({ reason: 'IGNORED' }), transaction('TX-00001'))).json()
  await world.scheduler.advance(300)
  const found = (await get(TOPUPS, { transactionId: 'TX-00001' })).json()
  expect(found).toMatchObject([{ id, status: 'completed', transactionId: 'TX-00001' }])
  expect(found[0]).not.toHaveProperty('reason')
  expect((await get(TOPUPS, { reason: 'IGNORED' })).json()).toEqual([])
  expect(world.money.ledger()).toMatchObject([{ kind: 'credit', ourReference: 'TX-00001', amount: 1_000 }])
})

test('orders and payments are known by their transaction too', async () => {
  const { get, post, world } = await anOddOperator()
  await post('/productordering/v1/productOrder', anOrder(), transaction('TX-ORDER'))
  await post('/payment/v1/payment', aBillPayment(), transaction('TX-PAYMENT'))
  await world.scheduler.advance(300)
  expect((await get('/productordering/v1/productOrder', { transactionId: 'TX-ORDER' })).json()).toMatchObject([{ state: 'completed' }])
  expect((await get('/payment/v1/payment', { transactionId: 'TX-PAYMENT' })).json()).toMatchObject([{ status: 'done' }])
  expect(world.money.ledger().map(({ ourReference }) => ourReference)).toEqual(['TX-ORDER', 'TX-PAYMENT'])
})

test('airtime is reserved, charged and released under one transaction', async () => {
  const { get, post, remove } = await anOddOperator()
  const headers = transaction('TX-AIRTIME')
  const { id } = (await post('/prepaybalancemanagement/v1/reserveBalance', aTopup({ amount: 5_000 }), headers)).json()
  const taken = await post('/prepaybalancemanagement/v1/adjustBalance', aTopup({ amount: -5_000 }), headers)
  expect(taken.statusCode).toBe(201)
  expect((await remove(`/prepaybalancemanagement/v1/reserveBalance/${id}`)).statusCode).toBe(400)
  expect((await remove(`/prepaybalancemanagement/v1/reserveBalance/${id}`, headers)).statusCode).toBe(204)
  const [airtime] = (await get(BUCKETS, { 'relatedParty.id': '22790000001' })).json()
  expect(airtime.remainedAmount.amount).toBe(0)
})

test('an incomplete list is 206 with a link to the next page', async () => {
  const { get } = await anOddOperator()
  const path = '/productcatalogmanagement/v1/productOffering'
  const first = await get(path, { 'category.id': 'roaming', limit: '3' })
  expect([first.statusCode, first.headers['x-total-count'], first.headers['x-result-count']]).toEqual([206, '5', '3'])
  expect(first.headers['link']).toBe(
    `</odd/tmf-api${path}?category.id=roaming&limit=3&offset=0>; rel="first", </odd/tmf-api${path}?category.id=roaming&limit=3&offset=3>; rel="next"`,
  )
  expect((await get(path, { 'category.id': 'roaming' })).statusCode).toBe(200)
})

test.for([
  '/customerbillmanagement/v1/customerBill',
  '/accountmanagement/v1/billingAccount',
  '/sales/v1/salesLead',
  '/prepaybalancemanagement/v1/balanceActionHistory',
  '/productcatalogmanagement/v1/category',
])('%s is served', async (path) => {
  const { get } = await anOddOperator()
  const answer = await get(path)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json;charset=utf-8'])
})

test('the addresses of the standard do not exist here', async () => {
  const { get } = await anOddOperator()
  expect((await get('/productInventory/v4/product')).statusCode).toBe(404)
})
