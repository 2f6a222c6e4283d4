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

test('NUM-3 STATE-1 a number that was not typed in this visit does not change the stored draft', async () => {
  const typed = await ask({ msisdn: '90000001', page: '/' })
  const headers = { cookie: cookiesOf(typed) }
  const payload = { msisdn: '90000003', page: '/postpaid-bill-pay', isTyped: false }
  const answer = await portal.call({ method: 'POST', url: `${API_PREFIX}/visit/v1/line-offer`, payload, headers })
  expect(answer.json().result).toMatchObject({ lineType: 'POSTPAID' })
  expect((await portal.call({ url: `${API_PREFIX}/visit/v1/draft`, headers })).json().result.widgetInfo).toMatchObject({
    msisdn: '90000001',
  })
  // Without any visit the number is looked up all the same, and its limits are the browser's own from now on.
  const looked = await ask({ msisdn: '90000001', page: '/prepaid-recharge', isTyped: false })
  expect(looked.json().result.bundles).toHaveLength(1)
  const draft = await portal.call({ url: `${API_PREFIX}/visit/v1/draft`, headers: { cookie: cookiesOf(looked) } })
  expect(draft.json().result.widgetInfo).toBeNull()
})
