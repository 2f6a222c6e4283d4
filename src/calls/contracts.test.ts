import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isCall } from './call-facts.ts'
import { CALLS, type CallName } from './contracts.ts'
import type { Call } from './define-call.ts'

test('API-1 no two calls share a method and an address', () => {
  const routes = Object.values(CALLS).flatMap(({ method, urls }) => urls.map((url) => `${method} ${url}`))
  expect(routes.length).toBeGreaterThan(60)
  expect(routes.filter((route, place) => routes.indexOf(route) !== place)).toEqual([])
})

test('API-1 a path below the prefix and an absolute one are distinguished', () => {
  expect(CALLS.validateNumber).toMatchObject({ method: 'POST', url: '/orp/bfe/api/portal-service/subscriber/validate' })
  expect(CALLS.readDraft).toMatchObject({ method: 'GET', url: '/orp/bfe/api/portal-service/visit/v1/draft' })
  expect(CALLS.verifyUser.url).toBe('/auth/bfe/api/portal-service/otp/v1/verify-user')
  expect(CALLS.listPaymentOptions.urls).toEqual([
    '/orp/bfe/api/portal-service/transaction/v1/payment-options',
    '/orp/bfe/api/portal-service/transaction/payment-options',
  ])
})

test('every contract is on the list, and no two of them export a call of the same name', async () => {
  const contracts = await Promise.all(globSync('src/features/*/*contract.ts').map((path) => import(resolve(path)) as Promise<object>))
  const declared = contracts.flatMap((contract) => Object.entries(contract).flatMap(([name, value]) => (isCall(value) ? [name] : [])))
  expect(declared.toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

test('API-1 the input of a GET is its query, of a POST its body; a call of the PIN flows needs its bearer', () => {
  for (const [name, { method, input, access, schema }] of Object.entries<Call>(CALLS)) {
    expect([name, schema.querystring, schema.body]).toEqual([
      name,
      method === 'GET' ? input : undefined,
      method === 'POST' ? input : undefined,
    ])
    expect([name, schema.headers !== undefined]).toEqual([name, typeof access === 'object' && access.bearer === true])
  }
})

test('GEN-8 a call that sends an SMS, moves money, uses up a code, adds a row or counts is not repeatable', () => {
  const verbs =
    /^(?:send|resend|verify|initiate|process|submit|make|take|choosePurchase|renew|vote|give|record|readBill|readOpenInvoice|trackLead$)/
  const names = Object.keys(CALLS).filter((name) => verbs.test(name))
  expect(names).toEqual(expect.arrayContaining(['sendOtp', 'sendBroadbandOtp', 'sendBillCode']))
  expect(Object.keys(CALLS).filter((name) => !CALLS[name as CallName].isRepeatable)).toEqual(names)
})
