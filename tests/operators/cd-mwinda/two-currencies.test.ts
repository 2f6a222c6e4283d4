import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ConnectorInfo, Observation, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import type { Delivery } from '#features/payment/delivery.ts'
import { factsOf } from '#shared/connector-table.ts'
import type { Money } from '#shared/money.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const TRANSACTION = `${API_PREFIX}/transaction`
const LINE = '812345678'
const MINUTE = 60_000

const asked: Money[] = []
const refunded: Money[] = []
const delivered: Delivery[] = []
const texts: string[] = []
let seen: Observation = { state: 'pending' }

function aConnector(id: ConnectorInfo['id'], currencies: string[], decimals = 2): [typeof id, PaymentConnector] {
  const connector: PaymentConnector = {
    info: { ...factsOf(id), currencies, wireExponent: { CDF: decimals, USD: decimals }, pollScheduleSeconds: [600] },
    async start(_context, { amount }) {
      asked.push(amount)
      return { kind: 'accepted', providerRef: null, action: { type: 'redirect', url: 'https://pay.test/' } }
    },
    query: async () => seen,
    async refund(_context, _attempt, { amount }) {
      refunded.push(amount)
      return { state: 'refunded', amount, provider: { code: '', text: '' } }
    },
  }
  return [id, connector]
}

const operator = fakeOperator()
let deliveryState: 'done' | 'refused' = 'done'
operator.deliver = async (order) => {
  delivered.push(order)
  if (deliveryState === 'refused') return { ok: true, value: { state: 'refused', reason: 'line-barred' } }
  return { ok: true, value: { state: 'done', operatorReference: 'O-1' } }
}
operator.readExchangeRate = async ({ from, to }) =>
  from === 'CDF' && to === 'USD' ? { ok: true, value: '0.00035' } : { ok: false, fault: { kind: 'not-found' } }

let nowMs = Date.now()
const sms = {
  async send({ text }: { text: string }) {
    texts.push(text)
    return { kind: 'accepted' } as const
  },
}
const portal = await testPortal({
  operator,
  connectors: new Map([
    aConnector('dpo', ['CDF', 'USD']),
    aConnector('paystack', ['CDF']),
    aConnector('mpesa', ['KES']),
    aConnector('uba', ['CDF'], 0),
  ]),
  clock: { now: () => new Date(nowMs) },
  sms,
})

beforeEach(() => {
  for (const list of [asked, refunded, delivered, texts]) list.length = 0
  seen = { state: 'pending' }
  deliveryState = 'done'
  nowMs += 2 * MINUTE
})

async function initiated(
  amount: number,
  agreed: object = {},
  choice: object = { kind: 'airtime', amount, redirectPage: '/prepaid-recharge' },
) {
  const visitor = aVisitor(portal)
  const chosen = (await visitor.post(`${TRANSACTION}/v1/purchase`, { msisdn: LINE, ...choice })).json()
  const { purchaseId: txnId, queryData } = chosen.result ?? {}
  const begun = (await visitor.post(`${TRANSACTION}/v1/initiate`, { txnId, amount, ...agreed })).json()
  const transactionId: string = begun.result?.transactionId ?? ''
  const process = async (paymentGateway = 'dpo') =>
    (await visitor.post(`${TRANSACTION}/v1/process`, { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway })).json()
  const details = async () =>
    (
      await portal.call({ url: `${TRANSACTION}/fetch`, query: { txnId: transactionId }, headers: { cookie: visitor.cookie(), lang: 'en' } })
    ).json().result
  const settle = async (answer: Observation) => {
    seen = answer
    nowMs += 11 * MINUTE
    portal.worker.wake(transactionId)
  }
  return { chosen, queryData, begun, transactionId, process, details, settle }
}

const paid = (money: Money): Observation => ({ state: 'paid', amount: money, providerTxnId: `T-${nowMs}` })

test('OPR-2 a price with centimes is asked, stored, delivered and shown as it is', async () => {
  const { queryData, process, details, settle, transactionId } = await initiated(5000.5)
  expect(queryData).toMatchObject({ amount: 5000.5, currency: 'CDF' })
  expect((await process()).result.code).toBe('STARTED')
  expect(asked).toEqual([{ minor: 500_050, currency: 'CDF' }])
  await settle(paid({ minor: 500_050, currency: 'CDF' }))
  await expect.poll(async () => (await details()).money).toBe('delivered')
  expect(delivered).toMatchObject([{ kind: 'airtime', amount: { minor: 500_050, currency: 'CDF' } }])
  expect(await details()).toMatchObject({ amount: 5000.5, currencyCode: 'CDF', paidIn: null })
  const { rows } =
    await sql<object>`select amount_minor, currency, delivery->'amount' as copy from pay_order where id = ${transactionId}`.execute(
      portal.db,
    )
  expect(rows).toEqual([{ amount_minor: 500_050, currency: 'CDF', copy: null }])
})

