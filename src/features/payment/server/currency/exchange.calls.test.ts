import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal({ operator: fakeOperator() })

// Where an operator has several currencies: tests/operators.
test('HUB-4 where prices can be paid in one currency there is no choice', async () => {
  const query = { fromCurrency: 'USD', toCurrency: 'CDF', amount: '10' }
  expect((await portal.call({ url: `${API_PREFIX}/transaction/get/exchange/rate`, query })).statusCode).toBe(404)
  const payload = { amount: 100, transactionType: 'PREPAID_RECHARGE', currencyCode: 'USD' }
  const options = await portal.call({ method: 'POST', url: `${API_PREFIX}/transaction/v1/payment-options`, payload })
  expect(options.json().result.currencies).toEqual(['XOF'])
})
