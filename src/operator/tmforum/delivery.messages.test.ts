import { Ajv } from 'ajv'
import { fromMajor } from '#shared/money.ts'
import { expect, test } from 'vitest'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import {
  balanceAction,
  combinedState,
  isAdjustment,
  isTopup,
  orderState,
  paymentBody,
  paymentState,
  productOrderBody,
  topupBody,
  topupState,
} from './delivery.messages.ts'

const PROFILE = OPERATOR_PROFILES['tmf-v4']
const PAID = { reference: 'GT-0001', method: 'CARD', providerReference: 'pay-1' }
const PURSE = { bucketId: 'B-1', accountId: 'PA-1' }
const TOPUP = { wireNumber: '22790123456', amount: fromMajor(1000), purse: PURSE, paid: PAID }

test('a top-up contains the required fields, our reference as its reason, and the payment as its description', () => {
  expect(topupBody(TOPUP, PROFILE)).toEqual({
    amount: { amount: 1000, units: 'XOF' },
    usageType: 'monetary',
    bucket: { id: 'B-1' },
    partyAccount: { id: 'PA-1' },
    logicalResource: [{ id: '22790123456', '@referredType': 'MSISDN' }],
    channel: { id: 'WEBPORTAL' },
    paymentMethod: { id: 'CARD' },
    reason: 'GT-0001',
    description: 'pay-1',
  })
  const elsewhere = { ...PROFILE, balanceWrites: { ...PROFILE.balanceWrites, referenceInPaymentMethod: true } }
  expect(topupBody(TOPUP, elsewhere)).toMatchObject({ paymentMethod: { id: 'GT-0001' }, reason: 'GT-0001' })
})

test('a bundle is ordered as one item', () => {
  const order = { wireNumber: '22790123456', productCode: 'DATA_1GB_7D', amount: fromMajor(1000), paid: PAID }
  expect(productOrderBody(order, PROFILE)).toEqual({
    externalId: 'GT-0001',
    channel: [{ id: 'WEBPORTAL' }],
    relatedParty: [{ id: '22790123456', role: 'customer', '@referredType': 'Customer' }],
    payment: [{ id: 'pay-1' }],
    productOrderItem: [
      {
        id: '1',
        action: 'add',
        quantity: 1,
        productOffering: { id: 'DATA_1GB_7D' },
        product: { productCharacteristic: [{ name: 'msisdn', value: '22790123456' }] },
        itemTotalPrice: [{ priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'XOF', value: 1000 } } }],
      },
    ],
  })
})

test('a payment names the bill, or the account alone', () => {
  const order = { accountNo: 'BA1', billId: 'INV1', amount: fromMajor(12500), paid: PAID }
  expect(paymentBody(order, PROFILE)).toEqual({
    correlatorId: 'GT-0001',
    authorizationCode: 'pay-1',
    account: { id: 'BA1' },
    totalAmount: { unit: 'XOF', value: 12500 },
    paymentMethod: { name: 'CARD', '@type': 'PaymentMethod' },
    channel: { id: 'WEBPORTAL' },
    paymentItem: [{ amount: { unit: 'XOF', value: 12500 }, item: { id: 'INV1', '@referredType': 'CustomerBill' } }],
  })
  expect(paymentBody({ ...order, billId: null }, PROFILE)).not.toHaveProperty('paymentItem')
})

