import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import type { Script, Seen } from '#tests/support/scripted-server.ts'

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
const NOTHING: Script = { json: [], headers: { 'x-total-count': '0' } }

test('a call carries its token, a correlation id and the official path', async () => {
  const { operator, calls } = await anOperator([NOTHING], { requestId: () => 'request-7' })
  await operator.findLine(MSISDN)
  const [call] = calls()
  expect(call?.url).toBe('/tmf-api/productInventory/v4/product?realizingResource.value=22790123456&offset=0&limit=100')
  expect(call?.headers).toMatchObject({ authorization: 'Bearer a-token', 'x-correlation-id': 'request-7', accept: 'application/json' })
})

test('every call writes one debug line, without a number, an address or a key', async () => {
  const { operator, log } = await anOperator([NOTHING, { json: { code: 'x', reason: 'x' }, status: 404 }], { requestId: () => 'request-7' })
  await operator.findLine(MSISDN)
  await operator.readLead('1000000003')
  const line = { method: 'GET', ms: expect.any(Number) as number, outcome: 'answered', correlationId: 'request-7' }
  expect(log.calls).toEqual([
    { system: 'operator', route: 'token', method: 'POST', status: 200, ms: expect.any(Number) as number, outcome: 'answered' },
    { ...line, system: '637', route: 'product', status: 200 },
    { ...line, system: '699', route: 'salesLead', status: 404 },
  ])
  expect(JSON.stringify(log.calls)).not.toMatch(/90123456|1000000003|a-token|127\.0\.0\.1/)
})

test('outside a request a read has its own id, a write our reference', async () => {
  const { operator, calls } = await anOperator(() => ({ json: [PURSE] }))
  await operator.deliver(AIRTIME, PAID)
  const [read, write] = calls()
  expect(read?.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(write?.headers['x-correlation-id']).toBe('GT-0001')
})

test('the odd profile has its own paths, filters and keys, and the reference in a header of writes only', async () => {
  const script = ({ url, method }: Seen): Script => {
    if (method === 'POST') return { json: { id: 'T-1', status: 'created' }, status: 201 }
    return url.includes('/subscriberType')
      ? { json: { subscriptionType: 'CONTRACT' } }
      : { json: [{ ...PURSE, relatedParty: [{ id: '22790123456' }], billingAccount: { id: '1000000003' } }] }
  }
  const { operator, calls } = await anOperator(script, { profile: OPERATOR_PROFILES.odd })
  expect(await operator.findLine(MSISDN)).toEqual({
    ok: true,
    value: { msisdn: MSISDN, type: 'POSTPAID', isActive: true, accountNo: '1000000003' },
  })
  expect(await operator.deliver(AIRTIME, PAID)).toEqual({ ok: true, value: { state: 'pending', operatorReference: 'T-1' } })
  expect(new Set(calls().map(({ url }) => url.split('&')[0]))).toEqual(
    new Set([
      '/odd/customers/v1/subscriberType?msisdn=22790123456',
      '/odd/tmf-api/prepaybalancemanagement/v1/bucket?relatedParty.id=22790123456',
      '/odd/tmf-api/prepaybalancemanagement/v1/topupBalance',
      '/odd/tmf-api/productinventory/v1/product?relatedParty.id=22790123456',
    ]),
  )
  expect(calls().every(({ headers }) => headers['x-api-key'] === 'a-key' && headers['countrycode'] === 'NE')).toBe(true)
  expect(calls().map(({ method, headers }) => [method, headers['transactionid']])).toContainEqual(['POST', 'GT-0001'])
  expect(calls().filter(({ method, headers }) => method === 'GET' && headers['transactionid'])).toEqual([])
})

test('a number of another operator is not found, nor is a kind of line that we do not serve', async () => {
  const { operator } = await anOperator(
    ({ url }) => (url.includes('/subscriberType') ? { json: { data: { subscriberType: 'FTTH' } } } : NOTHING),
    { profile: OPERATOR_PROFILES.odd },
  )
  expect(await operator.findLine(MSISDN)).toEqual({ ok: false, fault: { kind: 'not-found' } })
  const official = await anOperator(() => NOTHING)
  expect(await official.operator.findLine(MSISDN)).toEqual({ ok: false, fault: { kind: 'not-found' } })
})

test('a server that ignores our filter is not trusted', async () => {
  const stranger = {
    status: 'active',
    productCharacteristic: [{ name: 'lineType', value: 'PREPAID' }],
    realizingResource: [{ value: '22799999999' }],
  }
  const { operator, log } = await anOperator(() => ({ json: [stranger] }))
  expect(await operator.findLine(MSISDN)).toEqual({ ok: false, fault: { kind: 'unavailable' } })
  expect(log.lines).toEqual(['the operator ignores a filter {"system":"637","filter":"realizingResource.value"}'])
})

test('an order is absent only when the operator says so: other orders, or a missing list, prove nothing', async () => {
  const order = { kind: 'bundle', msisdn: MSISDN, productCode: 'X', amount: fromMajor(1) } as const
  const absent = await anOperator([NOTHING])
  expect(await absent.operator.track(order, 'GT-0001')).toEqual({ ok: true, value: { state: 'absent' } })
  for (const script of [
    { json: [{ id: '1', externalId: 'GT-9' }] },
    { json: [{ id: '1' }] },
    { json: { code: '1', reason: 'no' }, status: 404 },
  ]) {
    const { operator } = await anOperator([script])
    expect(await operator.track(order, 'GT-0001')).toEqual({ ok: false, fault: { kind: 'unavailable' } })
  }
})

const offers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_none, index) => ({
    id: `O-${from + index}`,
    name: 'x',
    lifecycleStatus: 'Launched',
    category: [{ id: 'data' }],
    productOfferingPrice: [{ priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'XOF', value: 100 } } }],
  }))

