import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

let now = new Date('2026-11-15T10:00:00Z')
const portal = await testPortal({ clock: { now: () => now } })

const prefill = (msisdn: string, cookie = '') =>
  portal.call({ method: 'POST', url: `${API_PREFIX}/visit/v1/prefill`, headers: { cookie }, payload: { type: 'prepaid', msisdn } })
const draft = async (cookie: string) => (await portal.call({ url: `${API_PREFIX}/visit/v1/draft`, headers: { cookie } })).json().result

test('STATE-1 the number a visitor typed is found again with the cookie of the visit', async () => {
  const cookie = cookiesOf(await prefill('90000001'))
  expect(await draft(cookie)).toEqual({ widgetInfo: { type: 'prepaid', msisdn: '90000001' } })
})

test('a visit begins once: the next call keeps its cookie', async () => {
  const cookie = cookiesOf(await prefill('90000001'))
  expect((await prefill('90000002', cookie)).headers['set-cookie']).toBeUndefined()
  expect((await draft(cookie)).widgetInfo.msisdn).toBe('90000002')
})

test('a draft cannot be read without its cookie, with a wrong one, or with two', async () => {
  const cookie = cookiesOf(await prefill('90000001'))
  const wrong = `sid=${'A'.repeat(43)}`
  for (const other of ['', wrong, 'sid=short', `${cookie}; ${wrong}`]) expect(await draft(other)).toEqual({ widgetInfo: null })
})

test('the cookie cannot be read by script and does not travel across sites by post', async () => {
  expect((await prefill('90000001')).headers['set-cookie']).toMatch(
    /^sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
  )
})

test('a visit ends after seven quiet days', async () => {
  const cookie = cookiesOf(await prefill('90000001'))
  now = new Date(now.getTime() + 8 * 24 * 3600 * 1000)
  expect(await draft(cookie)).toEqual({ widgetInfo: null })
})

test('the database holds a hash of the cookie, never the cookie', async () => {
  const cookie = cookiesOf(await prefill('90000001'))
  const { rows } = await portal.database.pool.query<{ id: Buffer }>('select id from visit')
  for (const { id } of rows) expect(cookie).not.toContain(id.toString('base64url'))
})
