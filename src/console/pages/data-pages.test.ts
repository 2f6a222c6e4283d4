import { beforeAll, expect, test } from 'vitest'
import { csvRows } from '#shared/csv-rows.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ConsoleWorld } from '#tests/support/console-world.ts'
import { storeCustomerData } from '#tests/support/customer-data.ts'
import { staffedConsole } from '#tests/support/staffed-console.ts'

const [NUMBER, OTHER] = ['91300001', '91300002']
const NOTE = 'a letter of the customer'

let world: ConsoleWorld
let [care, finance, approver, viewer] = ['', '', '', '']
let references = { paid: '', byThem: '', open: '' }

beforeAll(async () => {
  world = await staffedConsole()
  ;[care, finance, approver, viewer] = await Promise.all([
    world.sessionOf({ id: 'care-1', name: 'Care One', roles: ['care'] }),
    world.sessionOf({ id: 'finance-1', name: 'Finance One', roles: ['finance'] }),
    world.sessionOf({ id: 'approver-1', name: 'Approver One', roles: ['approver'] }),
    world.sessionOf({ id: 'viewer-1', name: 'Viewer One', roles: ['viewer'] }),
  ])
  references = await storeCustomerData(world.db, NUMBER, OTHER)
})

const read = (url: string, cookie: string) => world.ask({ method: 'GET', url, headers: { cookie, 'accept-language': 'en' } })
const post = (url: string, cookie: string, fields: Record<string, string> = {}) => world.post(url, { cookie, fields })
const locationOf = (answer: { headers: { location?: string } }) => String(answer.headers.location)
const links = async () =>
  (
    await world.db
      .selectFrom('payment_link')
      .selectAll()
      .where('msisdn', '=', NUMBER as MobileNumber)
      .execute()
  ).length
const proposalIn = (body: string) => Number(/\/approvals\/(\d+)/.exec(body)?.[1])

/** The address of what a person looked up. */
async function lookUp(cookie: string, number = NUMBER): Promise<string> {
  const answer = await post('/customer-data/find', cookie, { number })
  expect(answer.statusCode).toBe(303)
  return locationOf(answer)
}

test('CON-4 CON-10 a number is looked up by a form, no address holds it, and another person cannot use the address', async () => {
  const address = await lookUp(care)
  expect(address).toMatch(/^\/customer-data\?n=[\w-]+$/)
  const { body } = await read(address, care)
  expect(body).toContain('Closed claims: number and answer')
  expect(body).not.toContain(NUMBER)
  const ofOther = await read(address, finance)
  expect(ofOther.body).not.toContain('Closed claims')
  expect((await world.audit()).find(({ act }) => act === 'find-customer-data')).toMatchObject({ actor_id: 'care-1', outcome: 'done' })
  const forged = await read('/customer-data?n=AAAA', care)
  expect([forged.statusCode, forged.body.includes('Closed claims')]).toEqual([200, false])
  expect((await post('/customer-data/find', care, { number: '9130' })).statusCode).toBe(422)
})

