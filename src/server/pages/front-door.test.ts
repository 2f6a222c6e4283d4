import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { buildApp } from '../app.ts'
import { createMetrics } from '../logging/metrics.ts'
import { ownAddresses } from '../security/own-addresses.ts'
import { createPageCache } from './page-cache.ts'
import { htmlPageRoutes } from './page-routes.ts'
import { openSentPages } from './sent-pages.ts'
import { openFailures, type ProblemWords } from '../calls/problem-replies.ts'
import { worldsOf } from '../security/worlds.ts'

/** Headers in their order, without the time, which may have gone on. */
const comparable = (pairs: string[]) => pairs.map((text, at) => (pairs[at - 1] === 'Date' ? '*' : text))
/** An answer through the framework has an id of its own each time. */
const withoutId = (pairs: string[]) => pairs.map((text, at) => (pairs[at - 1] === 'x-request-id' ? '*' : text))

let isBusy = false
let now = 0
let seenByFramework = 0
let renders = 0
let contentVersion = 'one'
const metrics = createMetrics()
const place = { publicOrigin: 'http://localhost:3000', isProduction: true }
const addresses = ownAddresses(place)
const words: ProblemWords = async (kind) => kind
const { app, answerEarly } = await buildApp({
  ...place,
  addresses,
  worlds: worldsOf({ isProduction: true, callers: readSettings({}).callers }),
  trustedProxies: [],
  logLevel: 'silent',
  words,
  failureOf: openFailures(words),
  metrics,
  checkReady: async () => {},
  canWrite: () => true,
  routes: [],
  pressure: { isHigh: () => isBusy },
})
app.addHook('onRequest', async () => {
  seenByFramework += 1
})
await app.register(
  htmlPageRoutes({
    pages: {
      paths: ['/*'],
      async show({ url, request }) {
        renders += 1
        const html = `<p>${url.href} ${request.headers.cookie} é ${'long enough to compress '.repeat(50)}</p>`
        return { kind: 'page', status: url.pathname === '/no-such-page' ? 404 : 200, html, policy: "default-src 'self'", headers: {} }
      },
      post: async () => ({ kind: 'redirect', location: '/', headers: {} }),
      fail: () => Promise.reject(new Error('every form can be read here')),
    },
    sent: openSentPages({
      cache: createPageCache({ mostPages: 100, lifetimeMs: 60_000, now: Date.now }),
      addresses,
      visitCookie: 'sid',
      contentVersion: async () => contentVersion,
      answerEarly,
      now: () => now,
    }),
    answers: { keep: () => Promise.reject(new Error('no page here answers')), find: async () => null },
    visits: { find: async () => null },
    addresses,
    sealedInput: { openForm: async (form) => form },
    failureOf: async (error) => {
      throw error
    },
  }),
)
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
afterAll(() => app.close())
beforeEach(() => {
  isBusy = false
})

type Ask = { path?: string; method?: string; headers?: Record<string, string> }

async function ask({ path = '/', method = 'GET', headers = {} }: Ask = {}) {
  const before = seenByFramework
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, resolve).on('error', reject).end()
  })
  const body = Buffer.concat(await answer.toArray())
  const { statusCode: status, rawHeaders } = answer
  return { status, headers: comparable(rawHeaders), named: answer.headers, body, isEarly: seenByFramework === before }
}

/** What the framework answers, and what the door does afterwards: the version is known for a quarter of a second. */
async function askTwice(asked: Ask) {
  contentVersion = `${contentVersion}+`
  now += 300
  const slow = await ask(asked)
  return [slow, await ask(asked)] as const
}

