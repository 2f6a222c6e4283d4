import { expect, test } from 'vitest'
import type { Api } from '#calls/api.ts'
import { Redirect } from '#portal/page/page.ts'
import type { TransactionDetails } from '../contract.ts'
import { repeatPurchase } from './repeat-purchase.ts'

const ID = 'A'.repeat(22)
const PURCHASE = 'B'.repeat(22)

const RECEIPT = {
  transactionId: ID,
  transactionType: 'PREPAID_RECHARGE',
  paymentGateway: 'money-push',
  paidIn: null,
  amount: 500,
  productCode: null,
  msisdn: '90000001',
  redirectPage: '/prepaid-recharge',
} as unknown as TransactionDetails

/** The redirect or message, and the API calls made on the way. */
async function repeat(change: Partial<TransactionDetails>, failure?: { status: 'failure'; message: string }) {
  const calls: [string, unknown][] = []
  const api = {
    savePrefill: async (input: unknown) => calls.push(['prefill', input]),
    async choosePurchase(input: unknown) {
      calls.push(['purchase', input])
      return failure ?? { status: 'success', result: { purchaseId: PURCHASE } }
    },
  } as unknown as Api
  const answer = await repeatPurchase({ api }, { ...RECEIPT, ...change })
  return { to: answer instanceof Redirect ? answer.location : answer.redisplay, calls }
}

test('PAID-2 airtime is chosen again with the number and amount of the receipt, and the method that paid', async () => {
  const { to, calls } = await repeat({})
  expect(calls).toEqual([
    ['prefill', { type: 'prepaid', msisdn: '90000001' }],
    ['purchase', { kind: 'airtime', amount: 500, msisdn: '90000001', redirectPage: '/prepaid-recharge' }],
  ])
  expect(to).toBe(`/payment/start/tenere-money?purchase=${PURCHASE}&again=${ID}`)
})

test.for([
  ['dpo', '/card'],
  ['paystack', '/card'],
  ['airtime', '/airtime'],
  ['money-pin', '/tenere-money'],
  ['mpesa', '/mpesa'],
  ['smartcash', '/smartcash'],
  ['gone-since', ''],
] as const)('PAID-2 a purchase paid by %s leads to the hub at %s', async ([paymentGateway, route]) => {
  expect((await repeat({ paymentGateway })).to).toBe(`/payment/start${route}?purchase=${PURCHASE}&again=${ID}`)
})

test('PAID-2 a bundle is chosen by its code, at today’s price, and in the currency that was paid', async () => {
  const bundle = { transactionType: 'PREPAID_BUNDLES', productCode: 'NET_1G', redirectPage: '/data-bundle', amount: 900 }
  const { to, calls } = await repeat({ ...bundle, paidIn: { currencyCode: 'USD', amount: 2, rate: '0.002', rateAt: null } })
  expect(calls.at(-1)).toEqual(['purchase', { kind: 'bundle', productCode: 'NET_1G', msisdn: '90000001', redirectPage: '/data-bundle' }])
  expect(to).toBe(`/payment/start/tenere-money?purchase=${PURCHASE}&currency=USD&again=${ID}`)
})

test('PAID-2 for a bundle no longer sold an error appears in place, and the selling page is prefilled with the number', async () => {
  const message = 'Ce forfait n’est plus vendu.'
  const { to, calls } = await repeat({ productCode: 'GONE', redirectPage: '/data-bundle' }, { status: 'failure', message })
  expect(to).toEqual({ message })
  expect(calls[0]).toEqual(['prefill', { type: 'prepaid', msisdn: '90000001' }])
})

test('PAID-2 a bill is not repeated: its page opens with the number of the receipt', async () => {
  const { to, calls } = await repeat({ transactionType: 'POSTPAID_BILL', msisdn: '90000003', redirectPage: '/postpaid-bill-pay' })
  expect(to).toBe('/postpaid-bill-pay')
  expect(calls).toEqual([['prefill', { type: 'postpaid', msisdn: '90000003' }]])
})

test.for([
  [{}, '/prepaid-recharge?msisdn=&amount=500'],
  [{ productCode: 'NET_1G', redirectPage: '/data-bundle' }, '/data-bundle?msisdn='],
  [{ transactionType: 'POSTPAID_BILL', redirectPage: '/postpaid-bill-pay' }, '/postpaid-bill-pay?msisdn='],
  [{ redirectPage: '/r/bcdfghjklmnpqrstvwxzbcdf' }, '/r/bcdfghjklmnpqrstvwxzbcdf'],
] as const)('PAID-2 LINK-2 with a masked number the page asks for one, and nothing is chosen: %o', async ([change, address]) => {
  const { to, calls } = await repeat({ msisdn: '90 •• •• 01', ...change })
  expect(to).toBe(address)
  expect(calls).toEqual([])
})