test('ERASE-1 CON-3 care proposes an erasure, an approver types the number, and it happens once', async () => {
  const address = await lookUp(care)
  const erase = address.replace('/customer-data', '/customer-data/erase')
  expect((await post(erase, care, { note: `call ${NUMBER}` })).statusCode).toBe(422)
  expect((await post(erase, finance, { note: NOTE })).statusCode).toBe(409)
  expect((await post(erase, care, { note: NOTE })).statusCode).toBe(303)
  expect((await post(erase, care, { note: NOTE })).statusCode).toBe(409)
  const list = await read('/approvals', approver)
  const id = proposalIn(list.body)
  expect((await read('/', approver)).body).toContain('waits for your approval')
  const page = await read(`/approvals/${id}`, approver)
  expect(page.body).toContain('What is erased does not come back.')
  expect(page.body).not.toContain(NUMBER)
  expect((await read(`/approvals/${id}`, care)).body).not.toContain(`/approvals/${id}/approve`)
  expect((await post(`/approvals/${id}/approve`, care, { number: NUMBER })).statusCode).toBe(403)
  expect((await post(`/approvals/${id}/approve`, viewer, { number: NUMBER })).statusCode).toBe(403)
  expect((await post(`/approvals/${id}/approve`, approver, { number: OTHER })).statusCode).toBe(422)
  expect(await links()).toBe(1)
  const key = crypto.randomUUID()
  const press = () => post(`/approvals/${id}/approve`, approver, { number: NUMBER, 'idempotency-key': key })
  expect((await Promise.all([press(), press()])).map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(await links()).toBe(0)
  expect((await world.audit()).filter(({ act, outcome }) => act === 'erase-customer-data' && outcome === 'approved')).toHaveLength(1)
  expect((await post(`/approvals/${id}/file`, care)).statusCode).toBe(404)
  const open = await world.db.selectFrom('pay_order').select('id').where('reference', '=', references.open).executeTakeFirst()
  expect(open).toBeDefined()
})

test('CON-10 the proposer alone fetches an approved export of a customer, as a file whose name holds no number', async () => {
  const address = await lookUp(finance)
  await post(address.replace('/customer-data', '/customer-data/export'), finance, { note: NOTE })
  const id = proposalIn((await read(address, finance)).body)
  expect((await post(`/approvals/${id}/file`, finance)).statusCode).toBe(403)
  expect((await post(`/approvals/${id}/approve`, approver, { number: '+227 91 30 00 01' })).statusCode).toBe(303)
  expect((await read(`/approvals/${id}`, approver)).body).not.toContain(`/approvals/${id}/file`)
  expect((await post(`/approvals/${id}/file`, approver)).statusCode).toBe(403)
  const file = await post(`/approvals/${id}/file`, finance)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[a-z]+-[a-z]+-\d{4}-\d\d-\d\d\.json"$/)
  expect(file.headers['cache-control']).toContain('no-store')
  expect(JSON.parse(file.body).number).toBe(NUMBER)
  expect(file.body).not.toContain(OTHER)
})

test('CON-3 CON-10 finance alone proposes full numbers; what is fetched is the filter that was approved', async () => {
  expect((await read('/payments', finance)).body).toContain('/payments/full-export?')
  expect((await read('/payments', care)).body).not.toContain('/payments/full-export?')
  expect((await read('/payments/full-export', care)).body).toContain('Only for: Finance.')
  expect((await post('/payments/full-export/propose', care, { note: NOTE })).statusCode).toBe(403)
  const proposed = await post('/payments/full-export/propose', finance, { note: 'for the auditor', filter: 'state=open' })
  const to = locationOf(proposed)
  expect(to).toMatch(/^\/approvals\/\d+$/)
  expect((await read(to, approver)).body).toContain('Payments of this filter: 1')
  expect((await post(`${to}/approve`, finance)).statusCode).toBe(403)
  expect((await post(`${to}/approve`, approver)).statusCode).toBe(303)
  const file = await post(`${to}/file`, finance)
  const rows = csvRows(file.body.replace('\uFEFF', ''))
  expect(rows).toHaveLength(1)
  expect(file.body).toContain(NUMBER)
  expect((await world.audit())[0]).toMatchObject({
    act: 'export-numbers',
    outcome: 'done',
    actor_id: 'finance-1',
    detail: { rows: 1, masked: false, note: 'for the auditor', filter: expect.stringMatching(/^from=\d{4}-\d\d-\d\d&state=open$/) },
  })
})

test('a proposal is rejected or withdrawn with a reason, and a made-up one is not found', async () => {
  const address = await lookUp(care)
  await post(address.replace('/customer-data', '/customer-data/export'), care, { note: NOTE })
  const id = proposalIn((await read(address, care)).body)
  expect((await post(`/approvals/${id}/reject`, finance, { note: 'no' })).statusCode).toBe(403)
  expect((await post(`/approvals/${id}/reject`, care, { note: '' })).statusCode).toBe(422)
  expect((await post(`/approvals/${id}/reject`, care, { note: 'asked by mistake' })).statusCode).toBe(303)
  expect((await read(`/approvals/${id}`, approver)).body).toContain('This proposal was rejected.')
  for (const path of ['/approvals/0', '/approvals/x', '/approvals/1e999', '/approvals/999999'])
    expect((await read(path, approver)).statusCode, path).toBe(404)
})
