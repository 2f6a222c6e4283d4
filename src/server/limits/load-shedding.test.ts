import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'

let isHigh = true
const portal = await testPortal({ pressure: { isHigh: () => isHigh } })
const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 })
const json = { 'content-type': 'application/json', origin, lang: 'en' }

test('F40 a call that begins something is rejected with the sentence of its problem and a time to retry', async () => {
  const answer = await fetch(`${origin}${API_PREFIX}/transaction/v1/purchase`, { method: 'POST', headers: json, body: '{}' })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(await answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('nothing was charged') })
})

test('a page is rejected with a page that reloads by itself', async () => {
  const answer = await fetch(`${origin}/prepaid-recharge`, { headers: { accept: 'text/html', cookie: 'lang=fr' } })
  expect(answer.status).toBe(503)
  const html = await answer.text()
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain('http-equiv="refresh"')
  expect(html).toContain('<h1>Beaucoup de monde</h1>')
  expect(html).toContain('Rien n’a été débité. Cette page réessaie toute seule dans 10 secondes.')
  expect(html).toContain('<a href="">Réessayer maintenant</a>')
  const [, style = ''] = /<style>(.*)<\/style>/.exec(html) ?? []
  expect(answer.headers.get('content-security-policy')).toContain(createHash('sha256').update(style).digest('base64'))
})

test.for([
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', `${API_PREFIX}/transaction/v1/status?tid=AAAAAAAAAAAAAAAAAAAAAA`, 404],
  ['POST', `${API_PREFIX}/transaction/v1/process`, 400],
  ['POST', `${API_PREFIX}/otp/v1/verify-otp`, 400],
  ['POST', `${API_PREFIX}/transaction/v1/notice/nobody`, 404],
] as const)('requests of a payment under way and of monitoring are always served: %s %s', async ([method, path, status]) => {
  const answer = await fetch(`${origin}${path}`, method === 'GET' ? {} : { method, headers: json, body: '{}' })
  expect(answer.status).toBe(status)
})

test('calls of an admitted page are not rejected half-way', async () => {
  expect((await portal.call({ url: `${API_PREFIX}/no/such/call` })).statusCode).toBe(404)
})

test('after the overload all requests are served again', async () => {
  isHigh = false
  onTestFinished(() => {
    isHigh = true
  })
  expect((await fetch(`${origin}${API_PREFIX}/no/such/call`)).status).toBe(404)
})
