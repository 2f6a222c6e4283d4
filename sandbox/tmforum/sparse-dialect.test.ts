import { expect, test } from 'vitest'
import {
  aBillPayment,
  anOddOperator,
  anOperator,
  anOrder,
  aTopup,
  ORDERS,
  PAYMENTS,
  type TestOperator,
  TOPUPS,
} from '../testing/test-operator.ts'

async function aSparseOperator(): Promise<TestOperator> {
  const operator = await anOperator()
  operator.world.dialects.speak('tmforum', 'sparse')
  return operator
}

test('a bucket tells what is left and neither line nor account; the filter finds it all the same', async () => {
  const { get } = await aSparseOperator()
  const buckets = await get('/prepayBalanceManagement/v4/bucket', { 'logicalResource.id': '22790000001' })
  expect(buckets.json()[0]).toEqual({ id: 'AIR-22790000001', usageType: 'monetary', remainingValue: { amount: 5_000, units: 'XOF' } })
  expect(buckets.headers).not.toHaveProperty('x-total-count')
  expect((await get('/prepayBalanceManagement/v4/bucket', { 'logicalResource.id': '00000000000' })).json()).toEqual([])
})

test('orders, payments and top-ups hold no reference of the caller and are found by it', async () => {
  const { get, post } = await aSparseOperator()
  await post(ORDERS, anOrder())
  await post(PAYMENTS, aBillPayment())
  await post(TOPUPS, aTopup())
  const found = async (path: string, query: Record<string, string>) => (await get(path, query)).json<object[]>()
  expect(await found(ORDERS, { externalId: 'REF-1' })).toEqual([
    { id: expect.any(String), state: 'acknowledged', productOrderItem: [{ id: '1', action: 'add' }] },
  ])
  expect(await found(PAYMENTS, { correlatorId: 'REF-1' })).toEqual([
    { id: expect.any(String), status: 'Pending', account: { id: '1000000003' }, paymentMethod: { name: 'card', '@type': 'bankCard' } },
  ])
  expect(await found(TOPUPS, { reason: 'REF-1' })).toEqual([{ id: expect.any(String), status: 'created' }])
  expect(await found(ORDERS, { externalId: '000-0' })).toEqual([])
})

test('an offering refers to its price, with status values in another case', async () => {
  const { get } = await aSparseOperator()
  const [offering] = (await get('/productCatalogManagement/v4/productOffering', { lifecycleStatus: 'Launched' })).json()
  expect(offering).toMatchObject({ lifecycleStatus: 'launched', productOfferingPrice: [{ id: expect.any(String) }] })
  expect(Object.keys(offering.productOfferingPrice[0])).toEqual(['id'])
})

test('an error says what the document requires', async () => {
  const { get } = await aSparseOperator()
  expect((await get('/accountManagement/v4/billingAccount/P0')).json()).toEqual({ code: 'notFound', reason: 'Not Found' })
})

test('every resource has a sparse form', async () => {
  const { get } = await aSparseOperator()
  for (const path of [
    '/productInventory/v4/product',
    '/prepayBalanceManagement/v4/reserveBalance',
    '/prepayBalanceManagement/v4/adjustBalance',
    '/prepayBalanceManagement/v4/balanceActionHistory',
    '/productCatalogManagement/v4/productOfferingPrice',
    '/productCatalogManagement/v4/category',
    '/customerBillManagement/v4/customerBill',
    '/accountManagement/v4/billingAccount',
    '/sales/v4/salesLead',
  ])
    expect((await get(path)).statusCode).toBe(200)
})

test('the odd profile has one dialect', async () => {
  const { get, world } = await anOddOperator()
  world.dialects.speak('tmforum', 'sparse')
  const [bucket] = (await get('/prepaybalancemanagement/v1/bucket', { 'relatedParty.id': '22790000001' })).json()
  expect(bucket).toHaveProperty('partyAccount')
})
