import { beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleBrowser } from '#tests/support/console-browser.ts'
import { CALLBACK, consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { independentProvider, type IndependentProvider } from '#tests/support/independent-provider.ts'

let world: ConsoleWorld
let provider: IndependentProvider

const MINUTE = 60_000

beforeAll(async () => {
  provider = await independentProvider()
  world = await consoleWorld({ issuer: provider.issuer })
})

beforeEach(() => {
  provider.people.set('amina', { name: 'Amina S.', groups: ['g-care', 'another-group'] })
  provider.signInAs('amina')
})

async function signedIn(to = '/audit') {
  const browser = consoleBrowser(world)
  const page = await browser.follow(`/sign-in/start?to=${encodeURIComponent(to)}`)
  return { browser, page }
}

test('CON-1 a person signs in at a provider that is not ours, by code and PKCE, and comes back to the page', async () => {
  const browser = consoleBrowser(world)
  const start = await browser.open('/sign-in/start?to=/audit?act=refund')
  const sent = new URL(start.location ?? '')
  expect(Object.fromEntries(sent.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: CALLBACK.href,
  })
  for (const part of ['state', 'nonce', 'code_challenge']) expect(sent.searchParams.get(part)?.length).toBeGreaterThan(40)
  const page = await browser.follow(sent.href)
  expect(page).toMatchObject({ status: 200, url: 'http://localhost:4999/audit?act=refund' })
  expect(page.body).toContain('Amina S.')
  expect(page.body).toContain('Relation client')
  expect((await world.audit())[0]).toMatchObject({ actor_id: 'amina', act: 'sign-in', outcome: 'done' })
})

test('CON-1 an account without a role of the console gets no session, and the log says so', async () => {
  provider.people.set('amina', { name: 'Amina S.', groups: ['another-group'] })
  const { browser, page } = await signedIn()
  expect(page.status).toBe(403)
  expect(page.body).toContain('Aucun rôle dans la console')
  expect((await browser.open('/audit')).location).toContain('/sign-in?why=first')
  expect((await world.audit())[0]).toMatchObject({ actor_id: 'amina', outcome: 'refused', detail: { why: 'no role' } })
})

test('CON-1 the answer of the provider is used once: a replayed address gets nothing', async () => {
  const browser = consoleBrowser(world)
  const last = await browser.follow('/sign-in/start?to=/audit', (url) => url.startsWith(CALLBACK.href))
  const callback = last.location ?? ''
  expect((await browser.open(callback)).location).toBe('/audit')
  const again = await browser.open(callback)
  expect(again.status).toBe(403)
  expect(again.body).toContain('elle a déjà servi')
  expect((await world.audit())[0]).toMatchObject({ actor_id: 'unknown', act: 'sign-in', outcome: 'refused' })
})

test('CON-1 a sign-in that began in one browser cannot be ended in another', async () => {
  const attacker = consoleBrowser(world)
  const last = await attacker.follow('/sign-in/start?to=/audit', (url) => url.startsWith(CALLBACK.href))
  const victim = consoleBrowser(world)
  expect((await victim.open(last.location ?? '')).status).toBe(403)
  await victim.open('/sign-in/start?to=/audit')
  expect((await victim.open(last.location ?? '')).status).toBe(403)
  expect((await victim.open('/audit')).location).toContain('/sign-in?')
})

test('CON-1 a sign-in that takes longer than ten minutes is refused', async () => {
  const browser = consoleBrowser(world)
  const last = await browser.follow('/sign-in/start?to=/audit', (url) => url.startsWith(CALLBACK.href))
  world.pass(11 * MINUTE)
  expect((await browser.open(last.location ?? '')).status).toBe(403)
})

test('CON-1 a role that was taken away ends within five minutes, and a role that was given begins', async () => {
  const { browser } = await signedIn()
  provider.people.set('amina', { name: 'Amina S.', groups: ['g-viewer'] })
  world.pass(6 * MINUTE)
  const page = await browser.open('/audit')
  expect(page.status).toBe(200)
  expect(page.body).toContain('Amina S.<small>Lecture</small>')
  expect((await world.audit())[0]).toMatchObject({ act: 'roles-changed', detail: { before: 'care', after: 'viewer' } })
})

test('CON-1 a person whose last role was taken away is out within five minutes', async () => {
  const { browser } = await signedIn()
  provider.people.set('amina', { name: 'Amina S.', groups: [] })
  world.pass(6 * MINUTE)
  expect((await browser.open('/audit')).location).toContain('/sign-in?why=roles')
  expect((await browser.open('/audit')).location).toContain('/sign-in?why=first')
})

test('CON-1 an account that the provider does not know any more is out within five minutes', async () => {
  const { browser } = await signedIn()
  provider.people.delete('amina')
  world.pass(6 * MINUTE)
  expect((await browser.open('/audit')).location).toContain('/sign-in?why=roles')
})

test('CON-1 signing out ends the session here and leads to the end of the session at the provider', async () => {
  const { browser } = await signedIn()
  const out = await world.post('/sign-out', { cookie: browser.consoleCookie() })
  expect(out.statusCode).toBe(200)
  const target = new URL(String(out.headers.refresh).replace('0; url=', ''))
  expect(target.origin).toBe(provider.issuer)
  expect(target.searchParams.get('id_token_hint')).not.toBeNull()
  expect(target.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:4999/signed-out')
  expect((await browser.open('/audit')).location).toContain('/sign-in?why=first')
  expect((await world.audit())[0]).toMatchObject({ actor_id: 'amina', act: 'sign-out' })
})

test('CON-1 the database holds neither a cookie nor a token of the provider in the clear', async () => {
  const { browser } = await signedIn()
  const [, token = ''] = /console=([^;]+)/.exec(browser.consoleCookie()) ?? []
  const rows = await world.db.selectFrom('console_session').selectAll().execute()
  const stored = JSON.stringify(rows)
  expect(token).toHaveLength(43)
  expect(stored).not.toContain(token)
  expect(stored).not.toContain('eyJ')
})
