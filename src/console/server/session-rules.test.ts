import { beforeAll, expect, test } from 'vitest'
import { CONSOLE_URL, consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { testPortal } from '#tests/support/test-portal.ts'

let world: ConsoleWorld

const MINUTE = 60_000

beforeAll(async () => {
  world = await consoleWorld()
})

const open = (cookie: string, url = '/audit', headers = {}) => world.ask({ method: 'GET', url, headers: { cookie, ...headers } })

test('CON-1 without a session every page leads to the sign-in, and comes back to the same page afterwards', async () => {
  for (const url of ['/', '/audit?act=refund', '/no-such-page', '/session', '/search?q=1']) {
    const answer = await world.ask({ method: 'GET', url })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`/sign-in?${new URLSearchParams({ why: 'first', to: url }).toString()}`)
  }
  const page = await world.ask({ method: 'GET', url: '/sign-in?why=idle&to=/audit' })
  expect(page.body).toContain('/sign-in/start?to=%2Faudit')
  expect(page.body).toContain('Vous n’avez rien touché pendant 15 minutes')
})

test('CON-1 a session ends after 15 minutes without use, and not before', async () => {
  const cookie = await world.sessionOf({ roles: ['viewer'] })
  world.pass(14 * MINUTE)
  expect((await open(cookie)).statusCode).toBe(200)
  world.pass(14 * MINUTE)
  expect((await open(cookie)).statusCode).toBe(200)
  world.pass(15 * MINUTE)
  expect((await open(cookie)).headers.location).toContain('why=idle')
  expect((await open(cookie)).headers.location).toContain('why=first')
})

test('CON-1 figures that a page reads again by itself keep no session open', async () => {
  const cookie = await world.sessionOf({ roles: ['viewer'] })
  for (let minute = 0; minute < 14; minute += 7) {
    world.pass(7 * MINUTE)
    expect((await open(cookie, '/audit', { 'x-console-background': 'yes' })).statusCode).toBe(200)
  }
  world.pass(2 * MINUTE)
  expect((await open(cookie)).headers.location).toContain('why=idle')
})

test('CON-1 a session that is used all day ends after its hours', async () => {
  const cookie = await world.sessionOf({ roles: ['viewer'] })
  await world.db
    .updateTable('console_session')
    .set({ ends_at: new Date(Date.now() - MINUTE) })
    .execute()
  expect((await open(cookie)).headers.location).toContain('why=hours')
})

test('CON-1 roles that cannot be read again end after 15 minutes, however much the session is used', async () => {
  const cookie = await world.sessionOf({ roles: ['viewer'] }, null)
  for (let round = 0; round < 2; round += 1) {
    world.pass(7 * MINUTE)
    expect((await open(cookie)).statusCode).toBe(200)
  }
  world.pass(2 * MINUTE)
  expect((await open(cookie)).headers.location).toContain('why=roles')
})

test('CON-1 a cookie that the console did not give opens nothing', async () => {
  for (const cookie of [
    'console=',
    `console=${'a'.repeat(43)}`,
    'console=../../etc',
    `console=${'a'.repeat(43)}; console=${'b'.repeat(43)}`,
  ])
    expect((await open(cookie)).statusCode).toBe(303)
})

