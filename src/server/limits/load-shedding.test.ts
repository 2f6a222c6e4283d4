import { expect, onTestFinished, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'

let isHigh = true
const portal = await testPortal({ pressure: { isHigh: () => isHigh } })
const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 })
const json = { 'content-type': 'application/json', origin, lang: 'en' }

test('F40 a call that begins something is turned away with the words of its problem and a time to come back', async () => {
  const answer = await fetch(`${origin}${API_PREFIX}/transaction/v1/purchase`, { method: 'POST', headers: json, body: '{}' })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(await answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('nothing was charged') })
})

test('a page is turned away with a page that asks again by itself', async () => {
  const answer = await fetch(`${origin}/prepaid-recharge`, { headers: { accept: 'text/html', cookie: 'lang=fr' } })
  expect(answer.status).toBe(503)
  const html = await answer.text()
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain('http-equiv="refresh"')
  expect(html).toContain('rien n’a été débité')
})

test.for([
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', `${API_PREFIX}/transaction/v1/status?tid=AAAAAAAAAAAAAAAAAAAAAA`, 404],
  ['POST', `${API_PREFIX}/transaction/v1/process`, 400],
  ['POST', `${API_PREFIX}/otp/v1/verify-otp`, 400],
  ['POST', `${API_PREFIX}/transaction/v1/notice/nobody`, 404],
] as const)('what belongs to a payment under way, or watches the portal, is always served: %s %s', async ([method, path, status]) => {
  const answer = await fetch(`${origin}${path}`, method === 'GET' ? {} : { method, headers: json, body: '{}' })
  expect(answer.status).toBe(status)
})

test('calls of a page that was let in are not turned away half-way', async () => {
  expect((await portal.call({ url: `${API_PREFIX}/no/such/call` })).statusCode).toBe(404)
})

test('when the rush is over everybody is served again', async () => {
  isHigh = false
  onTestFinished(() => {
    isHigh = true
  })
  expect((await fetch(`${origin}${API_PREFIX}/no/such/call`)).status).toBe(404)
})
