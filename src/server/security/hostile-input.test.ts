import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal()
const address = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => portal.app.close())

const PURCHASE = `${API_PREFIX}/transaction/v1/purchase`
const PREFILL = `${API_PREFIX}/visit/v1/prefill`
const json = { 'content-type': 'application/json' }
const airtime = { kind: 'airtime', msisdn: '90000001', amount: 1000, redirectPage: '/prepaid-recharge' }

type Described = { paths: Record<string, Record<string, { parameters?: { name: string; in: string }[]; requestBody?: unknown }>> }
const { paths }: Described = (await portal.call({ url: '/openapi.json' })).json()
const calls = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => ({ path, method, call })))
/** Paths that providers and the SMS centre call from their own systems. */
const isExternalEndpoint = (path: string) => /\/(notice|callback|return)\/|sms-report/.test(path)

test.for(['null', 'true', '"500"', '[500]', '500.5', '-1', '0', '1e9', '1e400', 'NaN', '"５００"'])(
  'abuse 1 the amount %s buys nothing',
  async (amount) => {
    const payload = JSON.stringify({ ...airtime, amount: 1 }).replace('"amount":1', `"amount":${amount}`)
    const answer = await portal.call({ method: 'POST', url: PURCHASE, headers: json, payload })
    expect(answer.statusCode).toBeOneOf([400, 422])
    expect(answer.json()).toMatchObject({ status: 'failure', code: expect.stringMatching(/^(bad-request|amount-out-of-limits)$/) })
  },
)

test('abuse 3 an undeclared field is refused by every call that takes a body', async () => {
  const posts = calls.filter(({ method, path, call }) => method === 'post' && call.requestBody && !isExternalEndpoint(path))
  expect(posts.length).toBeGreaterThan(20)
  for (const { path, method } of posts) {
    const answer = await portal.call({ method: 'POST', url: path, headers: json, payload: '{"transactionStatus":"SUCCESS","price":1}' })
    expect(answer.statusCode, `${method} ${path}`).toBe(400)
  }
})

test('abuse 4 keys of the prototype are refused in bodies, queries and forms, and reach no handler', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const body = `{"kind":"airtime","msisdn":"90000001","amount":1000,"redirectPage":"/prepaid-recharge","${key}":{"polluted":1}}`
    expect((await portal.call({ method: 'POST', url: PURCHASE, headers: json, payload: body })).statusCode, key).toBe(400)
    expect((await portal.call({ url: `${PURCHASE}?purchaseId=${'A'.repeat(22)}&${key}[polluted]=1` })).statusCode, key).toBe(400)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await portal.call({ method: 'POST', url: PURCHASE, headers, payload: `${key}[polluted]=1` })).statusCode, key).toBe(415)
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test.for(['9000000', '900000011', '+22790000001', '0022790000001', '٩٠٠٠٠٠٠١', '90000001\u200b', '90000001\n', "9' or 1=1"])(
  'abuse 5 %j is no number for any call',
  async (msisdn) => {
    const answer = await portal.call({ method: 'POST', url: PURCHASE, headers: json, payload: JSON.stringify({ ...airtime, msisdn }) })
    expect(answer.statusCode).toBe(400)
  },
)

test('abuse 8 a megabyte, ten thousand levels and a hundred thousand keys are refused at once', async () => {
  const bodies = [
    `{"type":"${'x'.repeat(1024 * 1024 + 1)}"}`,
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `{${Array.from({ length: 100_000 }, (_, key) => `"k${key}":1`).join()}}`,
  ]
  for (const payload of bodies) {
    const began = performance.now()
    const { statusCode } = await portal.call({ method: 'POST', url: PREFILL, headers: json, payload })
    expect([400, 413]).toContain(statusCode)
    expect(performance.now() - began).toBeLessThan(1_000)
  }
})

test('abuse 9 another content type, none, and several parts are refused', async () => {
  const payload = '{"type":"prepaid","msisdn":"90000001"}'
  for (const type of ['text/plain', 'text/xml', 'multipart/form-data; boundary=x', 'application/jsonp', '']) {
    const answer = await portal.call({ method: 'POST', url: PREFILL, headers: type ? { 'content-type': type } : {}, payload })
    expect(answer.statusCode, type).toBe(415)
  }
})

