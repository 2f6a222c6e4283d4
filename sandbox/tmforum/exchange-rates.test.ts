import { expect, test } from 'vitest'
import { fetchToken, ODD_HEADERS } from '../testing/test-operator.ts'
import { aSandbox } from '../testing/test-sandbox.ts'

async function clients() {
  const { app } = await aSandbox()
  const headers = { authorization: `Bearer ${await fetchToken(app)}` }
  return {
    app,
    standard: (query: Record<string, string>) => app.inject({ url: '/exchange/v1/rate', query, headers }),
    odd: (query: Record<string, string>) => app.inject({ url: '/odd/forex/v1/rates', query, headers: ODD_HEADERS }),
  }
}

test.for([
  ['USD', 'CDF', '2850.00000000'],
  ['XOF', 'USD', '0.00163265'],
  ['XOF', 'CDF', '4.65306122'],
] as const)('one %s is worth that many %s, in both profiles', async ([from, to, rate]) => {
  const { standard, odd } = await clients()
  expect((await standard({ fromCurrency: from, toCurrency: to })).json()).toEqual({ fromCurrency: from, toCurrency: to, rate })
  expect((await odd({ source: from, target: to })).json()).toEqual({ source: from, target: to, exchangeRate: rate })
})

test('a currency without a rate, a query without a currency, and a call without a token are refused', async () => {
  const { app, standard } = await clients()
  expect((await standard({ fromCurrency: 'USD', toCurrency: 'EUR' })).statusCode).toBe(404)
  expect((await standard({ fromCurrency: 'USD' })).statusCode).toBe(400)
  expect((await app.inject('/exchange/v1/rate?fromCurrency=USD&toCurrency=CDF')).statusCode).toBe(401)
})

test('a rate fails on demand, for one pair and so many times', async () => {
  const { app, standard } = await clients()
  const fault = { face: 'tmforum', operation: 'exchange-rate.read', match: { toCurrency: 'CDF' }, times: 1, do: { status: 500 } }
  await app.inject({ method: 'POST', url: '/control/faults', payload: fault })
  const statusOf = async (toCurrency: string) => (await standard({ fromCurrency: 'USD', toCurrency })).statusCode
  expect([await statusOf('XOF'), await statusOf('CDF'), await statusOf('CDF')]).toEqual([200, 500, 200])
})
