import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import { anOperator } from '#tests/support/an-operator.ts'

const MSISDN = '90123456' as MobileNumber
const PAID = { reference: 'GT-0001', method: 'CARD', providerReference: 'pay-1' }
const AIRTIME = { kind: 'airtime', msisdn: MSISDN, amount: fromMajor(500) } as const
const PURSE = {
  id: 'B-1',
  usageType: 'monetary',
  remainingValue: { amount: 100, units: 'XOF' },
  partyAccount: { id: 'PA-1' },
  logicalResource: [{ id: '22790123456' }],
}

const offers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_none, index) => ({
    id: `O-${from + index}`,
    name: 'x',
    lifecycleStatus: 'Launched',
    category: [{ id: 'data' }],
    productOfferingPrice: [{ priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'XOF', value: 100 } } }],
  }))

test("an operator's own words, filters and names of paging are data of its profile", async () => {
  const profile = {
    ...OPERATOR_PROFILES['tmf-v4'],
    paths: { ...OPERATOR_PROFILES['tmf-v4'].paths, '676': '/tmf-api/paymentManagement/v4' },
    words: {
      '622': { Provisioned: 'completed' },
      '654': { SUCCESS: 'completed' },
      '676': { booked: 'done' },
      '637': { 'In Service': 'active' },
    },
    filters: { productAccount: 'account.id', billAccount: 'account.id', offerState: null },
    paging: { offset: 'start', limit: 'max', totalHeader: 'X-Count' },
  } as const
  const line = {
    status: 'in service ',
    productCharacteristic: [{ name: 'lineType', value: 'POSTPAID' }],
    realizingResource: [{ id: '1', value: '22790123456' }],
  }
  const { operator, calls } = await anOperator(
    ({ url, method }) => {
      if (method === 'POST' && url.includes('/productOrder')) return { json: { id: 'O-1', state: 'provisioned' }, status: 201 }
      if (method === 'POST' && url.includes('/topupBalance')) return { json: { id: 'T-1', status: 'Success' }, status: 201 }
      if (method === 'POST') return { json: { id: 'P-1', status: 'BOOKED' }, status: 201 }
      if (url.includes('/bucket')) return { json: [PURSE] }
      if (url.includes('/productOffering'))
        return { json: offers(Number(new URL(url, 'http://x').searchParams.get('start')), 3), headers: { 'x-count': '3' } }
      return url.includes('/customerBill') ? { json: [] } : { json: [line] }
    },
    { profile },
  )
  expect(await operator.findLine(MSISDN)).toMatchObject({ ok: true, value: { isActive: true } })
  const done = { ok: true, value: { state: 'done' } }
  expect(await operator.deliver({ kind: 'bundle', msisdn: MSISDN, productCode: 'X', amount: fromMajor(1) }, PAID)).toMatchObject(done)
  expect(await operator.deliver(AIRTIME, PAID)).toMatchObject(done)
  const bill = { kind: 'bill', accountNo: '1000000003', invoiceNo: null, msisdn: MSISDN, amount: fromMajor(1) } as const
  expect(await operator.deliver(bill, PAID)).toMatchObject(done)
  expect(await operator.readBundles()).toMatchObject({ ok: true, value: [{}, {}, {}] })
  expect(await operator.readOpenInvoices('1000000003')).toEqual({ ok: true, value: [] })
  const urls = calls().map(({ url }) => url)
  expect(urls).toContain('/tmf-api/productCatalogManagement/v4/productOffering?start=0&max=100')
  expect(urls).toContain('/tmf-api/paymentManagement/v4/payment')
  expect(urls).toContain('/tmf-api/customerBillManagement/v4/customerBill?account.id=1000000003&start=0&max=100')
})

test('a word in no table ends nothing', async () => {
  const { operator } = await anOperator([{ json: { id: 'O-1', state: 'provisioned' }, status: 201 }])
  expect(await operator.deliver({ kind: 'bundle', msisdn: MSISDN, productCode: 'X', amount: fromMajor(1) }, PAID)).toMatchObject({
    value: { state: 'pending' },
  })
})
