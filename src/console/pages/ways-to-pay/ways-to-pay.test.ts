import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readClosures } from '#features/switches/server/closure.store.ts'
import type { Database } from '#server/database/database.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { laterQuarter, localTime } from '#shared/local-time.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'

let world: ConsoleWorld
let db: Database
let finance: string
let approver: string

beforeAll(async () => {
  world = await consoleWorld()
  db = world.db
  finance = await world.sessionOf({ roles: ['finance'] })
  approver = await world.sessionOf({ roles: ['approver'] })
})

beforeEach(async () => {
  await db.updateTable('way_closure').set({ ended_at: new Date(), ended_by: 'test' }).where('ended_at', 'is', null).execute()
})

const open = async (cookie = finance, query = '') =>
  (await world.ask({ method: 'GET', url: `/ways-to-pay${query}`, headers: { cookie } })).body
const valueOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const closed = async () => [...(await readClosures(db)).keys()].toSorted()

async function closeBy(cookie: string, change: Record<string, string> = {}) {
  const end = laterQuarter(new Date(), 3)
  const way = change.way ?? 'mpesa'
  const seen = valueOf(await open(cookie, `?close=${way}`), 'seen').replaceAll('&amp;', '&')
  const fields = {
    way,
    seen,
    reason: 'works',
    note: 'Travaux <script>alert(1)</script>',
    day: calendarDay(end),
    time: localTime(end),
    ...change,
  }
  return world.post(`/ways-to-pay/close?close=${way}`, { cookie, fields })
}

test('CON-8 finance closes a way with the form; the page says until when, why and by whom, and what visitors see', async () => {
  const before = await open(finance, '?close=mpesa')
  expect(before).toContain('Ce qui va se passer')
  expect(before).toContain('Retour prévu')
  const done = await closeBy(finance)
  expect([done.statusCode, done.headers.location]).toEqual([303, '/ways-to-pay'])
  expect(await closed()).toEqual(['mpesa'])
  const after = await open(finance)
  expect(after).toContain('M-PESA est fermé')
  expect(after).toMatch(/jusqu’à [^<]*travaux · Name finance/)
  expect(after).toContain('Fermé pour l’instant')
})

test('CON-8 script in a note is text', async () => {
  await closeBy(finance)
  expect(await open(finance)).toContain('Travaux &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(await open(finance)).not.toContain('<script>alert')
})

test.for([
  [{ day: '2020-01-01' }, 422, 'La fin est déjà passée'],
  [{ day: '2999-01-01' }, 422, 'plus de 24'],
  [{ day: 'tomorrow' }, 422, 'Donnez le jour'],
  [{ time: '25:00' }, 422, 'Donnez le jour'],
  [{ reason: 'hello' }, 422, 'Choisissez une raison'],
  [{ seen: 'x' }, 409, 'Une autre personne a été plus rapide'],
] as const)('CON-8 a form with %j closes nothing and says why, with what was typed', async ([change, status, words]) => {
  const refused = await closeBy(finance, change)
  expect(refused.statusCode).toBe(status)
  expect(refused.body.replaceAll('\u00a0', ' ')).toContain(words)
  expect(refused.body).toContain('Travaux &lt;script&gt;')
  expect(await closed()).toEqual([])
})

test('CON-8 a way or provider that is not offered here cannot be closed', async () => {
  for (const way of ['smartcash', 'card|mpesa', '', 'constructor']) expect((await closeBy(finance, { way })).statusCode, way).toBe(422)
  expect(await closed()).toEqual([])
})

test('CON-8 the page offers no form for the last open way, and the act refuses it', async () => {
  await closeBy(finance, { way: 'card' })
  const page = await open(finance, '?close=mpesa')
  expect(page).toContain('C’est le dernier moyen ouvert')
  expect(page).not.toContain('name="day"')
  const refused = await closeBy(finance, { seen: 'mpesa:open' })
  expect([refused.statusCode, await closed()]).toEqual([409, ['dpo', 'paystack']])
})

test('CON-3 CON-8 finance proposes to reopen, the approver finds it in the rail and opens', async () => {
  await closeBy(finance)
  const page = await open(finance, '?reopen=mpesa')
  const fields = { way: 'mpesa', seen: valueOf(page, 'seen'), note: 'C’est réparé' }
  expect((await world.post('/ways-to-pay/reopen?reopen=mpesa', { cookie: finance, fields })).statusCode).toBe(303)
  const own = await open(finance)
  expect(own).toContain('Retirer la proposition')
  expect(own).not.toContain('Rouvrir maintenant')
  const waiting = await open(approver)
  expect(waiting).toContain('Rouvrir maintenant')
  const proposal = valueOf(waiting, 'proposal')
  expect((await world.post('/ways-to-pay/approve', { cookie: finance, fields: { proposal } })).statusCode).toBe(403)
  expect(await closed()).toEqual(['mpesa'])
  expect((await world.post('/ways-to-pay/approve', { cookie: approver, fields: { proposal } })).statusCode).toBe(303)
  expect(await closed()).toEqual([])
  expect((await world.post('/ways-to-pay/approve', { cookie: approver, fields: { proposal: '1e3' } })).statusCode).toBe(404)
})

test('CON-8 limits stand there with the names of their settings, and no field changes them', async () => {
  const page = await open(finance)
  expect(page).toContain('LIMIT_PUSHES_PER_MINUTE')
  expect(page).toContain('preMinAmnt, preMaxAmnt')
  expect(page).not.toMatch(/<(?:input|select)[^>]*name="[^"]*(?:limit|Amnt)/i)
})