/** What the official v4 documents require of each creation, written down from docs/protocols/tmforum.md. */
const reference = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const quantity = { type: 'object', required: ['amount', 'units'], properties: { amount: { type: 'number' }, units: { const: 'XOF' } } }
const money = { type: 'object', required: ['unit', 'value'], properties: { unit: { const: 'XOF' }, value: { type: 'number' } } }
const balance = {
  amount: quantity,
  bucket: reference,
  partyAccount: reference,
  channel: reference,
  reason: { type: 'string' },
  usageType: { enum: ['monetary', 'voice', 'data', 'sms', 'other'] },
}
const DOCUMENTS = {
  topupBalance: { required: ['amount', 'usageType', 'bucket', 'partyAccount'], properties: balance },
  adjustBalance: {
    required: ['amount', 'usageType', 'bucket'],
    properties: { ...balance, adjustType: { enum: ['recurring', 'oneTime'] } },
  },
  productOrder: {
    required: ['productOrderItem'],
    properties: {
      externalId: { type: 'string' },
      relatedParty: { type: 'array', items: { ...reference, required: ['id', '@referredType'] } },
      productOrderItem: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', required: ['id', 'action'], properties: { action: { enum: ['add', 'modify', 'delete', 'noChange'] } } },
      },
    },
  },
  payment: {
    required: ['account', 'paymentMethod', 'totalAmount'],
    properties: { account: reference, totalAmount: money, correlatorId: { type: 'string' } },
  },
} as const
const BODIES = {
  topupBalance: topupBody(TOPUP, PROFILE),
  adjustBalance: { ...balanceAction({ ...TOPUP, units: -1000, currency: 'XOF', reference: 'GT-0001' }, PROFILE), adjustType: 'oneTime' },
  productOrder: productOrderBody({ wireNumber: '22790123456', productCode: 'X', amount: fromMajor(1), paid: PAID }, PROFILE),
  payment: paymentBody({ accountNo: 'BA1', billId: null, amount: fromMajor(1), paid: PAID }, PROFILE),
}

test.for(['topupBalance', 'adjustBalance', 'productOrder', 'payment'] as const)('our %s matches the document', (name) => {
  const check = new Ajv({ strict: false }).compile({ type: 'object', ...DOCUMENTS[name] })
  check(BODIES[name])
  expect(check.errors).toBeNull()
})

const done = { state: 'done', operatorReference: '1' }
const pending = { state: 'pending', operatorReference: '1' }
const refused = (reason: string) => ({ state: 'refused', reason })

test.for([
  ['completed', done],
  ['created', pending],
  ['inProgress', pending],
  ['failed', refused('failed')],
  ['cancelled', refused('cancelled')],
  ['Completed', done],
  [undefined, pending],
  ['constructor', pending],
] as const)('a top-up that is %s is %j', ([status, state]) => {
  expect(topupState({ id: 1, ...(status === undefined ? {} : { status }) }, 'GT-1')).toEqual(state)
})

test.for([
  ['completed', done],
  ['acknowledged', pending],
  ['pending', pending],
  ['held', pending],
  ['inProgress', pending],
  ['assessingCancellation', pending],
  ['pendingCancellation', pending],
  ['partial', pending],
  ['rejected', refused('rejected')],
  ['failed', refused('failed')],
  ['cancelled', refused('cancelled')],
  ['inProgress.accepted', pending],
] as const)('an order that is %s is %j', ([state, expected]) => {
  expect(orderState({ id: '1', state }, 'GT-1')).toEqual(expected)
})

test.for([
  ['done', done],
  ['Done', done],
  ['success', done],
  ['Completed', done],
  ['captured', done],
  ['accepted', pending],
  ['authorized', pending],
  ['pendingAuthorization', pending],
  ['failed', refused('failed')],
  ['denied', refused('denied')],
  ['canceled', refused('canceled')],
  ['under review', pending],
] as const)('a payment that is %s is %j', ([status, expected]) => {
  expect(paymentState({ id: '1', status }, 'GT-1')).toEqual(expected)
})

test('of several entries under one reference the completed one counts', () => {
  const [failed, waiting, completed] = ['failed', 'created', 'completed'].map((status) => topupState({ id: status, status }, 'GT-1'))
  if (!failed || !waiting || !completed) throw new Error('three states')
  expect(combinedState([failed, waiting, completed])).toMatchObject({ state: 'done' })
  expect(combinedState([failed, waiting])).toMatchObject({ state: 'pending' })
  expect(combinedState([failed])).toMatchObject({ state: 'refused' })
  expect(combinedState([])).toBeNull()
})

test.for([
  [{ '@type': 'TopupBalance' }, true, false],
  [{ '@type': 'AdjustBalance', amount: { amount: 100 } }, false, true],
  [{ adjustType: 'oneTime', amount: { amount: 100 } }, false, true],
  [{ amount: { amount: 100 } }, true, false],
  [{ '@type': 'TransferBalance', amount: { amount: 100 } }, false, false],
] as const)('in the history %j is a top-up: %s, an adjustment: %s', ([entry, topup, adjustment]) => {
  expect([isTopup({ id: 1, ...entry }), isAdjustment({ id: 1, ...entry })]).toEqual([topup, adjustment])
})
