import { beforeEach, expect, test } from 'vitest'
import type { ConnectorInfo, Observation, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const TRANSACTION = `${API_PREFIX}/transaction`
const MINUTE = 60_000

/** Requests sent to the providers, and their results when queried. */
const asked: { id: string; amount: Money }[] = []
const refunded: Money[] = []
const texts: string[] = []
let seen: Observation = { state: 'pending' }

function aConnector(
  id: ConnectorInfo['id'],
  paymentMode: ConnectorInfo['paymentMode'],
  currencies: string[],
): [typeof id, PaymentConnector] {
  const info: ConnectorInfo = {
    id,
    paymentMode,
    currencies,
    wireExponent: { XOF: 0, USD: 2, CDF: 2 },
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'harmless',
    refund: 'full',
    pollScheduleSeconds: [600],
  }
  const connector: PaymentConnector = {
    info,
    async start(_context, { amount }) {
      asked.push({ id, amount })
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

const connectors = new Map([
  aConnector('dpo', 'PAYMENT_GATEWAY', ['XOF', 'USD', 'CDF']),
  aConnector('paystack', 'PAYMENT_GATEWAY', ['XOF']),
  aConnector('money-push', 'MONEY_PUSH', ['XOF']),
  aConnector('mpesa', 'MPESA', ['XOF']),
])
const operator = fakeOperator()
let nowMs = Date.now()
const clock = { now: () => new Date(nowMs) }
const sms = {
  async send({ text }: { text: string }) {
    texts.push(text)
    return { kind: 'accepted' } as const
  },
}
const portal = await testPortal({ operator, connectors, clock, sms })

beforeEach(() => {
  // A rate is cached for a minute; every test begins with a fresh one.
  nowMs += 2 * MINUTE
  operator.rates = { USD: '0.00163265', CDF: '4.65306122' }
  asked.length = 0
  refunded.length = 0
  seen = { state: 'pending' }
})

const rate = (query: object) => portal.call({ url: `${TRANSACTION}/get/exchange/rate`, query: { ...query }, headers: { lang: 'en' } })

const options = async (amount: number, currencyCode?: string) => {
  const payload = { amount, transactionType: 'PREPAID_RECHARGE', ...(currencyCode && { currencyCode }) }
  const { paymentOption, currencies } = (await portal.call({ method: 'POST', url: `${TRANSACTION}/v1/payment-options`, payload })).json()
    .result
  const shown = (paymentOption as { type: string; gateways: { id: string }[] }[]).map(({ type, gateways }) =>
    [type, ...gateways.map(({ id }) => id)].join(' '),
  )
  return { shown, currencies }
}

async function aPurchase(visitor: Visitor, amount: number): Promise<string> {
  const choice = { kind: 'airtime', msisdn: '90000001', amount, redirectPage: '/prepaid-recharge' }
  return (await visitor.post(`${TRANSACTION}/v1/purchase`, choice)).json().result.purchaseId
}

async function initiated(amount: number, agreed: object = {}) {
  const visitor = aVisitor(portal)
  const txnId = await aPurchase(visitor, amount)
  const initiate = (more: object) => visitor.post(`${TRANSACTION}/v1/initiate`, { txnId, amount, ...more })
  const answer = (await initiate(agreed)).json()
  const transactionId: string = answer.result?.transactionId ?? ''
  const process = async (paymentMode = 'PAYMENT_GATEWAY', paymentGateway = 'dpo') =>
    (await visitor.post(`${TRANSACTION}/v1/process`, { transactionId, paymentMode, paymentGateway, paymentMobile: '90000001' })).json()
  const details = async () =>
    (
      await portal.call({ url: `${TRANSACTION}/fetch`, query: { txnId: transactionId }, headers: { cookie: visitor.cookie(), lang: 'en' } })
    ).json().result
  return { answer, initiate, process, details, transactionId }
}

test('HUB-4, API-5 get/exchange/rate answers convertedAmount, rounded up to the next cent', async () => {
  const answer = await rate({ fromCurrency: 'XOF', toCurrency: 'USD', amount: '1000' })
  expect(answer.json()).toEqual({
    status: 'success',
    statusCode: 200,
    result: { convertedAmount: 1.64, rate: '0.00163265', rateAt: clock.now().toISOString() },
  })
})

test('abuse 39 HUB-4 many visitors cause one operator call a minute', async () => {
  const before = operator.asked()
  await Promise.all(Array.from({ length: 20 }, (_, each) => rate({ fromCurrency: 'XOF', toCurrency: 'USD', amount: String(1000 + each) })))
  expect(operator.asked() - before).toBe(1)
  nowMs += 2 * MINUTE
  await rate({ fromCurrency: 'XOF', toCurrency: 'USD', amount: '1000' })
  expect(operator.asked() - before).toBe(2)
})

test('HUB-4 a failed conversion says ‘something went wrong!’, and a retry helps', async () => {
  operator.failNext('unavailable')
  const failed = await rate({ fromCurrency: 'XOF', toCurrency: 'CDF', amount: '1000' })
  expect(failed.statusCode).toBe(503)
  expect(failed.json()).toMatchObject({ status: 'failure', code: 'exchange-failed', message: 'something went wrong!' })
  expect((await rate({ fromCurrency: 'XOF', toCurrency: 'CDF', amount: '1000' })).json().result).toMatchObject({ convertedAmount: 4653.07 })
})

test.for([
  ['a currency the country does not know', { fromCurrency: 'XOF', toCurrency: 'EUR', amount: '1000' }, 404],
  ['a fraction of a franc', { fromCurrency: 'XOF', toCurrency: 'USD', amount: '1.5' }, 400],
  ['no amount', { fromCurrency: 'XOF', toCurrency: 'USD' }, 400],
  ['an amount that is no number', { fromCurrency: 'XOF', toCurrency: 'USD', amount: '1e3' }, 400],
  ['a currency that is none', { fromCurrency: 'XOF', toCurrency: 'dollar', amount: '1' }, 400],
] as const)('HUB-4 not converted: %s', async ([, query, status]) => {
  expect((await rate(query)).statusCode).toBe(status)
})

test('HUB-4 the methods are those that accept the currency; the currencies those that some method accepts', async () => {
  expect(await options(1000)).toEqual({ shown: ['PG dpo paystack', 'mpesa', 'AM'], currencies: ['XOF', 'USD', 'CDF'] })
  expect(await options(1000, 'USD')).toEqual({ shown: ['PG dpo'], currencies: ['XOF', 'USD', 'CDF'] })
})

test('HUB-4 below one dollar only AM is offered and there is nothing to switch', async () => {
  expect(await options(612)).toEqual({ shown: ['PG dpo paystack', 'mpesa', 'AM'], currencies: ['XOF', 'USD', 'CDF'] })
  expect(await options(606)).toEqual({ shown: ['AM'], currencies: ['XOF'] })
  expect(await options(606, 'USD')).toEqual({ shown: ['AM'], currencies: ['XOF'] })
})

test('HUB-4 without a rate everything can still be paid in francs', async () => {
  operator.rates = {}
  expect((await options(100)).shown).toEqual(['PG dpo paystack', 'mpesa', 'AM'])
  expect((await (await initiated(500)).process()).result).toMatchObject({ code: 'STARTED' })
})

test('abuse 46 HUB-4 below one dollar any other method is refused at process too, for every caller', async () => {
  const { process } = await initiated(500)
  expect(await process()).toMatchObject({ status: 'failure', code: 'method-unavailable' })
  expect(await process('MPESA')).toMatchObject({ status: 'failure', code: 'method-unavailable' })
  expect((await process('TENERE_MONEY_PUSH')).status).toBe('success')
  expect((await initiated(500, { currencyCode: 'USD', convertedAmount: 0.82 })).answer.code).toBe('method-unavailable')
  expect(asked.map(({ id }) => id)).toEqual(['money-push'])
})

test('abuse 46 I9 HUB-4 the attempt requests the amount that the server converted, and the order keeps its price', async () => {
  const { process, details } = await initiated(1000, { currencyCode: 'USD', convertedAmount: 1.64 })
  expect((await process()).result.code).toBe('STARTED')
  expect(asked).toEqual([{ id: 'dpo', amount: { minor: 164, currency: 'USD' } }])
  expect(await details()).toMatchObject({ amount: 1000, currencyCode: 'XOF', paidIn: { currencyCode: 'USD', amount: 1.64 } })
})

test.for([
  ['less than was shown', { currencyCode: 'USD', convertedAmount: 0.01 }, 'amount-changed'],
  ['nothing shown', { currencyCode: 'USD' }, 'amount-changed'],
  ['a currency the country does not know', { currencyCode: 'EUR', convertedAmount: 1.5 }, 'method-unavailable'],
  ['no currency at all', { currencyCode: 'dollars', convertedAmount: 1.64 }, 'bad-request'],
] as const)('abuse 46 HUB-4 refused at initiate: %s', async ([, agreed, code]) => {
  expect((await initiated(1000, agreed)).answer).toMatchObject({ status: 'failure', code })
})

test('HUB-4 a changed rate is shown again before anything is charged', async () => {
  operator.rates.USD = '0.0018'
  const { answer, initiate } = await initiated(1000, { currencyCode: 'USD', convertedAmount: 1.64 })
  expect(answer.code).toBe('amount-changed')
  expect((await initiate({ currencyCode: 'USD', convertedAmount: 1.8 })).json().status).toBe('success')
})

test('HUB-4 an agreed rate is held for a quarter of an hour, not longer', async () => {
  const { process, initiate } = await initiated(1000, { currencyCode: 'USD', convertedAmount: 1.64 })
  nowMs += 14 * MINUTE
  operator.rates.USD = '0.0018'
  expect((await process()).result.code).toBe('STARTED')
  expect(asked).toMatchObject([{ amount: { minor: 164, currency: 'USD' } }])
  nowMs += 2 * MINUTE
  expect((await process()).code).toBe('amount-changed')
  await initiate({})
  expect((await process('PAYMENT_GATEWAY', 'paystack')).result.code).toBe('STARTED')
  expect(asked.at(-1)).toEqual({ id: 'paystack', amount: { minor: 1000, currency: 'XOF' } })
})

test('HUB-4 a method that does not accept the agreed currency is refused, and another currency begins an attempt of its own', async () => {
  const { process, initiate, details } = await initiated(1000, { currencyCode: 'USD', convertedAmount: 1.64 })
  expect((await process('TENERE_MONEY_PUSH')).code).toBe('method-unavailable')
  await process()
  await initiate({ currencyCode: 'CDF', convertedAmount: 4653.07 })
  await process()
  await process()
  await initiate({})
  await process()
  expect(asked.map(({ amount }) => `${amount.minor} ${amount.currency}`)).toEqual(['164 USD', '465307 CDF', '1000 XOF'])
  expect((await details()).paidIn).toBeNull()
})

/** Pays this much on the gateway's page; returns what the status page then says. */
async function pay(money: Money): Promise<() => Promise<{ status: string; money: string }>> {
  const { process, transactionId, details } = await initiated(1000, { currencyCode: 'USD', convertedAmount: 1.64 })
  await process()
  seen = { state: 'paid', amount: money, providerTxnId: `T-${transactionId}` }
  nowMs += 11 * MINUTE
  portal.worker.wake(transactionId)
  return details
}

test.for([
  [{ minor: 164, currency: 'USD' }, 'delivered'],
  [{ minor: 163, currency: 'USD' }, 'being-checked'],
  [{ minor: 1000, currency: 'XOF' }, 'being-checked'],
] as const)('HUB-4 I19 the paid amount is compared with the attempt’s, in its currency: %o is %s', async ([money, word]) => {
  const details = await pay(money)
  await expect.poll(async () => (await details()).money).toBe(word)
})

test('HUB-4 a refund uses the currency of the payment', async () => {
  const { deliver } = operator
  operator.deliver = () => Promise.resolve({ ok: true, value: { state: 'refused', reason: 'line-barred' } })
  const details = await pay({ minor: 164, currency: 'USD' })
  await expect.poll(async () => (await details()).money).toBe('given-back')
  operator.deliver = deliver
  expect(refunded).toEqual([{ minor: 164, currency: 'USD' }])
  // MSG-1: the owner of the card is unknown, so the page tells it.
  expect(texts.filter((text) => text.includes('given back'))).toEqual([])
})
