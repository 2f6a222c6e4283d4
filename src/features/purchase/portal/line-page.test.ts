import { expect, test } from 'vitest'
import { clientOf } from '#calls/api.ts'
import { CALLS, type CallName } from '#calls/contracts.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { OPERATOR } from '#operator-record'
import { loadLinePage, postToLinePage } from './line-page.ts'

const CONFIG = { preMinAmnt: 100, preMaxAmnt: 10_000, postMinAmnt: 100, postMaxAmnt: 10_000, quickAmounts: [500] }
const BUNDLE = { productCode: 'B', data: null, dataUnit: '', voice: null, sms: 50 }
const OFFER = { lineType: 'PREPAID', bundles: [BUNDLE], isStale: false, areBundlesUnread: false }
const BUSY = { status: 'failure', statusCode: 429, code: 'too-many-requests', message: '', requestId: '' }

/** A page's request, and the names of the calls that it made. */
function aRequest(address: string, failing: CallName[] = []) {
  const results: Partial<Record<CallName, unknown>> = {
    readProductConfig: { configData: CONFIG },
    readDraft: { widgetInfo: { type: 'prepaid', msisdn: '90000001' } },
    readLineOffer: OFFER,
    validateNumber: 'PREPAID',
    savePrefill: {},
    choosePurchase: { purchaseId: 'P' },
  }
  const made: string[] = []
  const api = clientOf(CALLS, async ({ name }) => {
    made.push(name)
    if (failing.includes(name as CallName)) return BUSY
    return { status: 'success', statusCode: 200, result: results[name as CallName] }
  })
  const request: Partial<PageRequest> = { url: new URL(address, 'https://portail.example.ne'), api, country: OPERATOR.country }
  return { request: request as PageRequest, made }
}

function post(fields: Record<string, string>, failing: CallName[] = []) {
  const { request, made } = aRequest('/prepaid-recharge', failing)
  const form = new URLSearchParams({ msisdn: '90000001', ...fields })
  return { answered: postToLinePage(request, form, '/prepaid-recharge'), made }
}

test('PRE-2 a page shows a line by the one call that its island makes', async () => {
  const { request, made } = aRequest('/prepaid-recharge?msisdn=90000001')
  const { checked } = await loadLinePage(request, '/prepaid-recharge')
  expect(made.toSorted()).toEqual(['readLineOffer', 'readProductConfig'])
  expect(checked).toMatchObject({ verdict: { kind: 'accepted', type: 'PREPAID' }, bundles: [{ productCode: 'B', sms: 50 }] })
  expect(checked.bundles[0]).not.toHaveProperty('data')
})

test('NUM-3 a line that cannot be looked up is shown as unchecked', async () => {
  const { request } = aRequest('/prepaid-recharge', ['readLineOffer'])
  const { checked } = await loadLinePage(request, '/prepaid-recharge')
  expect(checked).toMatchObject({ msisdn: '90000001', verdict: { kind: 'unchecked', isBusy: true }, bundles: [] })
})

test('PRE-1 buying asks for the line and for no bundles', async () => {
  const { answered, made } = post({ productCode: 'B' })
  expect(await answered).toMatchObject({ location: '/payment/start?purchase=P' })
  expect(made).toEqual(['savePrefill', 'validateNumber', 'choosePurchase'])
})

test('abuse 81 a visitor whose lookups are rate-limited may still buy', async () => {
  expect(await post({ productCode: 'B' }, ['validateNumber']).answered).toMatchObject({ location: '/payment/start?purchase=P' })
})

test.for([{ intent: 'check' }, { intent: 'bundles' }])('PRE-2 %o keeps the number; the page that comes looks it up', async (fields) => {
  const { answered, made } = post(fields)
  expect(await answered).toEqual({ redisplay: { msisdn: '90000001', refusal: null, amountText: '' } })
  expect(made).toEqual(['savePrefill'])
})
