import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAudit, verifyAudit } from '#features/audit/server/audit-log.ts'
import { openDatabase } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { APPROVER, BOTH, CARE, OTHER_APPROVER } from '#tests/support/desk-world.ts'
import { storeCustomerData } from '#tests/support/customer-data.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import type { Actor } from '../desk-ports.ts'
import { countCustomerData } from './customer-data.store.ts'
import { createDataDesk, type Wanted, type WriteFile } from './data-desk.ts'
import { listDataProposals, listFetchable } from './data-proposals.ts'
import { expireProposals } from './expire-proposals.ts'
import { exportCustomerData } from './export-customer-data.ts'

const db = openDatabase((await testDatabase()).pool)
let passed = 0
const clock = { now: () => new Date(Date.now() + passed) }
const cipher = createFieldCipher({ secret: 'a secret of the tests, long enough for a key', secretBefore: null })
const desk = createDataDesk({ db, clock, cipher })
const key = () => randomUUID()
const FINANCE: Actor = { id: 'sub-fati', name: 'Fati', roles: ['finance'], via: 'console' }
const NOTE = 'a letter of the customer'
const DAY = 24 * 3_600_000

let made = 0
/** A number of its own for each test, with another person in its payments. */
async function aCustomer() {
  made += 1
  const [number, other] = [`9110${String(made).padStart(4, '0')}`, `9120${String(made).padStart(4, '0')}`]
  return { number: number as MobileNumber, other: other as MobileNumber, ...(await storeCustomerData(db, number, other)) }
}

const writeCustomer: WriteFile = (tx, _request, number) => exportCustomerData(tx, number ?? ('' as MobileNumber), clock.now())
const wantedOf = (act: 'export-customer-data' | 'erase-customer-data', number: string): Wanted => ({ act, number, note: NOTE })
async function proposed(wanted: Wanted, staff: Actor = CARE): Promise<number> {
  const result = await desk.propose({ staff, key: key(), wanted })
  if (result.kind !== 'proposed') throw new Error(JSON.stringify(result))
  return result.proposal
}
const last = async () => (await listAudit(db, { limit: 1 }))[0]

test('CON-4 looking up a number counts every kind that is stored, and the log has who looked, with the number masked', async () => {
  const { number } = await aCustomer()
  const found = await desk.find({ staff: CARE, number: ` +227 ${number} ` })
  expect(found).toEqual({
    kind: 'found',
    number,
    counts: {
      payments: 3,
      'open-claims': 1,
      claims: 1,
      'claim-words': 1,
      links: 1,
      purchases: 1,
      'paid-purchases': 1,
      leads: 1,
      'paid-leads': 2,
      codes: 1,
      'ussd-sessions': 0,
      'ussd-payments': 1,
    },
  })
  expect(await last()).toMatchObject({ act: 'find-customer-data', outcome: 'done', actor: { id: CARE.id }, target: { kind: 'number' } })
  expect(JSON.stringify(await last())).not.toContain(number)
  expect(await desk.find({ staff: CARE, number: '12' })).toEqual({ kind: 'refused', why: 'not-a-number' })
  expect(await desk.find({ staff: { ...CARE, roles: ['viewer'] }, number })).toEqual({ kind: 'refused', why: 'role' })
  expect(await last()).toMatchObject({ outcome: 'refused', detail: { why: 'role' } })
})

test('ERASE-1 CON-3 an erasure needs two people; it leaves payments, those under way, open claims and other people alone', async () => {
  const { number, other } = await aCustomer()
  const before = await countCustomerData(db, other)
  const proposal = await proposed(wantedOf('erase-customer-data', number))
  expect((await countCustomerData(db, number)).links).toBe(1)
  expect(await desk.approve({ staff: APPROVER, key: key(), proposal, number })).toEqual({ kind: 'done' })
  expect(await countCustomerData(db, number)).toMatchObject({
    payments: 3,
    'open-claims': 1,
    claims: 1,
    'claim-words': 0,
    links: 0,
    purchases: 0,
    'paid-purchases': 1,
    leads: 0,
    'paid-leads': 2,
    codes: 1,
    'ussd-payments': 1,
  })
  expect(await countCustomerData(db, other)).toEqual(before)
  const entry = await last()
  expect(entry).toMatchObject({ act: 'erase-customer-data', outcome: 'approved', actor: { id: APPROVER.id } })
  expect(entry?.detail).toMatchObject({ links: 1, purchases: 1, leads: 1, 'claim-words': 1, note: NOTE })
  expect((await verifyAudit(db)).brokenAt).toBeNull()
})

