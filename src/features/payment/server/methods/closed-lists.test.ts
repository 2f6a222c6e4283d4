import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { fromMajor } from '#shared/money.ts'
import { CHANNEL_CODES, OPTION_TYPES, PAYMENT_MODES } from '#shared/payment-codes.ts'
import { TRANSACTION_LABELS, TRANSACTION_TYPES } from '#shared/transaction-codes.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { connectorFor } from './connector-for.ts'

const TRANSACTION = `${API_PREFIX}/transaction`

const operator = fakeOperator()
operator.bundles = [aBundle({ productCode: 'ROUTER_20', lineTypes: ['BROADBAND'], price: fromMajor(400) })]
const portal = await testPortal({
  operator,
  connectors: new Map([aConnector('airtime', 'AIR_TIME'), aConnector('smartcash', 'SMARTCASH')]),
})

function aConnector(id: ConnectorInfo['id'], paymentMode: ConnectorInfo['paymentMode']): [typeof id, PaymentConnector] {
  const info: ConnectorInfo = {
    id,
    paymentMode,
    currencies: ['XOF'],
    wireExponent: { XOF: 0 },
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'harmless',
    refund: 'none',
    pollScheduleSeconds: [600],
  }
  const start: PaymentConnector['start'] = async () => ({
    kind: 'accepted',
    providerRef: null,
    action: { type: 'approve-on-phone', until: new Date(Date.now() + 60_000) },
  })
  return [id, { info, start, query: async () => ({ state: 'pending' }) }]
}

test('TYPE-1 the lists hold the specification’s words, all of them, and no others but those of further wallets', () => {
  expect(Object.values(TRANSACTION_LABELS)).toEqual([
    'PREPAID RECHARGE',
    'POSTPAID BILL PAYMENT',
    'BUNDLE PURCHASE',
    'tenereTV',
    'Broadband Recharge',
    'BILL_PAYMENT',
    'HYBRID_POSTPAID_CHECK',
  ])
  expect(TRANSACTION_TYPES).toEqual(['PREPAID_RECHARGE', 'POSTPAID_BILL', 'PREPAID_BUNDLES', 'POSTPAID_BUNDLES', 'HBB_LEADS'])
  expect(Object.values(CHANNEL_CODES)).toEqual(['PG', 'AM', 'SMARTCASH_SECURE', 'TENERE_MONEY'])
  // Wallets that the specification does not know stand behind its words.
  expect(OPTION_TYPES).toEqual(['PG', 'AM', 'airtime', 'smartcash', 'mpesa', 'airtel-money', 'pispi'])
  expect(Object.values(PAYMENT_MODES)).toEqual([
    'PAYMENT_GATEWAY',
    'AIR_TIME',
    'HBB_AIRTIME',
    'TENERE_MONEY',
    'TENERE_MONEY_PUSH',
    'smart cash',
    'MPESA',
    'AIRTEL_MONEY',
    'PISPI',
  ])
})

test('TYPE-1 labels and operator-specific words are each in one file', () => {
  const labels = Object.values(TRANSACTION_LABELS).filter((label) => label !== TRANSACTION_LABELS.invoice)
  const words = [...labels, PAYMENT_MODES.MONEY, PAYMENT_MODES.HBB_AIRTIME, PAYMENT_MODES.SMARTCASH, CHANNEL_CODES.SMARTCASH]
  const found = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|-(words|codes)\.ts$/.test(file))
    .filter((file) => words.some((word) => readFileSync(file, 'utf8').includes(`'${word}'`)))
  expect(found).toEqual([])
})

test('TYPE-1 every mode has a connector, SmartCash also by its channel code', () => {
  // A wallet that the operator does not list is not offered.
  const { AIRTEL_MONEY, PISPI, ...listed } = PAYMENT_MODES
  for (const mode of [AIRTEL_MONEY, PISPI]) expect(() => connectorFor(mode, undefined)).toThrow('method-unavailable')
  expect(Object.values(listed).map((mode) => connectorFor(mode, 'DPO'))).toEqual([
    'dpo',
    'airtime',
    'airtime',
    'money-pin',
    'money-push',
    'smartcash',
    'mpesa',
  ])
  expect(connectorFor(CHANNEL_CODES.SMARTCASH, undefined)).toBe('smartcash')
  expect(() => connectorFor('SMART CASH', undefined)).toThrow('method-unavailable')
})

const options = async (body: object) =>
  (await aVisitor(portal).post(`${TRANSACTION}/v1/payment-options`, { amount: 400, transactionType: 'PREPAID_BUNDLES', ...body })).json()

test('TYPE-1 a broadband line is paid from airtime in a mode of its own, offered and reported so afterwards', async () => {
  const airtimeOf = async (subscriberType: string) =>
    (await options({ subscriberType })).result.paymentOption.find(({ type }: { type: string }) => type === 'airtime').paymentMode
  expect([await airtimeOf('BROADBAND'), await airtimeOf('PREPAID')]).toEqual(['HBB_AIRTIME', 'AIR_TIME'])
  const visitor = aVisitor(portal)
  const choice = { kind: 'bundle', msisdn: '90000005', productCode: 'ROUTER_20', redirectPage: '/broadband-recharge' }
  const { purchaseId, queryData } = (await visitor.post(`${TRANSACTION}/v1/purchase`, choice)).json().result
  expect(queryData.rechargeType).toBe('Broadband Recharge')
  const { transactionId } = (await visitor.post(`${TRANSACTION}/v1/initiate`, { txnId: purchaseId, amount: 400 })).json().result
  const body = { transactionId, paymentMode: 'HBB_AIRTIME', paymentMobile: '90000001' }
  expect((await visitor.post(`${TRANSACTION}/v1/process`, body)).json().status).toBe('success')
  const details = await portal.call({ url: `${TRANSACTION}/fetch?txnId=${transactionId}` })
  expect(details.json().result).toMatchObject({ paymentMode: 'HBB_AIRTIME', paymentGateway: 'airtime' })
})

test.for([{ transactionType: 'tenereTV' }, { rechargeType: 'tenereTV' }])(
  'TYPE-1 television is a known word, but not sold here: %o',
  async (body) => {
    expect(await options(body)).toMatchObject({ status: 'failure', code: 'not-sold-here', message: 'This is not sold here.' })
  },
)

test('TYPE-1 a payment for television is not begun', async () => {
  const body = { txnId: 'A'.repeat(22), amount: 500, transactionType: 'tenereTV' }
  expect((await aVisitor(portal).post(`${TRANSACTION}/v1/initiate`, body)).json().code).toBe('not-sold-here')
})

test.for([{ transactionType: 'BET_SLIP' }, { transactionType: 'prepaid_recharge' }, { rechargeType: '' }, { transactionType: 'toString' }])(
  'TYPE-1 no other word is accepted: %o',
  async (body) => {
    expect(await options(body)).toMatchObject({ status: 'failure', code: 'bad-request' })
  },
)

test('TYPE-1 every word of the lists is accepted where the specification’s pages send it', async () => {
  const known = [...TRANSACTION_TYPES, ...Object.values(TRANSACTION_LABELS)].filter((word) => word !== TRANSACTION_LABELS.television)
  for (const transactionType of known) expect((await options({ transactionType })).status, transactionType).toBe('success')
  expect((await options({ rechargeType: 'ODU PURCHASE' })).status).toBe('success')
})
