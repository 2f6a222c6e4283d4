import { expect, test } from 'vitest'
import { anOperator } from '../testing/test-operator.ts'

const PRODUCTS = '/productInventory/v4/product'

test('the line of a number is found by the resource that realizes it', async () => {
  const { get } = await anOperator()
  const answer = await get(PRODUCTS, { 'realizingResource.value': '22790000004', status: 'active' })
  expect(answer.json()).toEqual([
    {
      id: 'LINE-22790000004',
      href: 'http://localhost:80/tmf-api/productInventory/v4/product/LINE-22790000004',
      name: 'Ligne hybride',
      status: 'active',
      isBundle: false,
      isCustomerVisible: true,
      startDate: expect.any(String),
      productOffering: { id: 'LINE_HYBRID', name: 'Ligne hybride' },
      productSpecification: { id: 'MOBILE_LINE', name: 'Ligne mobile' },
      productCharacteristic: [{ name: 'lineType', valueType: 'string', value: 'HYBRID' }],
      productPrice: [],
      billingAccount: { id: '1000000004', '@referredType': 'BillingAccount' },
      realizingResource: [{ id: '22790000004', value: '22790000004', '@referredType': 'MSISDN' }],
      relatedParty: [{ id: 'CUST-22790000004', role: 'customer', '@referredType': 'Customer' }],
      '@type': 'Product',
    },
  ])
})

test.for([
  ['22790000001', 'PREPAID', undefined],
  ['22790000003', 'POSTPAID', '1000000003'],
  ['22790000004', 'HYBRID', '1000000004'],
  ['22790000005', 'BROADBAND', undefined],
  ['22787654321', 'PREPAID', undefined],
] as const)('%s is a line of type %s with the account %s', async ([number, type, account]) => {
  const { get } = await anOperator()
  const [product] = (await get(PRODUCTS, { 'realizingResource.value': number })).json()
  expect(product.productCharacteristic[0].value).toBe(type)
  expect(product.billingAccount?.id).toBe(account)
})

test.for(['22720123456', '22771234567', '90000001', '+22790000001', 'amina'])('%s finds nothing', async (number) => {
  const { get } = await anOperator()
  const answer = await get(PRODUCTS, { 'realizingResource.value': number, status: 'active' })
  expect([answer.statusCode, answer.json(), answer.headers['x-total-count']]).toEqual([200, [], '0'])
})

test('a query with another status does not find the line', async () => {
  const { get } = await anOperator()
  expect((await get(PRODUCTS, { 'realizingResource.value': '22790000001', status: 'suspended' })).json()).toEqual([])
})

test('a line is read by its id, with the named fields only', async () => {
  const { get } = await anOperator()
  const answer = await get(`${PRODUCTS}/LINE-22790000003`, { fields: 'status,billingAccount' })
  expect(Object.keys(answer.json())).toEqual(['id', 'href', 'status', 'billingAccount'])
})