test.for<Ask>([
  { path: '/' },
  { path: '/prepaid-recharge', headers: { 'accept-encoding': 'br, gzip' } },
  { path: '/gethelp', headers: { 'accept-encoding': 'gzip, deflate' } },
  { path: '/gethelp', headers: { 'accept-encoding': 'identity' } },
  { path: '/gethelp', headers: { cookie: 'lang=en', 'accept-encoding': 'br' } },
  { path: '/gethelp', headers: { lang: 'en' } },
  { path: `/${'long/'.repeat(500)}` },
  { path: '/a//b/%C3%A9;x' },
  { path: '/%00' },
])('an early answer is the framework’s own, byte for byte: %o', async (asked) => {
  const [slow, early] = await askTwice(asked)
  expect([slow.status, slow.isEarly, early.isEarly]).toEqual([200, false, true])
  expect(early).toEqual({ ...slow, named: early.named, isEarly: true })
  expect(Math.abs(Date.now() - Date.parse(String(early.named.date)))).toBeLessThan(5000)
})

test('questions that come in one go on one connection are answered in their order', async () => {
  await ask({ path: '/about', headers: { 'accept-encoding': 'identity' } })
  const lines = ['/about', '/about?lead=1', '/about'].map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const socket = connect(port, '127.0.0.1').end(lines.join(''))
  const [first, second, third] = (await text(socket))
    .replace(/Date: .*/g, 'Date: *')
    .split('HTTP/1.1 200 OK\r\n')
    .slice(1)
  expect(first).toBe(third)
  expect(second).toContain('/about?lead=1')
})

test('a page that did not change is answered as such, early too', async () => {
  const { named } = await ask()
  const headers = { 'if-none-match': String(named.etag) }
  const [slow, early] = [await ask({ headers }), await ask({ headers })]
  expect([slow.status, slow.isEarly, early.isEarly]).toEqual([304, false, true])
  expect(early.headers).toEqual(slow.headers)
  expect(early.body).toHaveLength(0)
  expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test.for<Ask>([
  { path: '/?lead=1' },
  { path: '/no-such-page' },
  { path: '//' },
  { path: '//evil.test/' },
  { method: 'HEAD' },
  { method: 'POST', headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' } },
  { headers: { connection: 'close' } },
  { headers: { cookie: 'sid=abc' } },
  { headers: { cookie: 'lang=en; sid=abc' } },
])('what is not the same for everybody goes its way through the framework: %o', async (asked) => {
  await ask()
  const [first, second] = await askTwice(asked)
  expect([first.isEarly, second.isEarly]).toEqual([false, false])
  expect(withoutId(second.headers)).toEqual(withoutId(first.headers))
})

test('an address that cannot be read is refused each time', async () => {
  expect([(await ask({ path: '/%0%' })).status, (await ask({ path: '/%0%' })).status]).toEqual([400, 400])
})

test('a visit gets its own page, and nobody else gets it', async () => {
  const own = await ask({ path: '/table', headers: { cookie: 'sid=abc', 'accept-encoding': 'identity' } })
  const shared = await ask({ path: '/table', headers: { 'accept-encoding': 'identity' } })
  expect(own.body.toString()).toContain('sid=abc')
  expect(shared.body.toString()).not.toContain('sid=abc')
})

test('changed content is rendered again', async () => {
  await ask({ path: '/about' })
  const before = renders
  contentVersion = 'another'
  now += 300
  await ask({ path: '/about' })
  expect(renders).toBe(before + 1)
})

test('while the portal turns visitors away, a kept page does not slip through', async () => {
  await ask()
  isBusy = true
  expect((await ask({ headers: { accept: 'text/html' } })).status).toBe(503)
})

test('early answers are counted like all others', async () => {
  const counted = async () => Number(/_count\{route="\/\*",method="GET",status="2xx"\} (\d+)/.exec(await metrics.text())?.[1])
  await ask()
  const before = await counted()
  expect((await ask()).isEarly).toBe(true)
  expect(await counted()).toBe(before + 1)
})

test('abuse 9 a form of the kind that can be broken is refused before any page reads it', async () => {
  const headers = { origin: 'http://localhost:3000', 'content-type': 'multipart/form-data; boundary=x' }
  expect((await ask({ path: '/hbb-lead', method: 'POST', headers })).status).toBe(415)
})
