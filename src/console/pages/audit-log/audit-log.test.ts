import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#features/audit/audit-entry.ts'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'

let world: ConsoleWorld

const AMINA: AuditEntry['actor'] = { id: 'amina', name: 'Amina S.', roles: ['care'] }
const BACHIR: AuditEntry['actor'] = { id: 'bachir', name: 'Bachir T.', roles: ['finance'] }

beforeAll(async () => {
  world = await consoleWorld()
  const target = { kind: 'payment', id: 'GABCDEFGHJKM' }
  await appendAudit(world.db, { actor: AMINA, act: 'refund', outcome: 'proposed', target, detail: { amount: 5000 } })
  await appendAudit(world.db, { actor: BACHIR, act: 'refund', outcome: 'approved', target, detail: {} })
  await appendAudit(world.db, {
    actor: AMINA,
    act: 'add-note',
    outcome: 'done',
    target,
    detail: { note: '<script>alert(1)</script> call 90123456' },
  })
})

async function page(roles: Parameters<ConsoleWorld['sessionOf']>[0], query = '') {
  const cookie = await world.sessionOf(roles)
  const answer = await world.ask({ method: 'GET', url: `/audit${query}`, headers: { cookie, 'accept-language': 'en' } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

const rowsOf = (html: string) => (html.match(/<tr>/g) ?? []).length - 1

test('CON-4 finance and approvers read every line, all others their own', async () => {
  expect(await page({ roles: ['finance'], id: 'someone' })).toContain('Amina S.')
  expect(await page({ roles: ['approver'], id: 'someone' })).toContain('Bachir T.')
  const own = await page({ roles: ['care'], id: 'amina', name: 'Amina S.' })
  expect(own).not.toContain('Bachir T.')
  expect(rowsOf(own)).toBe(2)
  expect(own).toContain('You read your own lines')
})

test('CON-4 a person who reads their own lines cannot ask for those of others by the address', async () => {
  const own = await page({ roles: ['viewer'], id: 'amina' }, '?person=bachir')
  expect(own).not.toContain('Bachir T.')
})

test.for<[query: string, rows: number]>([
  ['?act=refund', 2],
  ['?act=refund&outcome=approved', 1],
  ['?target=gabc-defg-hjkm', 3],
  ['?target=GNONE', 0],
  ['?day=2020-01-01', 0],
  ['?day=nonsense&outcome=nonsense&before=-1&act=add-note', 1],
  ["?act=refund'%3B%20drop%20table%20audit_entry%3B--", 0],
])('CON-4 the filter %s shows %i lines', async ([query, rows]) => {
  const html = await page({ roles: ['finance'], id: 'reader' }, query)
  if (rows === 0) expect(html).toContain('No line matches this filter.')
  else expect(rowsOf(html)).toBe(rows)
})

test('CON-10 script in a note is shown as text, and a number in it is masked', async () => {
  const html = await page({ roles: ['finance'], id: 'reader' }, '?act=add-note')
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('90123456')
})

test('CON-4 the page says when the chain was checked, and names the line where it was broken', async () => {
  expect(await page({ roles: ['finance'], id: 'reader' })).toMatch(/Chain checked at \d\d:\d\d, lines: \d+/)
  const fresh = await consoleWorld()
  for (const act of ['sign-in', 'sign-out', 'sign-in'])
    await appendAudit(fresh.db, { actor: AMINA, act, outcome: 'done', target: null, detail: {} })
  await fresh.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_entry set actor_name = 'Other' where sequence = 2`.execute(tx)
  })
  const cookie = await fresh.sessionOf({ roles: ['approver'] })
  const answer = await fresh.ask({ method: 'GET', url: '/audit', headers: { cookie, 'accept-language': 'en' } })
  expect(answer.body).toContain('Chain broken at line 2')
  expect(answer.body).toContain('leave everything as it is')
})

test('CON-4 an export holds the stored lines with their seals, no formula, and is a line of the log itself', async () => {
  const cookie = await world.sessionOf({ roles: ['finance'], id: 'reader' })
  const answer = await world.post('/audit/export?act=add-note', { cookie })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  const [entry] = (await world.audit()).slice(0, 1)
  expect(entry).toMatchObject({ act: 'export-audit', outcome: 'done', detail: { filter: 'act=add-note', rows: 1 } })
  const seal = await world.db.selectFrom('audit_entry').select('hash').where('act', '=', 'add-note').executeTakeFirstOrThrow()
  expect(answer.body).toContain(seal.hash.toString('hex'))
  expect(answer.body).not.toContain('90123456')
})
