import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'

const SECRET = '/srv/guichet/secret.ts: password authentication failed for 90123456'
const lines: string[] = []
const portal = await testPortal({
  env: { LOG_LEVEL: 'error', OPENAPI: 'on' },
  logOutput: { write: (line) => lines.push(line) },
  async register({ app }) {
    app.get('/broken', { schema: { hide: true } }, async () => {
      throw Object.assign(new Error(SECRET), { detail: SECRET, statusCode: 500 })
    })
  },
})

const ANSWERS = ['/healthz', '/readyz', `${API_PREFIX}/nothing`, '/broken', '/no-such-file.js', `${API_PREFIX}/visit/v1/draft`]

test('abuse 58 every kind of response carries the security headers: success, refusal, missing page, failure', async () => {
  for (const [method, url] of [...ANSWERS.map((each) => ['GET', each] as const), ['POST', `${API_PREFIX}/visit/v1/prefill`] as const]) {
    const { headers } = await portal.call({ method, url })
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=(self)'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  }
})

test('abuse 58 in production every response also requires https', async () => {
  const production = await testPortal({ database: portal.database, env: productionEnvironment() })
  for (const url of ['/healthz', `${API_PREFIX}/nothing`, '/no-such-file.js'])
    expect((await production.call({ url })).headers['strict-transport-security'], url).toMatch(/^max-age=31536000; includeSubDomains$/)
})

test('every response with a body names its type, and text its charset', async () => {
  for (const url of [...ANSWERS, '/', '/no-such-page', '/robots.txt', '/openapi.json', '/service-worker.js', '/manifest.webmanifest']) {
    const { headers, body } = await portal.call({ url, headers: { accept: 'text/html' } })
    const type = headers['content-type'] ?? ''
    expect(body.length === 0 || type !== '', url).toBe(true)
    if (/^text\/|json|javascript|xml/.test(type)) expect(type, url).toMatch(/; ?charset=utf-8$/i)
  }
})

test('abuse 67 a failure shows its id and nothing else; the log has the details under the same id', async () => {
  const answer = await portal.call({ url: '/broken', headers: { lang: 'en' } })
  expect(answer.statusCode).toBe(500)
  const { requestId, ...told } = answer.json()
  expect(Object.keys(told).toSorted()).toEqual(['code', 'message', 'status', 'statusCode'])
  for (const word of ['secret', 'srv', 'password', '.ts', 'Error', 'at ']) expect(answer.body).not.toContain(word)
  expect(answer.headers['x-request-id']).toBe(requestId)
  expect(lines.join('')).toContain(requestId)
  expect(lines.join('')).not.toContain('90123456')
})

test('abuse 59 no response about a payment may be cached, whether a success or a refusal', async () => {
  const { paths } = (await portal.call({ url: '/openapi.json' })).json() as { paths: Record<string, Record<string, unknown>> }
  const about = Object.entries(paths).filter(([url]) => /\/(?:transaction|otp|visit|subscriber|security)\//.test(url))
  expect(about.length).toBeGreaterThan(15)
  for (const [url, verbs] of about) {
    for (const method of Object.keys(verbs).map((verb) => (verb === 'get' ? 'GET' : 'POST'))) {
      for (const query of [
        {},
        { tid: 'A'.repeat(22) },
        { txnId: 'A'.repeat(22) },
        { fromCurrency: 'XOF', toCurrency: 'USD', amount: '1000' },
      ]) {
        const answer = await portal.call({ method, url, query: query as Record<string, string> })
        expect(answer.headers['cache-control'], `${method} ${url}`).toMatch(/no-store/)
      }
    }
  }
})

test('abuse 70 a host from the request appears in no response and no address', async () => {
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.test',
    'x-original-url': '//evil.test/',
  }
  for (const url of [...ANSWERS, `${API_PREFIX}/transaction/v1/callback/paystack?reference=x`, '/openapi.json']) {
    const answer = await portal.call({ url, headers })
    expect(`${JSON.stringify(answer.headers)}${answer.body}`, url).not.toContain('evil.test')
  }
})