test('CON-3 the approver types the number again; a wrong one, the proposer and other roles approve nothing', async () => {
  const { number, other } = await aCustomer()
  const proposal = await proposed(wantedOf('erase-customer-data', number), BOTH)
  const tries: [Actor, string | null, string][] = [
    [APPROVER, other, 'number-differs'],
    [APPROVER, null, 'number-differs'],
    [APPROVER, '', 'number-differs'],
    [BOTH, number, 'own-proposal'],
    [FINANCE, number, 'role'],
    [{ ...APPROVER, id: 'command:issa', name: 'ISSA ', via: 'command' }, number, 'own-proposal'],
  ]
  for (const [staff, typed, why] of tries) {
    expect(await desk.approve({ staff, key: key(), proposal, number: typed })).toEqual({ kind: 'refused', why })
    expect(await last()).toMatchObject({ outcome: 'refused', actor: { id: staff.id }, detail: { why } })
  }
  expect((await countCustomerData(db, number)).links).toBe(1)
})

test('CON-5 of two approvals at once one is done; a second press gets the first answer, and a used key does nothing else', async () => {
  const { number, other } = await aCustomer()
  const wanted = wantedOf('erase-customer-data', number)
  const same = key()
  const [one, two] = await Promise.all([1, 2].map(() => desk.propose({ staff: CARE, key: same, wanted })))
  expect(one).toEqual(two)
  expect(await desk.propose({ staff: CARE, key: key(), wanted })).toEqual({ kind: 'refused', why: 'proposal-open' })
  expect(await desk.propose({ staff: CARE, key: same, wanted: wantedOf('export-customer-data', other) })).toMatchObject({ why: 'key-used' })
  const proposal = one?.kind === 'proposed' ? one.proposal : 0
  const results = await Promise.all([APPROVER, OTHER_APPROVER].map((staff) => desk.approve({ staff, key: key(), proposal, number })))
  expect(results.map((result) => (result.kind === 'refused' ? result.why : result.kind)).toSorted()).toEqual(['decided', 'done'])
  expect(await desk.reject({ staff: CARE, key: key(), proposal, note: NOTE })).toEqual({ kind: 'refused', why: 'decided' })
})

test('CON-10 an export is fetched by its proposer after the approval, each time on record, without secrets of other people', async () => {
  const { number, other, paid, byThem } = await aCustomer()
  const proposal = await proposed(wantedOf('export-customer-data', number), FINANCE)
  expect(await desk.fetch({ staff: FINANCE, proposal }, writeCustomer)).toEqual({ kind: 'refused', why: 'needs-two' })
  expect(await desk.approve({ staff: APPROVER, key: key(), proposal, number })).toEqual({ kind: 'done' })
  expect(await desk.fetch({ staff: APPROVER, proposal }, writeCustomer)).toEqual({ kind: 'refused', why: 'role' })
  expect((await listFetchable(db, { staffId: FINANCE.id, since: new Date(clock.now().getTime() - DAY) })).map(({ id }) => id)).toContain(
    proposal,
  )
  const file = await desk.fetch({ staff: FINANCE, proposal }, writeCustomer)
  const body = file.kind === 'file' ? file.body : ''
  const data = JSON.parse(body)
  expect(data.number).toBe(number)
  expect(data.payments).toHaveLength(3)
  const payment = (reference: string) => data.payments.find((each: { reference: string }) => each.reference === reference)
  expect(payment(paid)).toMatchObject({ line: number, amount: 1000, currency: 'XOF', hasEmail: true, attempts: [{ providerNumber: null }] })
  expect(payment(byThem)).toMatchObject({ attempts: [{ payer: number, providerNumber: `T-${number}` }] })
  for (const secret of [other, `T-${other}`, 'secret@example.ne', 'sealed', 'client_key', 'consent_hash'])
    expect(body).not.toContain(secret)
  expect(data.claims[0]).toMatchObject({ words: 'it went to someone else', hasRightNumber: true })
  expect(data.broadbandRequests).toHaveLength(3)
  expect(data.paymentsLeftOut).toBe(0)
  expect(await last()).toMatchObject({ act: 'export-customer-data', outcome: 'done', actor: { id: FINANCE.id }, detail: { masked: false } })
  const gone = { ...FINANCE, roles: ['viewer' as const] }
  expect(await desk.fetch({ staff: gone, proposal }, writeCustomer)).toEqual({ kind: 'refused', why: 'role' })
  passed += DAY
  expect(await desk.fetch({ staff: FINANCE, proposal }, writeCustomer)).toEqual({ kind: 'refused', why: 'expired' })
})