test('abuse 10 a repeated query parameter is refused by every call', async () => {
  const reads = calls.filter(({ method, call }) => method === 'get' && call.parameters?.some((each) => each.in === 'query'))
  expect(reads.length).toBeGreaterThan(10)
  for (const { path, call } of reads) {
    const name = call.parameters?.find((each) => each.in === 'query')?.name
    const { statusCode } = await portal.call({ url: `${path}?${name}=a&${name}=b` })
    expect([400, 403], `${path} ${name}`).toContain(statusCode)
  }
})

test.for([
  '/../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%00',
  '/%c0%ae%c0%ae/x',
  '/assets/....//x',
])('abuse 11 %s is no page or file of ours', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /)
  expect(answer).not.toContain('root:')
  expect(answer).not.toContain('"dependencies"')
})

test.for(['TRACE', 'PUT', 'DELETE', 'CONNECT', 'BREW'])('abuse 12 %s is served nowhere', async (method) => {
  for (const path of [PURCHASE, '/', '/healthz']) {
    const answer = await raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nConnection: close\r\n\r\n`)
    expect(answer, path).toMatch(/^(HTTP\/1\.1 (400|403|404|405) |$)/)
  }
})

test('abuse 13 64 KB of header and five hundred headers are refused', async () => {
  const long = await raw(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(64 * 1024)}\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1\.1 431 /)
  const many = Array.from({ length: 500 }, (_, count) => `X-${count}: ${'y'.repeat(40)}\r\n`).join('')
  expect(await raw(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${many}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

test.for([
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: chunked, identity',
])('abuse 14 a request with two lengths is refused, and what follows it is not read as another: %j', async (lengths) => {
  const head = `POST ${PREFILL} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nOrigin: http://localhost:3000\r\n${lengths}\r\n\r\n`
  const answer = await raw(`${head}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
})

test('abuse 56 no call that changes something can be made by a page of another site', async () => {
  const changing = calls.filter(({ method, path }) => method === 'post' && !isExternalEndpoint(path))
  expect(changing.length).toBeGreaterThan(20)
  for (const { path } of changing) {
    for (const headers of [{ origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await portal.call({ method: 'POST', url: path, headers: { ...json, ...headers }, payload: '{}' })
      expect(answer.statusCode, path).toBe(403)
      expect(answer.headers['set-cookie'], path).toBeUndefined()
    }
  }
})

test('abuse 57 no response is readable by another origin, with or without a preflight', async () => {
  for (const method of ['OPTIONS', 'GET'] as const) {
    for (const url of [PURCHASE, '/', `${API_PREFIX}/transaction/v1/status?tid=${'A'.repeat(22)}`]) {
      const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' }
      const answer = await portal.call({ method, url, headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  }
})

test('abuse 71 SQL in every parameter of every call is text: nothing fails, and nothing is deleted', { timeout: 60_000 }, async () => {
  for (const sql of [
    `' or '1'='1`,
    `1; drop table visit; --`,
    `" union select * from visit --`,
    String.raw`\'; select pg_sleep(300); --`,
  ]) {
    for (const { path, method, call } of calls.filter((each) => !isExternalEndpoint(each.path))) {
      const query = new URLSearchParams((call.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => [name, sql]))
      const fields = (call.requestBody as Body | undefined)?.content?.['application/json']?.schema?.properties ?? {}
      const payload = JSON.stringify(Object.fromEntries(Object.keys(fields).map((name) => [name, sql])))
      const target = path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(sql))
      const answer = await portal.call(
        method === 'get' ? { url: `${target}?${query}` } : { method: 'POST', url: target, headers: json, payload },
      )
      expect(answer.statusCode, `${method} ${path}`).toBeLessThan(500)
    }
  }
  expect((await portal.database.pool.query('select count(*) from visit')).rowCount).toBe(1)
})

type Body = { content?: Record<string, { schema?: { properties?: object } }> }

/** Requests that no well-behaved client would send. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname)
    let answer = ''
    const timer = setTimeout(() => socket.destroy(), 3_000)
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    )
    socket.write(request)
  })
}
