import { beforeAll, expect, test } from 'vitest'
import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { seedFaqs } from '#features/help/server/help-library.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { seedContent } from '#features/site-content/server/site-content.ts'
import type { TextDesk } from '#features/text-editing/server/text-desk.ts'
import type { Database } from '#server/database/database.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { composeTexts } from '../../../composition/text-parts.ts'
import { readMoment } from './text-page.ts'

let world: ConsoleWorld
let desk: TextDesk
let [editor, approver] = ['', '']

beforeAll(async () => {
  let db: Database | null = null
  world = await consoleWorld({
    deps: {
      get texts() {
        if (!db) throw new Error('not open yet')
        return desk
      },
    },
  })
  db = world.db
  desk = composeTexts(db).texts
  await seedContent(db, readSeedFiles())
  await seedFaqs(db, readFaqSeed())
  editor = await world.sessionOf({ roles: ['editor'] })
  approver = await world.sessionOf({ roles: ['approver'] })
})

const get = async (url: string, cookie = editor) => (await world.ask({ method: 'GET', url, headers: { cookie } })).body
/** A form of the page as it is now, with its hidden fields and what is in its fields. */
async function press(
  path: string,
  name: string,
  { cookie = editor, typed = {} }: { cookie?: string; typed?: Record<string, string> } = {},
) {
  const html = await get(path, cookie)
  const hidden = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const isOf = name === 'approve' || name === 'return' ? name : name === 'restore' ? 'restore' : 'save'
  const form = html.split('<form').find((part) => part.includes(`/${isOf}"`)) ?? ''
  const version = /name="version" value="(\d+)"/.exec(form)?.[1] ?? ''
  const areas = [...html.matchAll(/<textarea[^>]* name="(text\.[^"]+)"[^>]*>([^<]*)</g)].map(([, field = '', value = '']) => [
    field,
    unescaped(value),
  ])
  return world.post(`${path.split('?')[0]}/${name}`, {
    cookie,
    fields: { ...Object.fromEntries(areas), seen: hidden('seen'), version, ...typed },
  })
}
const unescaped = (html: string) =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/^\n/, '')

const PAGE = '/texts/getHelp-translation/searchLabel'
let path = PAGE
beforeAll(async () => {
  const free = [...(await desk.texts()).values()].find(
    ({ facts }) =>
      facts.group === 'getHelp-translation' && facts.fields.every((field) => !field.isQuoted && field.placeholders.length === 0),
  )
  path = `/texts/${free?.facts.id ?? ''}`
})

test('CON-7 the list shows texts by page in all languages; only exceptions carry a mark', async () => {
  const html = await get('/texts?page=recharge-translation')
  expect(html).toContain('BUY AIRTIME')
  expect(html).toContain('Acheter du crédit')
  expect(html).toContain('mots fixés')
  expect(html).not.toContain('à relire</span></td>')
  expect(await get('/texts?page=otp-translation')).toContain('Un script le charge après la page')
})

test('CON-7 a search looks through all pages, without accents and case', async () => {
  const html = await get('/texts?q=ACHETER+DU+CREDIT')
  expect(html).toContain('buyAirtime')
  expect(await get('/texts?q=%3Cscript%3Ealert(1)%3C/script%3E')).not.toContain('<script>alert')
  expect(await get('/texts?q=zzzzzz')).toContain('Aucun texte ainsi')
})

test('CON-7 an editor writes, another person reads the difference and publishes, and the history tells of both', async () => {
  expect((await press(path, 'send', { typed: { 'text.fr': 'Chercher dans notre aide', 'text.en': 'Search our help' } })).statusCode).toBe(
    303,
  )
  expect(await get('/texts?mark=review')).toContain('Search our help')
  const review = await get(path, approver)
  expect(review).toContain('<ins')
  expect(review).toContain('Publier toutes les langues')
  expect(await get(path)).not.toContain('Publier toutes les langues')
  expect((await press(path, 'approve', { cookie: approver })).statusCode).toBe(303)
  const after = await get(path, approver)
  expect(after).toContain('Name editor a écrit')
  expect(after).toContain('Name approver a publié')
  expect(after).toContain('Remettre les mots d’avant')
})

test('CON-7 an older version is opened in the editor, and saved as a new one', async () => {
  const html = await get(`${path}?from=1`)
  expect(html).toContain('Les mots de la version 1')
  const saved = await press(`${path}?from=1`, 'save', { typed: { from: '1', 'text.en': 'Search our help again' } })
  expect(saved.statusCode).toBe(303)
  expect((await desk.history(path.slice(7)))[0]).toMatchObject({ state: 'draft', number: 2, bringsBack: 1 })
  expect((await press(path, 'withdraw')).statusCode).toBe(303)
})

test('CON-7 CON-5 a refused text stays in its field, with what is wrong in the reader’s language', async () => {
  const answer = await press(path, 'save', { typed: { 'text.en': 'Hi <script>alert(1)</script> {pin}' } })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toMatch(/English\s: une balise ou un lien n’est pas permis/)
  expect(answer.body).toMatch(/English\s: \{pin\} n’existe pas dans ce texte/)
  expect(answer.body).toContain('Hi &lt;script&gt;alert(1)&lt;/script&gt; {pin}')
  expect(answer.body).not.toContain('<script>alert')
  const old = await world.post(`${path}/save`, { cookie: editor, fields: { 'text.en': 'Late', version: '7', seen: 'x' } })
  expect(old.statusCode).toBe(409)
})

test('CON-7 a 100 KB text is refused, and so is one that is longer than a field of a form', async () => {
  for (const length of [5_500, 100_000]) {
    const answer = await press(path, 'save', { typed: { 'text.en': 'x'.repeat(length) } })
    expect([413, 422]).toContain(answer.statusCode)
  }
  expect((await desk.open()).filter(({ textId }) => path.endsWith(textId))).toEqual([])
})

test('CON-7 SMS parts and menu screens are counted by the server too', async () => {
  expect(await get('/texts/payment-translation/sms_failed')).toContain('1 SMS avec les valeurs les plus longues (GSM-7)')
  expect(await get('/texts/ussd-translation/amount')).toMatch(/\d+ sur 182 signes avec les valeurs les plus longues, 1 écran/)
})

test('CON-7 a question shows its answer as the help centre does, one by one', async () => {
  const html = await get('/texts/help/101')
  expect(html).toContain('Français, réponse')
  expect(html).toMatch(/class="shown" lang="fr"><ol>/)
  expect((await world.ask({ method: 'GET', url: '/texts/help/999999', headers: { cookie: editor } })).statusCode).toBe(404)
})

test('CON-7 a time is that of the country; half a time is none', () => {
  expect(readMoment('', '')).toBeNull()
  expect(readMoment('2026-12-01', '06:00')).toEqual(new Date('2026-12-01T05:00:00Z'))
  for (const [day, time] of [
    ['2026-12-01', ''],
    ['', '06:00'],
    ['2026-02-30', '06:00'],
    ['2026-12-01', '24:00'],
    ['x', 'y'],
  ] as const)
    expect(readMoment(day, time)).toBe('unreadable')
})
