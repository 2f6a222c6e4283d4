import { expect, test } from 'vitest'
import { formatForeign } from './foreign-money.ts'

test.for([
  [{ currencyCode: 'USD', amount: 1.64 }, '1,64\u00a0USD', 'USD\u00a01.64'],
  [{ currencyCode: 'CDF', amount: 4653.07 }, '4\u202f653,07\u00a0CDF', 'CDF\u00a04,653.07'],
  [{ currencyCode: 'USD', amount: 2 }, '2,00\u00a0USD', 'USD\u00a02.00'],
] as const)('HUB-4 another currency is named by its code: %o', ([money, french, english]) => {
  expect([formatForeign(money, 'fr'), formatForeign(money, 'en')]).toEqual([french, english])
})