test.for<[forgery: string, change: { fields?: Record<string, string>; headers?: Record<string, string> }]>([
  ['without the token of the session', { fields: { 'form-token': '' } }],
  ['with a token of another session', { fields: { 'form-token': 'x'.repeat(43) } }],
  ['from another origin', { headers: { origin: 'https://evil.example' } }],
  ['from the public portal', { headers: { origin: 'http://localhost:3000' } }],
  ['from a frame without an origin', { headers: { origin: 'null' } }],
  ['that a browser calls cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
])('CON-1 a form %s signs no one out', async ([, change]) => {
  const cookie = await world.sessionOf({ roles: ['care'] })
  const answer = await world.post('/sign-out', { cookie, ...change })
  expect(answer.statusCode).toBe(403)
  expect((await open(cookie)).statusCode).toBe(200)
})

test('CON-1 the token of one person’s form is of no use to another', async () => {
  const [one, other] = [await world.sessionOf({ roles: ['care'] }), await world.sessionOf({ roles: ['finance'] })]
  const page = await open(one)
  const token = /name="form-token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect(token).toHaveLength(43)
  expect((await world.post('/sign-out', { cookie: other, fields: { 'form-token': token } })).statusCode).toBe(403)
})

test('CON-1 a body that is no form, or is too large, changes nothing', async () => {
  const cookie = await world.sessionOf({ roles: ['care'] })
  const json = await world.ask({ method: 'POST', url: '/sign-out', payload: '{}', headers: { cookie, 'content-type': 'application/json' } })
  expect(json.statusCode).toBe(415)
  const large = await world.post('/sign-out', { cookie, fields: { note: 'x'.repeat(70_000) } })
  expect(large.statusCode).toBe(413)
  expect((await open(cookie)).statusCode).toBe(200)
})

test('CON-1 only the console’s own host is answered: a foreign name that leads here reaches nothing', async () => {
  const cookie = await world.sessionOf({ roles: ['approver'] })
  for (const host of ['evil.example', 'localhost', 'localhost:3000', 'localhost.:4999', 'LOCALHOST:4999@evil.example', '']) {
    const answer = await world.app.inject({ method: 'GET', url: '/audit', headers: { host, cookie, 'x-forwarded-host': CONSOLE_URL.host } })
    expect([answer.statusCode, answer.body]).toEqual([421, 'This is not the address of the console.\n'])
  }
})

test('CON-1 no address of the console answers on the public port, whatever host is named', async () => {
  const portal = await testPortal()
  const console = await world.sessionOf({ roles: ['approver'] })
  const host = CONSOLE_URL.host
  for (const url of [
    '/audit',
    '/payments',
    '/sign-in',
    '/sign-in/start',
    '/sign-in/return?code=a&state=b',
    '/signed-out',
    '/session',
    `http://${host}/audit`,
  ])
    for (const headers of [
      {},
      { host },
      { host: 'localhost:3000', 'x-forwarded-host': host },
      { host: 'localhost:3000', forwarded: `host=${host}` },
    ]) {
      const answer = await portal.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', cookie: console, ...headers } })
      expect(answer.statusCode, `${url} ${JSON.stringify(headers)}`).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('form-token')
      expect(String(answer.headers['set-cookie'])).not.toContain('console')
    }
  const posted = await portal.app.inject({
    method: 'POST',
    url: '/sign-out',
    headers: { host: 'localhost:3000', origin: 'http://localhost:3000', cookie: console },
  })
  expect(posted.statusCode).toBe(404)
})

test('CON-1 every answer carries the console’s own policy, and no page is stored by a browser or a proxy', async () => {
  const cookie = await world.sessionOf({ roles: ['care'] })
  const answers = [
    await open(cookie),
    await open(cookie, '/no-such-page'),
    await world.ask({ method: 'GET', url: '/sign-in' }),
    await world.post('/sign-out', { cookie, fields: { 'form-token': '' } }),
  ]
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
  }
  expect(answers[0]?.body).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/)
})

test('CON-1 a person in a loop is slowed down, and no one else', async () => {
  const [busy, calm] = [await world.sessionOf({ roles: ['viewer'], id: 'busy' }), await world.sessionOf({ roles: ['viewer'], id: 'calm' })]
  const statuses = new Set<number>()
  for (let count = 0; count < 200; count += 1) statuses.add((await open(busy, '/session')).statusCode)
  expect([...statuses]).toEqual([204, 429])
  expect((await open(calm, '/session')).statusCode).toBe(204)
})

test.for([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/audit\r\nset-cookie: a=b', '/'],
  ['javascript:alert(1)', '/'],
  ['/audit?act=refund', '/audit?act=refund'],
] as const)('CON-1 a language chosen with the way back %s leads to %s', async ([to, expected]) => {
  const answer = await world.ask({ method: 'GET', url: `/language/en?to=${encodeURIComponent(to)}` })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, expected])
  expect(answer.headers['set-cookie']).toContain('console-language=en')
})

test('CON-1 over https the cookie belongs to this host alone, and browsers come back by https only', async () => {
  const secure = await consoleWorld({ url: new URL('https://console.example.ne:8443') })
  const cookie = await secure.sessionOf({ roles: ['care'] })
  expect(cookie).toMatch(/^__Host-console=/)
  const shown = await secure.ask({ method: 'GET', url: '/audit', headers: { cookie } })
  expect(shown.statusCode).toBe(200)
  expect(shown.headers['strict-transport-security']).toContain('max-age=31536000')
  const renamed = cookie.replace('__Host-', '')
  expect((await secure.ask({ method: 'GET', url: '/audit', headers: { cookie: renamed } })).statusCode).toBe(303)
  const plain = { host: 'console.example.ne:8443', origin: 'http://console.example.ne:8443' }
  expect((await secure.post('/sign-out', { cookie, headers: plain })).statusCode).toBe(403)
  const left = await secure.post('/sign-out', { cookie })
  expect(left.headers['set-cookie']).toBe('__Host-console=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
})
