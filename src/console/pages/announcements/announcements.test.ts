import { beforeAll, expect, test } from 'vitest'
import { readOpen } from '#features/announcements/server/announcement.store.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { laterQuarter, localTime } from '#shared/local-time.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'

let world: ConsoleWorld
let editor: string
let approver: string

beforeAll(async () => {
  world = await consoleWorld()
  editor = await world.sessionOf({ roles: ['editor'] })
  approver = await world.sessionOf({ roles: ['approver'] })
})

const open = async (cookie: string, query = '') =>
  (await world.ask({ method: 'GET', url: `/announcements${query}`, headers: { cookie } })).body.replaceAll('\u00a0', ' ')
const valueOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const end = laterQuarter(new Date(), 2)
const WHAT = { kind: 'down', service: 'bundles', town: 'Zinder', day: calendarDay(end), time: localTime(end) }
const OWN = {
  title_fr: 'Le réseau est lent',
  text_fr: 'Nous y travaillons.',
  title_en: 'The network is slow',
  text_en: 'We are working on it.',
}
const post = (name: string, cookie: string, fields: Record<string, string>) => world.post(`/announcements/${name}`, { cookie, fields })

test('CON-8 an editor sees a template as visitors will, in both languages, publishes it, and takes it down', async () => {
  const preview = await open(editor, `?${new URLSearchParams(WHAT)}`)
  expect(preview).toContain('Les forfaits à Zinder : en panne en ce moment')
  expect(preview).toContain('Bundles in Zinder: out of order at the moment')
  expect((await post('publish', editor, WHAT)).statusCode).toBe(303)
  const shown = await open(editor)
  expect(shown).toContain('Retirer maintenant')
  expect((await post('take-down', editor, { announcement: valueOf(shown, 'announcement') })).statusCode).toBe(303)
  expect(await open(editor)).toMatch(/retirée à \d\d:\d\d par Name editor/)
})

test.for([
  [{ day: '2020-01-01' }, 'La fin est déjà passée'],
  [{ day: '2999-01-01' }, 'plus de 24 heures'],
  [{ service: 'paid' }, 'Choisissez un service'],
  [{ town: 'Atlantis' }, 'Choisissez une ville'],
  [{ kind: 'information' }, 'Choisissez un genre'],
] as const)('CON-8 a form with %j publishes nothing and says why', async ([change, words]) => {
  const refused = await post('publish', editor, { ...WHAT, ...change })
  expect(refused.statusCode).toBe(422)
  expect(refused.body.replaceAll('\u00a0', ' ')).toContain(words)
  expect(await readOpen(world.db, new Date())).toEqual([])
})

test('CON-3 CON-8 own words wait for another person, who sees them on a phone; the proposer cannot approve', async () => {
  expect((await post('propose', editor, { ...WHAT, ...OWN })).statusCode).toBe(303)
  const own = await open(editor)
  expect(own).toContain('Retirer la proposition')
  const proposal = valueOf(own, 'proposal')
  expect((await post('approve', editor, { proposal })).statusCode).toBe(403)
  expect(await open(approver)).toContain('Le réseau est lent')
  expect((await post('approve', approver, { proposal })).statusCode).toBe(303)
  expect(await readOpen(world.db, new Date())).toMatchObject([{ words: { en: { title: 'The network is slow' } } }])
})

test('CON-8 own words that imitate a payment are refused with what was typed, and script stays text', async () => {
  const refused = await post('propose?words=own', editor, { ...WHAT, ...OWN, text_en: 'You were refunded <script>alert(1)</script>' })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('&lt;script&gt;alert(1)')
  expect(refused.body).not.toContain('<script>alert')
})
