import { beforeEach, expect, test } from 'vitest'
import { createFormResults } from './form-results.ts'
import { htmlPageRoutes, type PageAsk, type RunPages } from './page-routes.ts'
import { createSentPages } from './sent-pages.ts'
import { sealFor } from '#tests/support/code-world.ts'
import { createEncryptedInput } from '#features/field-encryption/server/decrypt-input.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

type Show = RunPages['show']
type Post = RunPages['post']

let shows = 0
let show: Show
let post: Post
const shown = (html: string, more: { status?: number; main?: string; headers?: Record<string, string>; problem?: unknown } = {}) =>
  ({ kind: 'page', status: 200, html, main: html, policy: "default-src 'none'", headers: {}, ...more }) as const

/** A page that shows its form result. */
const showAnswer: Show = async (_ask, answer) => shown(`<p>${JSON.stringify(answer)}</p>`)

beforeEach(() => {
  show = showAnswer
  post = async (_ask, form) => ({ kind: 'again', answer: { typed: form.get('typed') }, isPrivate: false })
})

const portal = await testPortal({
  env: { OUTBOUND_ROUTES: '{"/contact-us":"https://www.operator.example/contact"}' },
  async register({ app, db, serveFromFastPath, addresses, visits, contentVersion, sealing, failureOf }) {
    await app.register(
      htmlPageRoutes({
        pages: {
          paths: ['/a', '/b', '/things/:id', '/contact-us'],
          show: (ask: PageAsk, answer) => ((shows += 1), show(ask, answer)),
          post: (ask, form) => post(ask, form),
          fail: async (_ask, { status, message }) => shown(message, { status }),
        },
        sent: createSentPages({
          mostPages: 10,
          lifetimeMs: 60_000,
          addresses,
          visitCookie: visits.cookieName,
          contentVersion,
          serveFromFastPath,
        }),
        answers: createFormResults({ db, version: 'this' }),
        visits,
        addresses,
        sealedInput: createEncryptedInput(sealing),
        failureOf,
      }),
    )
  },
})

