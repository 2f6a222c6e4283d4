import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal()
const PREFILL = `${API_PREFIX}/visit/v1/prefill`
const json = { 'content-type': 'application/json' }
const good = '{"type":"prepaid","msisdn":"90000001"}'

test('health and readiness answer', async () => {
  expect((await portal.call({ url: '/healthz' })).statusCode).toBe(200)
  expect((await portal.call({ url: '/readyz' })).json()).toEqual({ status: 'ready', mode: 'sandbox' })
})

test('HA-4 a portal whose database cannot write stays ready for readers, and reports it', async () => {
  const alone = await testPortal({ writes: { isOpen: () => false, beatSeconds: () => 4 } })
  const answer = await alone.call({ url: '/readyz' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ready', mode: 'sandbox', writes: 'refused' })
})

test.for([
  ['no body at all', ''],
  ['a repeated field', '{"type":"prepaid","msisdn":"90000001","msisdn":"90000002"}'],
  ['an unknown field', '{"type":"prepaid","msisdn":"90000001","price":1}'],
  ['a number for a text', '{"type":"prepaid","msisdn":90000001}'],
  ['a list for a text', '{"type":"prepaid","msisdn":["90000001"]}'],
  ['seven digits', '{"type":"prepaid","msisdn":"9000000"}'],
  ['digits of another script', '{"type":"prepaid","msisdn":"９００００００１"}'],
  ['a null byte', '{"type":"prepaid","msisdn":"9000000\\u0000"}'],
  ['a trailing new line', '{"type":"prepaid","msisdn":"90000001\\n"}'],
  ['a prototype key', '{"type":"prepaid","msisdn":"90000001","__proto__":{"a":1}}'],
  ['half a JSON', '{"type":"prepaid"'],
] as const)('abuse 2 abuse 3 abuse 5 bad input is refused with a stable code and a sentence: %s', async ([, payload]) => {
  const answer = await portal.call({ method: 'POST', url: PREFILL, headers: { ...json, lang: 'fr' }, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ status: 'failure', statusCode: 400, code: 'bad-request' })
  expect(answer.json().message).toMatch(/^Nous n’avons pas pu lire/)
})

test('abuse 8 abuse 9 a body of another type or beyond the limit is refused', async () => {
  const text = await portal.call({ method: 'POST', url: PREFILL, headers: { 'content-type': 'text/plain' }, payload: good })
  expect(text.statusCode).toBe(415)
  const large = await portal.call({ method: 'POST', url: PREFILL, headers: json, payload: `{"type":"${'x'.repeat(70_000)}"}` })
  expect(large.statusCode).toBe(413)
})

test('abuse 56 a post that does not come from our pages has no effect', async () => {
  const headersOf: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of headersOf) {
    const answer = await portal.call({ method: 'POST', url: PREFILL, headers: { ...json, ...headers }, payload: good })
    expect(answer.statusCode).toBe(403)
  }
  const without = await portal.app.inject({ method: 'POST', url: PREFILL, headers: json, payload: good })
  expect(without.statusCode).toBe(403)
  expect(without.headers['set-cookie']).toBeUndefined()
})

test('an unknown call is a 404 with a sentence in the visitor’s language', async () => {
  const answer = await portal.call({ url: `${API_PREFIX}/nothing/here`, headers: { lang: 'en' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not-found', message: 'We could not find this.' })
})

test('abuse 40 abuse 55 abuse 57 every answer carries the security headers, errors included', async () => {
  for (const url of ['/healthz', `${API_PREFIX}/nothing`, '/openapi.json']) {
    const { headers } = await portal.call({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('API-8 every call is described in the OpenAPI document', async () => {
  const document = (await portal.call({ url: '/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain(PREFILL)
  expect(Object.keys(document.paths)).toContain(`${API_PREFIX}/cms/webpage/activePackage`)
})
