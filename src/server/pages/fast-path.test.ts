import { createHook } from 'node:async_hooks'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { buildApp } from '../app.ts'
import { createMetrics } from '../logging/metrics.ts'
import { ownAddresses } from '../security/own-origins.ts'
import { htmlPageRoutes } from './page-routes.ts'
import { createSentPages } from './sent-pages.ts'
import { createFailureReplies, type ProblemWords } from '../calls/problem-replies.ts'
import { environmentKeys } from '../security/environment-keys.ts'

/** Headers in their order, without the date, which may differ. */
const comparable = (pairs: string[]) => pairs.map((text, at) => (pairs[at - 1] === 'Date' ? '*' : text))
/** A response through the framework has its own id each time. */
const withoutId = (pairs: string[]) => pairs.map((text, at) => (pairs[at - 1] === 'x-request-id' ? '*' : text))

const MAX_PAGES = 50
const LIFETIME_MS = 60_000

let isBusy = false
let now = 0
let seenByFramework = 0
let renders = 0
let contentVersion = 'one'
const metrics = createMetrics()
const place = { publicOrigin: 'http://localhost:3000', isProduction: true }
const addresses = ownAddresses(place)
const words: ProblemWords = async (kind) => kind
const { app, serveFromFastPath } = await buildApp({
  ...place,
  addresses,
  worlds: environmentKeys({ isProduction: true, callers: readSettings({}).callers }),
  trustedProxies: [],
  logLevel: 'silent',
  words,
  failureOf: createFailureReplies(words),
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
        return {
          kind: 'page',
          status: url.pathname === '/no-such-page' ? 404 : 200,
          html,
          main: '',
          policy: "default-src 'self'",
          headers: {},
        }
      },
      post: async () => ({ kind: 'redirect', location: '/', headers: {} }),
      fail: () => Promise.reject(new Error('every form can be read here')),
    },
    sent: createSentPages({
      mostPages: MAX_PAGES,
      lifetimeMs: LIFETIME_MS,
      addresses,
      visitCookie: 'sid',
      contentVersion: async () => contentVersion,
      serveFromFastPath,
      now: () => now,
    }),
    answers: { keep: () => Promise.reject(new Error('no page here answers')), find: async () => null, forget: async () => {} },
    visits: { find: async () => null },
    addresses,
    sealedInput: { decryptForm: async (form) => form },
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

/** Requests the page through the framework, then through the fast path: the content version is cached for a quarter of a second. */
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
])('a fast-path response is the framework’s own, byte for byte: %o', async (asked) => {
  const [slow, early] = await askTwice(asked)
  expect([slow.status, slow.isEarly, early.isEarly]).toEqual([200, false, true])
  expect(early).toEqual({ ...slow, named: early.named, isEarly: true })
  expect(Math.abs(Date.now() - Date.parse(String(early.named.date)))).toBeLessThan(5000)
})

test('pipelined requests on one connection are answered in order', async () => {
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

test('an unchanged page is answered as such, also by the fast path', async () => {
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
])('responses that are not the same for all clients go through the framework: %o', async (asked) => {
  await ask()
  const [first, second] = await askTwice(asked)
  expect([first.isEarly, second.isEarly]).toEqual([false, false])
  expect(withoutId(second.headers)).toEqual(withoutId(first.headers))
})

test('an address with a broken escape is read as it was written, each time', async () => {
  expect([(await ask({ path: '/%0%' })).status, (await ask({ path: '/%0%' })).status]).toEqual([200, 200])
})

test('a visit gets its own page, and no other visit gets it', async () => {
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

test('a page is cached for its lifetime and not longer', async () => {
  await ask({ path: '/about' })
  const before = renders
  now += LIFETIME_MS
  await ask({ path: '/about' })
  expect(renders).toBe(before)
  now += 1
  await ask({ path: '/about' })
  expect(renders).toBe(before + 1)
})

test('when the cache is full, the least recently used page is removed', async () => {
  for (let page = 0; page < MAX_PAGES; page += 1) await ask({ path: `/${page}` })
  const before = renders
  await ask({ path: `/${MAX_PAGES - 1}` })
  expect(renders).toBe(before)
  await ask({ path: '/0' })
  expect(renders).toBe(before + 1)
})

test('identical output for a visit is compressed once', async () => {
  let compressions = 0
  const watch = createHook({ init: (_id, type) => void (compressions += type === 'ZLIB' ? 1 : 0) }).enable()
  const asVisit = (visit: string) => ask({ headers: { cookie: `sid=${visit}`, 'accept-encoding': 'br' } })
  const [first, again] = [await asVisit('one'), await asVisit('one')]
  expect([again.body, compressions]).toEqual([first.body, 1])
  await asVisit('two')
  watch.disable()
  expect(compressions).toBe(2)
})

test('while the portal sheds load, a cached page is not served either', async () => {
  await ask()
  isBusy = true
  expect((await ask({ headers: { accept: 'text/html' } })).status).toBe(503)
})

test('fast-path responses are counted like all others', async () => {
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