const send = (path: string, typed: string, cookie = '') =>
  portal.call({
    method: 'POST',
    url: path,
    payload: new URLSearchParams({ typed }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
  })

const see = (url: string, cookie = '') => portal.call({ url, headers: cookie ? { cookie } : {} })

async function aVisit(): Promise<string> {
  const payload = { type: 'prepaid', msisdn: '90000001' }
  return cookiesOf(await portal.call({ method: 'POST', url: '/orp/bfe/api/portal-service/visit/v1/prefill', payload }))
}

test('a post ends in a redirect to the page, which then shows what was wrong, at every reload', async () => {
  const posted = await send('/a', 'kaya')
  expect(posted.statusCode).toBe(303)
  expect(posted.headers['cache-control']).toBe('no-store')
  const location = String(posted.headers.location)
  expect(location).toMatch(/^\/a\?answer=[A-Za-z0-9_-]{22}$/)
  for (let time = 0; time < 2; time += 1) {
    const { body, headers } = await see(location)
    expect([body, headers['cache-control']]).toEqual([expect.stringContaining('kaya'), 'private, no-cache'])
  }
})

test('a form result is shown by its own page only, and to its own visit only', async () => {
  const [mine, other] = [await aVisit(), await aVisit()]
  const location = String((await send('/a', 'kaya', mine)).headers.location)
  expect((await see(location, mine)).body).toContain('kaya')
  expect((await see(location, other)).body).toContain('null')
  expect((await see(location)).body).toContain('null')
  expect((await see(location.replace('/a', '/b'), mine)).body).toContain('null')
  expect((await see('/a?answer=%00&answer=x', mine)).body).toContain('null')
})

test('S9 a private result is stored ten minutes, for the visit that the post itself created, and not at all without a visit', async () => {
  const privately = { kind: 'again', answer: 'owed', isPrivate: true } as const
  post = async ({ request, reply }) => {
    await portal.visits.findOrBegin(request, reply)
    return privately
  }
  for (const cookie of ['', `sid=${'A'.repeat(43)}`]) {
    const answer = await send('/a', '', cookie)
    const location = String(answer.headers.location)
    const found = await see(location, cookiesOf(answer))
    expect([found.body, found.headers['cache-control']]).toEqual([expect.stringContaining('owed'), 'no-store'])
    expect((await see(location)).body).toContain('null')
    expect((await see(location, await aVisit())).body).toContain('null')
  }
  const { rows } = await portal.database.pool.query(`select from page_answer where expires_at > now() + interval '10 minutes'
    and answer::text like '%owed%'`)
  expect(rows).toHaveLength(0)
  post = async () => privately
  expect((await send('/a?answer=x', '')).headers.location).toBe('/a')
})

test('a result of another version of the pages, or an old one, is ignored', async () => {
  const location = String((await send('/a', 'kaya')).headers.location)
  await portal.database.pool.query(`update page_answer set version = 'former'`)
  expect((await see(location)).body).toContain('null')
  await portal.database.pool.query(`update page_answer set version = 'this', expires_at = now() - interval '1 second'`)
  expect((await see(location)).body).toContain('null')
})

test('a page without visit and query is rendered once for all clients', async () => {
  const before = shows
  const [first, second] = [await see('/b'), await see('/b')]
  expect([first.statusCode, second.body]).toEqual([200, first.body])
  expect(shows).toBe(before + 1)
  const again = await portal.call({ url: '/b', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a page for one visit, a page that failed and a page that says so are not cached', async () => {
  const cookie = await aVisit()
  const before = shows
  for (let time = 0; time < 2; time += 1) await see('/b?x=1', cookie)
  expect(shows).toBe(before + 2)
  show = async () => shown('<p>no</p>', { status: 503, headers: { 'cache-control': 'no-store' } })
  expect((await see('/things/1')).statusCode).toBe(503)
  show = showAnswer
  expect((await see('/things/1')).statusCode).toBe(200)
})

test('S6 a loaded page may request only its own part; a cached page is sent completely', async () => {
  show = async () => shown('<html><style>p{}</style><main><p>neu</p></main><footer></footer></html>', { main: '<p>neu</p>' })
  const ask = (url: string) => portal.call({ url, headers: { 'x-page-part': 'main' } })
  const part = await ask('/a?id=1')
  expect(part.body).toBe('<p>neu</p>')
  expect(part.headers['cache-control']).toBe('no-store')
  expect((await ask('/things/part')).body).toContain('<footer>')
})

test('abuse 17 a null character is removed from a field, and causes no failure', async () => {
  const answer = await portal.call({
    method: 'POST',
    url: '/a',
    payload: 'typed=a%00b\0c',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(303)
  expect((await see(answer.headers.location ?? '')).body).toContain('abc')
})

test('HA-4 a failure around a page, or around its form, is shown on a page without a technical message', async () => {
  await portal.db.schema.alterTable('page_answer').renameTo('page_answer_away').execute()
  const answers = [await see(`/a?answer=${'a'.repeat(22)}`), await send('/a', 'kaya')]
  await portal.db.schema.alterTable('page_answer_away').renameTo('page_answer').execute()
  for (const { statusCode, headers, body } of answers) {
    expect(statusCode).toBe(500)
    expect(headers['content-type']).toMatch('text/html')
    expect(body).toMatch(/^[A-ZÀ-Þ].*\.$/s)
  }
})

test('a cookie that a page sets reaches the visitor, and such a page is not cached', async () => {
  show = async ({ reply }) => {
    reply.header('set-cookie', 'sid=abc; Path=/')
    return shown('<p>hello</p>')
  }
  expect((await see('/things/2')).headers['set-cookie']).toBe('sid=abc; Path=/')
  show = showAnswer
  expect((await see('/things/2')).headers['set-cookie']).toBeUndefined()
})

test('a redirect carries its headers and is never cached', async () => {
  show = async () => ({ kind: 'redirect', location: '/b', headers: { 'x-why': 'moved' } })
  const answer = await see('/things/3')
  expect([answer.statusCode, answer.headers.location, answer.headers['x-why']]).toEqual([303, '/b', 'moved'])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an alias of a page redirects to it permanently', async () => {
  show = async () => ({ kind: 'redirect', location: '/b', headers: {}, status: 301 })
  expect((await see('/things/5')).statusCode).toBe(301)
})

test('an address with a slash at its end is that of the page', async () => {
  for (const [asked, location] of [
    ['/a/', '/a'],
    ['/a/?q=x', '/a?q=x'],
    ['/things/6/', '/things/6'],
  ] as const) {
    const answer = await see(asked)
    expect([answer.statusCode, answer.headers.location]).toEqual([301, location])
  }
})

test('ROUTE-3 the portal does not serve a page at an address that the operator redirects elsewhere', async () => {
  const answer = await see('/contact-us')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://www.operator.example/contact'])
})

test('params are those of the address, and a target outside the portal is refused', async () => {
  show = async ({ params, url }) => shown(`<p>${params.id} ${url.href}</p>`)
  expect((await see('/things/a%2Fb')).body).toContain('a/b http://localhost:3000/things/a%2Fb')
  expect((await portal.call({ url: '/things/4', headers: { host: 'evil.example' } })).body).not.toContain('evil')
})

test('abuse 9 a body of another type is refused, and no page acts on it', async () => {
  let acted = 0
  post = async () => ((acted += 1), { kind: 'redirect', location: '/', headers: {} })
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
    const answer = await portal.call({ method: 'POST', url: '/a', payload: 'x', headers: { 'content-type': type } })
    expect(answer.statusCode).toBe(415)
  }
  expect(acted).toBe(0)
})

test('abuse 56 a form of another site changes nothing', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
  expect((await portal.call({ method: 'POST', url: '/a', payload: 'typed=x', headers })).statusCode).toBe(403)
})

test('abuse 86 a secret in an address or in a field is not stored', async () => {
  const answer = await see('/a?q=4084+0840+8408+4081')
  expect([answer.statusCode, decodeURIComponent(String(answer.headers.location))]).toEqual([303, '/a?q=••••+4081'])
  const location = String((await send('/a', 'ma carte 4084 0840 8408 4081, PIN 7391, amina@example.ne')).headers.location)
  const { body } = await see(location)
  expect(body).toContain('amina@example.ne')
  expect(body).not.toMatch(/0840|7391/)
})

test('GEN-7 garbage, and values encrypted for another field, are refused with a sentence before the page reads them', async () => {
  let posts = 0
  post = async () => ((posts += 1), { kind: 'redirect', location: '/a', headers: {} })
  const code = await sealFor(portal, '482913')
  for (const msisdn of ['sealed.', `sealed.${'x'.repeat(600)}`, code, `${code}=`, await sealFor(portal, 'a@b.ne', 'email')])
    for (const mark of ['', '&sealing=on']) {
      const answer = await portal.call({
        method: 'POST',
        url: '/a',
        payload: `msisdn=${encodeURIComponent(msisdn)}&amount=500${mark}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.body).not.toMatch(/482913|a@b/)
    }
  const many = new URLSearchParams(
    await Promise.all(Array.from({ length: 5 }, async () => ['msisdn', await sealFor(portal, '1', 'msisdn')])),
  )
  const tooMany = {
    method: 'POST',
    url: '/a',
    payload: many.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  } as const
  expect((await portal.call(tooMany)).statusCode).toBe(400)
  expect(posts).toBe(0)
})

test('GEN-7 an encrypted form is decrypted before the page reads it; fields in plain text or sent twice are refused', async () => {
  post = async (_ask, form) => ({ kind: 'again', answer: Object.fromEntries(form), isPrivate: false })
  const sendForm = (fields: Record<string, string>) =>
    portal.call({
      method: 'POST',
      url: '/a',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'lang=en' },
    })
  const sealed = {
    msisdn: await sealFor(portal, '90000001', 'msisdn'),
    email: await sealFor(portal, 'a@b.ne', 'email'),
    otp: await sealFor(portal, '482913'),
  }
  const taken = await sendForm({ ...sealed, amount: '500', sealing: 'on' })
  const read = (await see(String(taken.headers.location))).body.replace(/<\/?p>/g, '')
  expect(JSON.parse(read)).toEqual({ msisdn: '90000001', email: 'a@b.ne', otp: '482913', amount: '500' })
  expect(await sendForm({ ...sealed, sealing: 'on' })).toMatchObject({ statusCode: 400 })
  const clear = await sendForm({ msisdn: '90000001', amount: '500', sealing: 'on' })
  expect(clear).toMatchObject({ statusCode: 400, body: 'This could not be read. Type it again.' })
  const plain = await sendForm({ msisdn: '90000001', email: 'a@b.ne' })
  expect((await see(String(plain.headers.location))).body).toContain('"msisdn":"90000001"')
})