test.for([
  ['a third decimal', 5000.505],
  ['less than the least', 0.5],
  ['more than the most', 10_000_000.01],
] as const)('OPR-2 AMT-1 not sold: %s', async ([, amount]) => {
  expect((await initiated(amount)).chosen).toMatchObject({ status: 'failure', code: 'amount-out-of-limits' })
})

test('OPR-2 HUB-4 another amount or currency than asked delivers nothing', async () => {
  for (const [minor, currency] of [
    [500_049, 'CDF'],
    [500_050, 'USD'],
    [5000, 'CDF'],
  ] as const) {
    const { process, details, settle } = await initiated(5000.5)
    await process()
    await settle(paid({ minor, currency }))
    await expect.poll(async () => (await details()).money).toBe('being-checked')
  }
  expect(delivered).toEqual([])
})

test('HUB-4 in production of an operator with two currencies a payer chooses dollars, at a rate that is named and held', async () => {
  const rate = await portal.call({
    url: `${TRANSACTION}/get/exchange/rate`,
    query: { fromCurrency: 'CDF', toCurrency: 'USD', amount: '10000.50' },
  })
  expect(rate.json().result).toEqual({ convertedAmount: 3.51, rate: '0.00035', rateAt: new Date(nowMs).toISOString() })
  const { process, details, settle } = await initiated(10_000.5, { currencyCode: 'USD', convertedAmount: 3.51 })
  expect((await process('paystack')).code).toBe('method-unavailable')
  expect((await process()).result.code).toBe('STARTED')
  expect(asked).toEqual([{ minor: 351, currency: 'USD' }])
  await settle(paid({ minor: 351, currency: 'USD' }))
  await expect.poll(async () => (await details()).money).toBe('delivered')
  expect(delivered).toMatchObject([{ amount: { minor: 1_000_050, currency: 'CDF' } }])
  expect(await details()).toMatchObject({ amount: 10_000.5, currencyCode: 'CDF', paidIn: { currencyCode: 'USD', amount: 3.51 } })
})

test('HUB-4 what was paid in dollars is given back in dollars', async () => {
  deliveryState = 'refused'
  const { process, details, settle } = await initiated(10_000.5, { currencyCode: 'USD', convertedAmount: 3.51 })
  await process()
  await settle(paid({ minor: 351, currency: 'USD' }))
  await expect.poll(async () => (await details()).money).toBe('given-back')
  expect(refunded).toEqual([{ minor: 351, currency: 'USD' }])
})

test.for([
  ['whole francs', 5000, ['dpo', 'paystack', 'uba']],
  ['centimes', 5000.5, ['dpo', 'paystack']],
] as const)('OPR-2 a method that cannot take an amount is neither offered nor accepted: %s', async ([, amount, taken]) => {
  const payload = { amount, transactionType: 'PREPAID_RECHARGE' }
  const listed = (await portal.call({ method: 'POST', url: `${TRANSACTION}/v1/payment-options`, payload })).json().result
  expect(listed.currencies).toEqual(['CDF', 'USD'])
  expect(
    listed.paymentOption.map(({ type, gateways }: { type: string; gateways: { id: string }[] }) => [
      type,
      gateways.map(({ id }) => id).toSorted(),
    ]),
  ).toEqual([['PG', taken]])
  const { process } = await initiated(amount)
  expect((await process('uba')).code ?? 'STARTED').toBe(amount === 5000 ? 'STARTED' : 'method-unavailable')
})

test('OPR-2 LINK-1 a link keeps the centimes of its price, and a bundle in another currency is not sold', async () => {
  operator.bundles = [aBundle({ productCode: 'WEEK', price: { minor: 250_075, currency: 'CDF' } })]
  nowMs += 10 * MINUTE
  const visitor = aVisitor(portal)
  const made = (await visitor.post(`${TRANSACTION}/v1/link`, { kind: 'bundle', msisdn: LINE, productCode: 'WEEK' })).json()
  expect(made.status).toBe('success')
  const { rows } = await sql<object>`select price, price_minor, currency from payment_link`.execute(portal.db)
  expect(rows).toEqual([{ price: 2501, price_minor: 250_075, currency: 'CDF' }])
})
