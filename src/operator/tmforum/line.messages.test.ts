import { expect, test } from 'vitest'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import { lineOfProducts, lineOfType, type Product, wordInAnswer } from './line.messages.ts'

const { map } = OPERATOR_PROFILES['tmf-v4'].lineType
const product = (changes: Partial<Product>): Product => ({
  status: 'active',
  productCharacteristic: [{ name: 'lineType', value: 'PREPAID' }],
  ...changes,
})
const lineOf = (...products: Product[]) => lineOfProducts(products, { map, name: 'lineType' })

test('the type comes from the product that names it, with its account', () => {
  const bundle = product({ productCharacteristic: [{ name: 'volume', value: 5 }] })
  const line = product({ productCharacteristic: [{ name: 'LineType', value: 'hybrid' }], billingAccount: { id: 1000000004 } })
  expect(lineOf(bundle, line)).toEqual({ type: 'HYBRID', isActive: true, accountNo: '1000000004' })
})

test.for(['cancelled', 'terminated', 'aborted '])('a product that is %s is no line', (status) => {
  expect(lineOf(product({ status }))).toBeNull()
})

test('a suspended line is known, but not active; an active product goes first', () => {
  expect(lineOf(product({ status: 'suspended' }))).toEqual({ type: 'PREPAID', isActive: false, accountNo: null })
  const former = product({ status: 'suspended', productCharacteristic: [{ name: 'lineType', value: 'POSTPAID' }] })
  expect(lineOf(former, product({}))).toMatchObject({ type: 'PREPAID', isActive: true })
})

test.for([
  ['active', true],
  ['Active', true],
  ['pendingTerminate', true],
  ['created', false],
  ['pendingActive', false],
  ['suspended', false],
  ['a word of tomorrow', false],
] as const)('a line whose product is %s is in service: %s', ([status, isActive]) => {
  expect(lineOf(product({ status }))).toMatchObject({ isActive })
  expect(lineOfType('PREPAID', [product({ status })])).toMatchObject({ isActive })
})

test('an active product takes precedence over one that is to end', () => {
  const ending = product({ status: 'pendingTerminate', productCharacteristic: [{ name: 'lineType', value: 'POSTPAID' }] })
  expect(lineOf(product({ status: 'suspended' }), ending)).toMatchObject({ type: 'POSTPAID', isActive: true })
  expect(lineOf(ending, product({}))).toMatchObject({ type: 'PREPAID', isActive: true })
})

test('a type that is not in the profile is no line', () => {
  expect(lineOf(product({ productCharacteristic: [{ name: 'lineType', value: 'MVNO' }] }))).toBeNull()
})

test('a type from another call takes account and state from the products', () => {
  expect(lineOfType('POSTPAID', [product({ billingAccount: [{ id: 'A-1' }] })])).toEqual({
    type: 'POSTPAID',
    isActive: true,
    accountNo: 'A-1',
  })
  expect(lineOfType('PREPAID', [])).toEqual({ type: 'PREPAID', isActive: true, accountNo: null })
  expect(lineOfType('PREPAID', [product({ status: 'terminated' })])).toMatchObject({ isActive: false })
})

test.for([
  [{ subscriptionType: 'PREPAID', result: 'LEGACY SUBSCRIBER' }, 'PREPAID'],
  [{ subscriberType: 'HYBRID' }, 'HYBRID'],
  [{ statusCode: '0000', data: { subscriberType: 'CONTRACT' } }, 'CONTRACT'],
  [[{ subscriberType: 'CONVERGED' }], 'CONVERGED'],
  [{ type: 'PREPAID' }, null],
  ['PREPAID', null],
] as const)('in %j the type is %s', ([body, word]) => {
  expect(wordInAnswer(body, ['subscriptionType', 'subscriberType'])).toBe(word)
})
