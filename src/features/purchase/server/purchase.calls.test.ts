import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fromMajor } from '#shared/money.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

const operator = fakeOperator()
operator.bundles = [
  aBundle({ english: { name: 'Week 1 GB', description: '' } }),
  aBundle({ productCode: 'MIFI_10GB', lineTypes: ['BROADBAND'], price: fromMajor(5000), name: 'Box 10 Go' }),
  aBundle({ productCode: 'ODU', serviceType: 'HBB_ODU_AW' }),
]
const portal = await testPortal({ operator })
const url = `${API_PREFIX}/transaction/v1/purchase`
const airtime = { kind: 'airtime', msisdn: '90000001', amount: 1000, redirectPage: '/prepaid-recharge' }
const bundle = { kind: 'bundle', msisdn: '90000001', productCode: 'DATA_1GB_7D', redirectPage: '/data-bundle' }
const choose = (payload: object, cookie = '') => portal.call({ method: 'POST', url, payload, headers: { cookie } })

test('STATE-1 airtime becomes a pending payment in the specification’s shape', async () => {
  const { queryData } = (await choose(airtime)).json().result
  expect(queryData).toEqual({
    msisdn: '90000001',
    enableDualCurrency: false,
    usdAmount: null,
    amount: 1000,
    currency: 'XOF',
    lineType: 'PREPAID',
    transactionType: 'PREPAID_RECHARGE',
    productCode: null,
    description: '',
    data: null,
    dataUnit: '',
    redirectPage: '/prepaid-recharge',
    rechargeType: 'PREPAID RECHARGE',
    theme: '',
    bundleInfo: null,
    emailId: null,
    invoiceDetail: null,
    pgOptions: [],
  })
})

test('I9 STATE-1 a bundle’s price comes from the catalogue, whatever the browser says', async () => {
  const { queryData } = (await choose({ ...bundle, amount: 1 })).json().result
  expect(queryData).toMatchObject({
    amount: 1000,
    productCode: 'DATA_1GB_7D',
    transactionType: 'PREPAID_BUNDLES',
    rechargeType: 'BUNDLE PURCHASE',
  })
  expect(queryData.bundleInfo).toEqual({ amount: 1000, lineType: 'PREPAID', description: 'Semaine 1 Go', data: 1, dataUnit: 'GB' })
})

test.for([
  ['PRE-4 a postpaid line on the prepaid page', { ...airtime, msisdn: '90000003' }, 'line-does-not-fit'],
  ['NUM-1 a stranger’s number', { ...airtime, msisdn: '20000001' }, 'line-does-not-fit'],
  ['AMT-1 less than the minimum', { ...airtime, amount: 99 }, 'amount-out-of-limits'],
  ['AMT-1 more than the maximum', { ...airtime, amount: 100_001 }, 'amount-out-of-limits'],
  ['BUN-3 a product that does not exist', { ...bundle, productCode: 'NOTHING' }, 'bundle-not-sold'],
  ['BB-1 a router bundle for a phone', { ...bundle, productCode: 'MIFI_10GB' }, 'bundle-not-sold'],
  ['LEAD-1 a special offer without a lead', { ...bundle, productCode: 'ODU' }, 'bundle-not-sold'],
  ['airtime through the bundle page', { ...airtime, redirectPage: '/data-bundle' }, 'bad-request'],
  ['no amount', { ...airtime, amount: undefined }, 'bad-request'],
  ['a fraction of a franc', { ...airtime, amount: 100.5 }, 'bad-request'],
  ['a text as amount', { ...airtime, amount: '1000' }, 'bad-request'],
  ['a return page elsewhere', { ...airtime, redirectPage: 'https://evil.test' }, 'bad-request'],
] as const)('refused: %s', async ([, payload, code]) => {
  const answer = await choose(payload)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.json()).toMatchObject({ status: 'failure', code })
})

test('abuse 37 S7 a purchase is complete for the visit that made it, and without personal data for others with its id', async () => {
  const made = await choose(airtime)
  const { purchaseId, queryData } = made.json().result
  const read = (cookie: string) => portal.call({ url, query: { purchaseId }, headers: { cookie } })
  expect((await read(cookiesOf(made))).json().result).toEqual({ purchaseId, queryData })
  for (const cookie of ['', cookiesOf(await choose(bundle))])
    expect((await read(cookie)).json().result.queryData).toMatchObject({ amount: 1000, msisdn: '90 •• •• 01', emailId: null })
  expect((await portal.call({ url, query: { purchaseId: 'A'.repeat(22) } })).statusCode).toBe(404)
})

test('F20 two tabs are two purchases: neither sees the other’s choice', async () => {
  const first = await choose(airtime)
  const cookie = cookiesOf(first)
  const second = await choose({ ...airtime, amount: 5000 }, cookie)
  const read = async (purchaseId: string) =>
    (await portal.call({ url, query: { purchaseId }, headers: { cookie } })).json().result.queryData.amount
  expect(await read(first.json().result.purchaseId)).toBe(1000)
  expect(await read(second.json().result.purchaseId)).toBe(5000)
})

test('GEN-10 the name of a chosen bundle follows the visitor’s language; one that is no longer sold keeps the name it had', async () => {
  const made = await choose(bundle)
  const { purchaseId } = made.json().result
  const read = async (lang: string) =>
    (await portal.call({ url, query: { purchaseId }, headers: { cookie: cookiesOf(made), lang } })).json().result.queryData
  expect(await read('fr')).toMatchObject({ description: 'Semaine 1 Go', bundleInfo: { description: 'Semaine 1 Go' } })
  expect(await read('en')).toMatchObject({ description: 'Week 1 GB', bundleInfo: { description: 'Week 1 GB' }, amount: 1000 })
  await portal.database.pool.query(`update purchase set query_data = jsonb_set(query_data, '{productCode}', '"GONE"') where id = $1`, [
    purchaseId,
  ])
  expect(await read('en')).toMatchObject({ description: 'Semaine 1 Go' })
})
