import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { csvRows } from '#shared/csv-rows.ts'
import type { ConsoleWorld } from '#tests/support/console-world.ts'
import { staffedConsole } from '#tests/support/staffed-console.ts'
import { storePayment } from '#tests/support/console-payments.ts'

let world: ConsoleWorld
let [care, finance, approver, viewer, editor] = ['', '', '', '', '']
/** In review, paid with another amount than asked: refundable at once. */
let held = { id: '', reference: '' }

beforeAll(async () => {
  world = await staffedConsole()
  const { db } = world
  ;[care, finance, approver, viewer, editor] = await Promise.all([
    world.sessionOf({ id: 'care-1', name: 'Care One', roles: ['care'] }),
    world.sessionOf({ id: 'finance-1', name: 'Finance One', roles: ['finance'] }),
    world.sessionOf({ id: 'approver-1', name: 'Approver One', roles: ['approver'] }),
    world.sessionOf({ id: 'viewer-1', name: 'Viewer One', roles: ['viewer'] }),
    world.sessionOf({ id: 'editor-1', name: 'Editor One', roles: ['editor'] }),
  ])
  const paid = { state: 'PAID', paid: 700, reason: 'amount', txn: 'T-9', payer: '96000070' }
  held = await storePayment(db, { review: 'paid-another-amount', msisdn: '91000008', email: 'payer@example.ne', attempts: [paid] })
  await storePayment(db, { msisdn: '91000009', attempts: [{ state: 'WAITING', payer: '96000071' }] })
  await sql`insert into pay_event (order_id, at, kind, source, code)
    values (${held.id}, now(), 'seen-paid', 'query', '<script>alert(1)</script> 4084084084084081 payer@example.ne')`.execute(db)
})

const read = async (url: string, cookie: string) => {
  const { statusCode, body, headers } = await world.ask({ method: 'GET', url, headers: { cookie, 'accept-language': 'en' } })
  return { statusCode, body, headers }
}

const PAGES = ['/', '/?period=week', '/payments', '/payments?money=gap', '/payments?q=G43KL4734M9VY', '/reviews', '/approvals'] as const
const ofHeld = [
  '',
  '/refund',
  '/refund-delivered',
  '/deliver-again',
  '/ask-again',
  '/resend-receipt',
  '/close-review',
  '/retry-failed',
  '/number',
]

test('every page of payments opens for each role that may read it, and never shows a number, card or address', async () => {
  const urls = [...PAGES, ...ofHeld.map((rest) => `/payments/${held.reference}${rest}`)]
  for (const cookie of [care, finance, approver, viewer])
    for (const url of urls) {
      const { statusCode, body } = await read(url, cookie)
      expect(statusCode, url).toBe(200)
      // CON-10, also of what a provider wrote; its markup stays text.
      for (const secret of ['91000008', '96000070', '4084084084084081', 'payer@', '<script>alert'])
        expect(body, `${url} ${secret}`).not.toContain(secret)
    }
  expect((await read('/payments', editor)).statusCode).toBe(403)
  expect((await read('/payments/GAAAAAAAAAAAA', care)).statusCode).toBe(404)
})

test('CON-10 a search is posted, and a number goes on encrypted; a reference leads to its payment', async () => {
  const search = async (q: string) => {
    const headers = { cookie: care, 'content-type': 'application/x-www-form-urlencoded' }
    const { headers: answer } = await world.ask({ method: 'POST', url: '/search', payload: new URLSearchParams({ q }).toString(), headers })
    return String(answer.location)
  }
  expect(await search(held.reference.toLowerCase())).toBe(`/payments/${held.reference}`)
  const address = await search('+227 91 00 00 08')
  expect(address).toMatch(/^\/payments\?n=[\w-]+$/)
  expect(address).not.toContain('91000008')
  expect((await read(address, care)).body).toContain(held.reference.slice(0, 4))
  expect(await search('9100 000 8 9999')).not.toMatch(/\d{6}/)
  expect((await read('/payments?n=tampered', care)).statusCode).toBe(200)
})

test('CON-4 CON-10 an export is masked, is no formula, and is in the audit log with its filter and rows', async () => {
  const answer = await world.post('/payments/export', { cookie: viewer, fields: { filter: 'money=taken' } })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/)
  const rows = csvRows(answer.body.replace('\uFEFF', ''))
  expect(rows).toHaveLength(1)
  expect(answer.body).not.toMatch(/91000008|96000070|payer@/)
  expect((await world.audit())[0]).toMatchObject({ act: 'export-payments', outcome: 'done', detail: { rows: 1, masked: true } })
})