test('prices that are references are read, each once; an offer without a price is left out', async () => {
  const [first, second, third] = offers(0, 3)
  const shared = [{ id: 'P-1' }]
  const list = [
    { ...first, productOfferingPrice: shared },
    { ...second, productOfferingPrice: shared },
    { ...third, productOfferingPrice: [{ id: 'P-2' }] },
    { id: 7, name: [7] },
  ]
  const { operator, calls, log } = await anOperator(({ url }) => {
    if (url.endsWith('/P-1')) return { json: { id: 'P-1', priceType: 'oneTime', price: { unit: 'XOF', value: 300 } } }
    return url.endsWith('/P-2') ? { json: { code: 'x', reason: 'x' }, status: 404 } : { json: list }
  })
  const answer = await operator.readBundles()
  expect(answer.ok && answer.value.map(({ productCode, price }) => [productCode, price.minor])).toEqual([
    ['O-0', 300],
    ['O-1', 300],
  ])
  expect(calls()).toHaveLength(3)
  expect(log.lines).toEqual(['offers of the catalogue could not be read {"system":"620","leftOut":2}'])
})

test('ids that would change the path are never put into one', async () => {
  const { operator, calls } = await anOperator(() => NOTHING)
  expect(await operator.readLead('..')).toEqual({ ok: false, fault: { kind: 'not-found' } })
  expect(await operator.findAccount('.')).toEqual({ ok: false, fault: { kind: 'not-found' } })
  await operator.readLead('../../oauth2/token?x=1#y')
  expect(calls().map(({ url }) => url)).toEqual(['/tmf-api/sales/v4/salesLead/..%2F..%2Foauth2%2Ftoken%3Fx%3D1%23y'])
})

test('account codes with a text for the visitor are returned with any status', async () => {
  const { operator } = await anOperator(({ url }) =>
    url.includes('billingAccount/') ? { json: { code: 60119, reason: 'x', message: 'Compte résilié' }, status: 404 } : NOTHING,
  )
  expect(await operator.findAccount('1000000099')).toEqual({
    ok: false,
    fault: { kind: 'rejected', code: '60119', message: 'Compte résilié' },
  })
})

test('I19 amounts that are sent as text are read; one that may mean two amounts makes the bills unavailable', async () => {
  const bill = (value: string) => ({
    id: 7,
    billNo: 'F-1',
    state: 'sent',
    billDate: '2026-11-01T00:00:00Z',
    paymentDueDate: '2026-11-20T00:00:00Z',
    remainingAmount: { unit: 'XOF', value },
    billingAccount: { id: 1000000003 },
    note: null,
  })
  const { operator } = await anOperator(() => ({ json: [bill('501.00'), null] }))
  expect(await operator.readOpenInvoices('1000000003')).toMatchObject({ ok: true, value: [{ invoiceNo: 'F-1', outstanding: 501 }] })
  const unclear = await anOperator(() => ({ json: [bill('1.500')] }))
  expect(await unclear.operator.readOpenInvoices('1000000003')).toEqual({ ok: false, fault: { kind: 'unavailable' } })
})