test('CON-3 full numbers of payments are proposed by finance only, and fetched with the filter that was approved', async () => {
  const wanted: Wanted = { act: 'export-numbers', filter: 'from=2026-11-19', note: 'for the auditor' }
  expect(await desk.propose({ staff: CARE, key: key(), wanted })).toEqual({ kind: 'refused', why: 'role' })
  const proposal = await proposed(wanted, FINANCE)
  expect(await desk.approve({ staff: APPROVER, key: key(), proposal, number: null })).toEqual({ kind: 'done' })
  const file = await desk.fetch({ staff: FINANCE, proposal }, async (_tx, request) => ({ body: JSON.stringify(request), rows: 7 }))
  expect(file).toMatchObject({ body: expect.stringContaining('from=2026-11-19') })
  expect(await last()).toMatchObject({
    act: 'export-numbers',
    outcome: 'done',
    target: null,
    detail: { filter: 'from=2026-11-19', rows: 7, masked: false },
  })
})

test('a proposal keeps no readable number, a note with a secret is refused, and made-up proposals are not found', async () => {
  const { number } = await aCustomer()
  const proposal = await proposed(wantedOf('erase-customer-data', number))
  const row = await db.selectFrom('staff_proposal').selectAll().where('id', '=', proposal).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(number)
  const secret = { ...wantedOf('export-customer-data', number), note: `call ${number}` }
  expect(await desk.propose({ staff: CARE, key: key(), wanted: secret })).toEqual({ kind: 'refused', why: 'secret-in-text' })
  for (const made_up of [0, -1, Number.NaN, 1.5, 2 ** 60, 999_999])
    expect(await desk.approve({ staff: APPROVER, key: key(), proposal: made_up, number })).toEqual({ kind: 'refused', why: 'not-found' })
})

test('CON-3 one person alone only from a shell, and the act is marked as an emergency', async () => {
  const { number } = await aCustomer()
  const asked = { key: key(), wanted: wantedOf('erase-customer-data', number) }
  expect(await desk.performInEmergency({ staff: CARE, ...asked }, writeCustomer)).toEqual({ kind: 'refused', why: 'role' })
  const shell: Actor = { ...CARE, id: 'command:amina', via: 'command' }
  expect(await desk.performInEmergency({ staff: shell, ...asked, key: key() }, writeCustomer)).toEqual({ kind: 'done', body: null })
  expect(await last()).toMatchObject({ outcome: 'done', detail: { emergency: true, via: 'command', links: 1 } })
  const { rows } = await sql<{ count: number }>`select count(*) as count from staff_act where is_emergency`.execute(db)
  expect(rows[0]?.count).toBe(1)
})

test('CON-3 CON-4 proposals end after 24 hours: once, with one entry each, also when two replicas do it and people decide', async () => {
  await expireProposals({ db, clock })
  const customers = await Promise.all([aCustomer(), aCustomer(), aCustomer()])
  const ids = []
  for (const { number } of customers) ids.push(await proposed(wantedOf('erase-customer-data', number)))
  expect(await expireProposals({ db, clock })).toBe(0)
  passed += DAY
  expect(await listDataProposals(db, clock.now())).toEqual([])
  const [first = 0] = ids
  const [one, two, late] = await Promise.all([
    expireProposals({ db, clock }),
    expireProposals({ db, clock }),
    desk.approve({ staff: APPROVER, key: key(), proposal: first, number: customers[0]?.number ?? '' }),
  ])
  expect(late).toEqual({ kind: 'refused', why: 'expired' })
  expect((one ?? 0) + (two ?? 0)).toBeGreaterThanOrEqual(2)
  const told = (await listAudit(db, { outcome: 'expired' })).map(({ detail, actor }) => `${actor.id} ${detail.proposal}`)
  for (const id of ids) expect(told.filter((line) => line === `portal ${id}`)).toHaveLength(1)
  expect((await countCustomerData(db, customers[0]?.number ?? ('' as MobileNumber))).links).toBe(1)
  expect((await verifyAudit(db)).brokenAt).toBeNull()
})

test('every table with a column for a number is searched', async () => {
  const claims = ['home_broadband_lead', 'pay_case', 'payment_link']
  const codes = ['code_guess', 'one_time_code', 'one_time_code_challenge', 'pay_payer_proof', 'unasked_sms']
  const { rows } = await sql<{ table: string }>`select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and column_name ~ '(msisdn|contact_number)'`.execute(db)
  expect(rows.map(({ table }) => table).toSorted()).toEqual([...claims, ...codes, 'ussd_purchase', 'ussd_session'].toSorted())
})
