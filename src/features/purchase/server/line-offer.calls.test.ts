import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

const operator = fakeOperator()
operator.bundles = [aBundle({})]
const portal = await testPortal({ operator })
const ask = (payload: object) => portal.call({ method: 'POST', url: `${API_PREFIX}/visit/v1/line-offer`, payload })

test.for([
  ['90000001', 'PREPAID', 'prepaid'],
  ['90000003', 'POSTPAID', 'postpaid'],
  ['20000001', 'INVALID', 'prepaid'],
] as const)('STATE-1 the home page learns what %s is, and the visit keeps it as that', async ([msisdn, lineType, type]) => {
  const answer = await ask({ msisdn, page: '/' })
  expect(answer.json().result).toEqual({ lineType, bundles: [], isStale: false, areBundlesUnread: false })
  const draft = await portal.call({ url: `${API_PREFIX}/visit/v1/draft`, headers: { cookie: cookiesOf(answer) } })
  expect(draft.json().result.widgetInfo).toEqual({ type, msisdn })
})

test('NUM-3 on a page that does not serve the line it is kept for the page that does, and no bundles come', async () => {
  const answer = await ask({ msisdn: '90000003', page: '/prepaid-recharge' })
  expect(answer.json().result).toMatchObject({ lineType: 'POSTPAID', bundles: [] })
  const draft = await portal.call({ url: `${API_PREFIX}/visit/v1/draft`, headers: { cookie: cookiesOf(answer) } })
  expect(draft.json().result.widgetInfo).toEqual({ type: 'postpaid', msisdn: '90000003' })
})

test('PRE-2 a page that sells gets the bundles along', async () => {
  const answer = await ask({ msisdn: '90000001', page: '/prepaid-recharge' })
  expect(answer.json().result.bundles).toMatchObject([{ productCode: 'DATA_1GB_7D' }])
})