/** The fields that the page of an act was rendered with. */
async function fieldsOf(url: string, cookie: string): Promise<Record<string, string>> {
  const { body } = await read(url, cookie)
  const inputs = [...body.matchAll(/<input type="hidden" name="(seen|attempt|proposal|currency)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
}

test('CON-3 CON-5 a refund is proposed, not approved by its proposer, refused with another amount, and approved once', async () => {
  const page = `/payments/${held.reference}/refund`
  const seen = await fieldsOf(page, finance)
  const proposed = await world.post(`${page}/do`, { cookie: finance, fields: { ...seen, note: 'Another amount was paid' } })
  expect(proposed.statusCode).toBe(303)
  const proposal = await fieldsOf(page, approver)
  const approve = (cookie: string, amount: string, key = crypto.randomUUID()) =>
    world.post(`${page}/approve`, { cookie, fields: { ...proposal, amount, 'idempotency-key': key } })
  expect((await approve(finance, '700')).statusCode).toBe(403)
  expect((await approve(approver, '1000')).statusCode).toBe(422)
  expect((await approve(approver, 'sept cents')).statusCode).toBe(422)
  expect((await approve(approver, '700')).statusCode).toBe(303)
  // Pressed again, with a new key: decided already.
  expect((await approve(approver, '700')).statusCode).toBe(409)
  const { rows } = await sql<{
    amount_minor: number
    state: string
  }>`select amount_minor, state from pay_refund where order_id = ${held.id}`.execute(world.db)
  expect(rows).toEqual([{ amount_minor: 700, state: 'QUEUED' }])
  expect((await world.audit()).map(({ act, outcome }) => `${act} ${outcome}`)).toContain('refund approved')
  expect((await read(`/payments/${held.reference}`, viewer)).body).not.toContain('does not add up')
})

test('CON-5 an act on a payment that changed since the page was read is not done', async () => {
  const { id, reference } = await storePayment(world.db, {
    review: 'sources-disagree',
    attempts: [{ state: 'UNKNOWN', connector: 'mpesa', doubt: 'said-paid' }],
  })
  const page = `/payments/${reference}/close-review`
  const seen = await fieldsOf(page, care)
  await sql`update pay_attempt set state = 'WAITING' where order_id = ${id}`.execute(world.db)
  const answer = await world.post(`${page}/do`, { cookie: care, fields: { ...seen, as: 'not-paid', note: 'Not in its books' } })
  expect(answer.statusCode).toBe(409)
  expect((await world.db.selectFrom('pay_order').select('review').where('id', '=', id).executeTakeFirst())?.review).toBe('sources-disagree')
})

test('CON-4 a payment is given to another person from its page and in bulk, and to no one that a form made up', async () => {
  const { id, reference } = await storePayment(world.db, {
    review: 'sources-disagree',
    attempts: [{ state: 'UNKNOWN', doubt: 'said-paid' }],
  })
  const actor = { id: 'care-2', name: 'Care Two', roles: ['care'] as const }
  await appendAudit(world.db, { actor, act: 'sign-in', outcome: 'done', target: null, detail: {} })
  const assignee = async () =>
    (await world.db.selectFrom('staff_assignment').select('to_name').where('order_id', '=', id).executeTakeFirst())?.to_name
  const page = `/payments/${reference}`
  expect((await read(page, care)).body).toContain('>Care Two</option>')
  expect((await world.post(`${page}/assign`, { cookie: care, fields: { to: 'care-9' } })).statusCode).toBe(409)
  expect((await world.post(`${page}/assign`, { cookie: viewer, fields: { to: 'care-2' } })).statusCode).toBe(403)
  expect(await assignee()).toBeUndefined()
  expect((await world.post(`${page}/assign`, { cookie: care, fields: { to: 'care-2' } })).statusCode).toBe(303)
  expect(await assignee()).toBe('Care Two')
  const bulk = (fields: Record<string, string>) => world.post('/reviews/assign', { cookie: care, fields: { chosen: reference, ...fields } })
  expect((await bulk({ to: 'care-1' })).statusCode).toBe(303)
  expect(await assignee()).toBe('Care One')
  expect((await bulk({ to: 'other', person: '' })).statusCode).toBe(422)
  expect((await bulk({ to: 'other', person: 'care-2' })).statusCode).toBe(303)
  expect(await assignee()).toBe('Care Two')
  expect((await read('/reviews', care)).body).toContain('1 paiement est confié')
  expect((await bulk({ to: '' })).statusCode).toBe(303)
  expect(await assignee()).toBeNull()
})
