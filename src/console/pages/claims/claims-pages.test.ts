import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createClaimDesk } from '#features/find-payment/server/claim-desk.ts'
import { RIGHT_NUMBER } from '#features/find-payment/server/claims.ts'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent, seedContent } from '#features/site-content/server/site-content.ts'
import { actGuard } from '#features/staff-acts/server/act-guard.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { csvRows } from '#shared/csv-rows.ts'
import { CONSOLE_SECRET, consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { storePayment } from '#tests/support/console-payments.ts'

let world: ConsoleWorld
let [care, other, viewer, editor] = ['', '', '', '']
let answered = 0

beforeAll(async () => {
  let db: Database | null = null
  const open = () => {
    if (!db) throw new Error('not open yet')
    return db
  }
  const parts = {
    get claims() {
      const content = createSiteContent({ db: open(), clock: systemClock, seeds: readSeedFiles() })
      return createClaimDesk({ db: open(), clock: systemClock, guard: actGuard, content, onAnswered: () => (answered += 1) })
    },
    get payments() {
      const store = createPaymentStore({ db: open(), clock: systemClock, onChange: () => {} })
      return { store, readVisitorPage: async () => null, readMessages: async () => [], previewMessage: async () => null }
    },
  }
  world = await consoleWorld({ deps: parts })
  db = world.db
  await seedContent(db, readSeedFiles())
  ;[care, other, viewer, editor] = await Promise.all([
    world.sessionOf({ id: 'care-1', name: 'Care One', roles: ['care'] }),
    world.sessionOf({ id: 'approver-1', name: 'Approver One', roles: ['approver'] }),
    world.sessionOf({ id: 'viewer-1', name: 'Viewer One', roles: ['viewer'] }),
    world.sessionOf({ id: 'editor-1', name: 'Editor One', roles: ['editor'] }),
  ])
})

beforeEach(async () => {
  await sql`delete from pay_case`.execute(world.db)
  answered = 0
})

const HOUR_MS = 3_600_000
const soon = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
let last = 0
const SIGNS = 'ABCDEFGH23456789'

type NewClaim = { words?: string; language?: string; dueInHours?: number; kind?: string; rightNumber?: string | null }

async function aClaim({ words = '', language = 'fr', dueInHours = 20, kind = 'nothing-arrived', rightNumber = null }: NewClaim = {}) {
  const { id, reference } = await storePayment(world.db, {
    msisdn: '90000001',
    minor: 5000,
    fulfilment: 'DONE',
    deliveredAt: new Date(),
    attempts: [{ state: 'PAID', isWinner: true, payer: '96000070' }],
  })
  last += 1
  const number = `CK7M2Q${SIGNS[Math.floor(last / SIGNS.length)]}${SIGNS[last % SIGNS.length]}`
  await sql`insert into pay_case (number, order_id, kind, msisdn, language, words, right_number, opened_at, due_at)
    values (${number}, ${id}, ${kind}, '96000070', ${language}, ${words}, ${rightNumber}, ${soon(dueInHours - 24)}, ${soon(dueInHours)})`.execute(
    world.db,
  )
  return { number, id, reference }
}

const read = async (url: string, cookie = care) => {
  const { statusCode, body } = await world.ask({ method: 'GET', url, headers: { cookie, 'accept-language': 'en' } })
  return { statusCode, body }
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

/** The fields with which the form of a claim was rendered. */
async function fieldsOf(number: string, cookie = care): Promise<Record<string, string>> {
  const { body } = await read(`/claims/${number}`, cookie)
  const [form = ''] = /<form action="\/claims\/\w+\/answer".*?<\/form>/s.exec(body) ?? []
  const inputs = [...form.matchAll(/name="(version|seen)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]))
}

const answer = async (number: string, text: string, { cookie = care, fields }: { cookie?: string; fields?: Record<string, string> } = {}) =>
  world.post(`/claims/${number}/answer`, {
    cookie,
    fields: { ...(fields ?? (await fieldsOf(number, cookie))), answer: text },
    headers: { 'accept-language': 'en' },
  })

const stored = async (number: string) => world.db.selectFrom('pay_case').selectAll().where('number', '=', number).executeTakeFirstOrThrow()

const OK = 'Vos 5 000 F sont rendus depuis 14:36.'

test('FIND-4 claims are listed by their deadline, late first, with what the visitor said; each list has its figure', async () => {
  const later = await aClaim({ dueInHours: 20 })
  const late = await aClaim({ dueInHours: -1, words: 'Payé lundi' })
  const { body } = await read('/claims')
  expect(body.indexOf(late.number)).toBeLessThan(body.indexOf(later.number))
  expect(body).toContain('late by')
  expect(body).toContain('Payé lundi')
  expect((await read('/claims?list=late')).body).not.toContain(later.number)
  expect((await read('/claims?list=answered')).body).toContain('There are none yet.')
  expect((await read('/claims?list=all&before=x')).statusCode).toBe(200)
  expect((await read('/claims', editor)).statusCode).toBe(403)
  // The rail says how many wait, and that one is late.
  expect(/href="\/claims"[^>]*>.*?<span class="count ([a-z ]*)"/s.exec(body)?.[1] ?? body).toContain('urgent')
})

test('CON-10 a claim shows the visitor’s words as text beside the payment, and no number in full', async () => {
  const attack = '<script>alert(1)</script>\u202e=HYPERLINK("x") {answer}'
  const { number, reference } = await aClaim({ words: attack })
  for (const cookie of [care, viewer]) {
    const { statusCode, body } = await read(`/claims/${number}`, cookie)
    expect(statusCode).toBe(200)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;=HYPERLINK')
    expect(body).toContain(`/payments/${reference}`)
    for (const secret of ['<script>alert', '\u202e', '96000070', '90000001']) expect(body).not.toContain(secret)
  }
  expect((await read(`/claims/${number}`, viewer)).body).not.toContain('<textarea')
  expect((await read('/claims/CAAAAAAA')).statusCode).toBe(404)
})

test('FIND-4 CON-4 an answer closes the claim for good, once, in the name of who gave it, with its audit entry', async () => {
  const { number } = await aClaim()
  const fields = { ...(await fieldsOf(number)), 'idempotency-key': randomUUID() }
  const [first, again] = await Promise.all([answer(number, OK, { fields }), answer(number, OK, { fields })])
  expect([first.statusCode, again.statusCode]).toEqual([303, 303])
  expect(await stored(number)).toMatchObject({ answer: OK, closed_by: 'Care One', version: 1 })
  const entries = (await world.audit()).filter(({ target_id }) => target_id === number)
  expect(entries).toMatchObject([{ act: 'answer-claim', outcome: 'done', actor_id: 'care-1', detail: { answer: OK, sms: 1 } }])
  expect(answered).toBeGreaterThan(0)
  const { body } = await read(`/claims/${number}`)
  expect(body).toContain(OK)
  expect(body).not.toContain('<textarea')
  const late = await answer(number, 'Une autre réponse', { fields: { ...fields, 'idempotency-key': randomUUID() } })
  expect(late.statusCode).toBe(409)
  expect((await stored(number)).answer).toBe(OK)
})

test('CON-5 of two people who answer at once one is sent, and the other reads that answer', async () => {
  const { number } = await aClaim()
  const [mine, theirs] = await Promise.all([fieldsOf(number, care), fieldsOf(number, other)])
  const results = await Promise.all([
    answer(number, 'Réponse une', { cookie: care, fields: mine }),
    answer(number, 'Réponse deux', { cookie: other, fields: theirs }),
  ])
  expect(results.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([303, 409])
  const kept = (await stored(number)).answer
  expect(['Réponse une', 'Réponse deux']).toContain(kept)
  const refused = results.find(({ statusCode }) => statusCode === 409)
  expect(refused?.body).toContain(kept)
  expect(refused?.body).toContain('Another person has answered already')
})

test('CON-5 an answer is refused when the claim was passed on or the payment moved since the page was read', async () => {
  const { number, id } = await aClaim()
  const fields = await fieldsOf(number)
  const taken = await world.post(`/claims/${number}/assign`, { cookie: other, fields: { version: fields.version ?? '', to: 'me' } })
  expect(taken.statusCode).toBe(303)
  const refused = await answer(number, OK, { fields })
  expect(refused.statusCode).toBe(409)
  // What was typed is there again.
  expect(refused.body).toContain(OK)
  const fresh = await fieldsOf(number)
  await sql`update pay_order set review = 'paid-another-amount' where id = ${id}`.execute(world.db)
  expect((await answer(number, OK, { fields: fresh })).body).toContain('The payment has changed meanwhile')
  const forgeries: Record<string, string>[] = [{}, { version: '1' }, { version: '9', seen: fresh.seen ?? '' }]
  for (const forged of forgeries) expect((await answer(number, OK, { fields: forged })).statusCode).toBe(409)
  expect(await stored(number)).toMatchObject({ closed_at: null, assigned_id: 'approver-1' })
})

test.for([
  ['301 signs', 'x'.repeat(301), 'at most 300 characters'],
  ['4 SMS', 'ع'.repeat(200), 'more than 3 SMS'],
  ['a PIN', 'Votre code PIN est 1234', 'remove it'],
  ['a number in pieces', 'Rappelez 9\u200b6 00\u2060 00 70', 'remove it'],
  ['signs that are not seen', '\u202e\u0000 \u2066', 'Write an answer'],
] as const)('CON-10 MSG-3 abuse 86 an answer of %s is refused, and nothing is sent', async ([, text, why]) => {
  const { number } = await aClaim()
  const refused = await answer(number, text)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain(why)
  expect(await stored(number)).toMatchObject({ closed_at: null, answer: null, version: 0 })
  expect((await world.audit())[0]).toMatchObject({ act: 'answer-claim', outcome: 'refused' })
})

test('abuse 86 markup, formulas, places and signs that turn direction in an answer are text, or gone', async () => {
  const { number } = await aClaim()
  expect((await answer(number, '=1+1 <b>Bonjour</b>\r\n{number} \u202eici')).statusCode).toBe(303)
  expect((await stored(number)).answer).toBe('=1+1 <b>Bonjour</b> {number} ici')
  expect((await read(`/claims/${number}`)).body).toContain('=1+1 &lt;b&gt;Bonjour&lt;/b&gt; {number} ici')
})

test('MSG-3 without script the server counts the whole SMS, shows what it becomes, and sends nothing', async () => {
  const { number } = await aClaim()
  const fields = { ...(await fieldsOf(number)), answer: `l’hôte ${'a'.repeat(150)}` }
  const { statusCode, body } = await world.post(`/claims/${number}/count`, { cookie: care, fields, headers: { 'accept-language': 'en' } })
  expect(statusCode).toBe(200)
  expect(body).toContain('2 SMS, GSM-7')
  expect(body).toMatch(/data-sms="units">176</)
  expect(body).toMatch(/data-sms="characters">157</)
  expect(unescaped(body)).toContain(`Demande ${number} : l'hote aaa`)
  expect(unescaped(body)).toContain("’ → ' · ô → o")
  expect(await stored(number)).toMatchObject({ closed_at: null })
})

test('FIND-4 templates are filled in the language of the visitor, whatever the reader’s', async () => {
  const french = await aClaim({ language: 'fr' })
  const english = await aClaim({ language: 'en' })
  const offered = (await read(`/claims/${french.number}`)).body
  expect(offered).toContain('template=delivered')
  expect(offered).not.toContain('template=returned')
  expect((await read(`/claims/${french.number}?template=delivered`)).body).toMatch(
    /<textarea.*Bonjour, votre achat de 5 000 F a été livré le \d/s,
  )
  expect((await read(`/claims/${english.number}?template=delivered`)).body).toMatch(
    /<textarea.*Hello, your purchase of 5,000 F was delivered on \d/s,
  )
  // A template that the books contradict cannot be forced by the address.
  expect((await read(`/claims/${french.number}?template=returned`)).body).not.toContain('vous ont été rendus')
})

test('CON-2 CON-5 a claim is taken, passed to a person who is signed in and may answer, and set free', async () => {
  const { number } = await aClaim()
  const assign = async (to: string, version: number, cookie = care) =>
    (await world.post(`/claims/${number}/assign`, { cookie, fields: { to, version: String(version) } })).statusCode
  expect(await assign('me', 0)).toBe(303)
  expect(await stored(number)).toMatchObject({ assigned_id: 'care-1', assigned_name: 'Care One', version: 1 })
  expect((await read(`/claims/${number}`)).body).toContain('Approver One')
  expect(await assign('approver-1', 1)).toBe(303)
  expect(await assign('viewer-1', 2)).toBe(422)
  expect(await assign('nobody-knows', 2)).toBe(422)
  expect(await assign('', 1)).toBe(409)
  expect(await assign('', 2)).toBe(303)
  expect(await stored(number)).toMatchObject({ assigned_id: null, version: 3 })
  expect(await assign('me', 3, viewer)).toBe(403)
  expect((await answer(number, OK, { cookie: viewer, fields: await fieldsOf(number) })).statusCode).toBe(403)
  const forged = await world.ask({
    method: 'POST',
    url: `/claims/${number}/answer`,
    payload: new URLSearchParams({ 'form-token': 'x', 'idempotency-key': randomUUID(), answer: OK }).toString(),
    headers: { cookie: care, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(forged.statusCode).toBe(403)
  expect((await stored(number)).closed_at).toBeNull()
})

test('CLAIM-1 CON-10 the right number and the number of the answer are shown for a minute, with a reason, on record', async () => {
  const cipher = createFieldCipher({ secret: CONSOLE_SECRET, secretBefore: null })
  const { number } = await aClaim({ kind: 'wrong-number', rightNumber: cipher.encrypt(RIGHT_NUMBER, '91234567') })
  expect((await read(`/claims/${number}`)).body).not.toMatch(/91\s?23\s?45\s?67/)
  const show = (reason: string, cookie = care) => world.post(`/claims/${number}/number`, { cookie, fields: { reason } })
  expect((await show('no')).statusCode).toBe(422)
  expect((await show('Call the customer back', viewer)).statusCode).toBe(403)
  expect((await show('Call the customer back')).statusCode).toBe(303)
  expect((await read(`/claims/${number}`)).body.replaceAll(/\s/g, '')).toContain('91234567')
  expect((await stored(number)).right_number_read_by).toBe('Care One')
  expect((await read(`/claims/${number}`, other)).body.replaceAll(/\s/g, '')).not.toContain('91234567')
  expect((await world.audit()).some(({ act, target_id }) => act === 'see-number' && target_id === number)).toBe(true)
})

test('CON-4 CON-10 the export of a list has no number and no formula, and is in the audit log', async () => {
  const { number } = await aClaim({ words: '=cmd|calc' })
  const file = await world.post('/claims/export?list=open', { cookie: viewer, headers: { 'accept-language': 'en' } })
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="claims-[\d-]+\.csv"$/)
  const rows = csvRows(file.body.replace('\uFEFF', ''))
  expect(JSON.stringify(rows)).toContain(number)
  expect(file.body).toContain("'=cmd|calc")
  expect(file.body).not.toMatch(/96000070|90000001/)
  expect((await world.audit())[0]).toMatchObject({ act: 'export-payments', detail: { list: 'open', rows: 1, masked: true } })
})

test('a search by the number of a claim leads to the claim', async () => {
  const { number } = await aClaim()
  const headers = { cookie: care, 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ q: number.toLowerCase() }).toString()
  expect((await world.ask({ method: 'POST', url: '/search', payload, headers })).headers.location).toBe(`/claims/${number}`)
})
