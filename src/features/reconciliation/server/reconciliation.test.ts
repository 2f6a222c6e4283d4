import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { Staff } from '#shared/staff-role.ts'
import { storePayment, type StoredAttempt } from '#tests/support/console-payments.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { workbookFile } from '#tests/support/workbook-file.ts'
import { OWN_FORMAT } from '../example-mappings.ts'
import type { Mapping } from '../mapping.ts'
import { explainDifference, listDifferences, readDay, signDay } from './days.ts'
import { compareAgain, compareStatement, mappingsOf, readStatement } from './statements.ts'
import { receiveStatement, type Place, type Received } from './uploads.ts'

const NOW = new Date('2026-11-19T09:00:00Z')
const at = (day: string, hour = 11) => new Date(`${day}T${hour}:00:00Z`)
const ONE: Staff = { id: 'finance-1', name: 'Finance One', roles: ['finance'] }
const TWO: Staff = { id: 'finance-2', name: 'Finance Two', roles: ['finance'] }
const APPROVER: Staff = { id: 'approver-1', name: 'Approver One', roles: ['approver'] }

let place: Place
let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  place = { db, clock: { now: () => NOW }, cipher: createFieldCipher({ secret: 'a secret of the tests, long enough', secretBefore: null }) }
})

/** Our reference at the provider. */
async function paid(day: string, attempt: Partial<StoredAttempt> = {}, source = 'paystack'): Promise<string> {
  const { id } = await storePayment(db, { at: at(day), attempts: [{ state: 'PAID', isWinner: true, connector: source, ...attempt }] })
  return (await db.selectFrom('pay_attempt').select('ref').where('order_id', '=', id).executeTakeFirstOrThrow()).ref
}

const file = async function* (text: string | Buffer) {
  yield Buffer.from(text)
}
const HEAD = 'Merchant Ref,Amount,Fee,Status,Completed,Txn\n'
const MAPPING: Mapping = {
  name: 'evening',
  columns: { reference: 'Merchant Ref', amount: 'Amount', fee: 'Fee', state: 'Status', at: 'Completed', number: 'Txn' },
  currency: 'XOF',
  words: { successful: 'done', reversed: 'returned', failed: 'not-done' },
  decimal: 'point',
  unit: 'units',
}
let transaction = 0
const row = (
  reference: string,
  status = 'Successful',
  amount = '1000',
  { fee = '20', time = '2026-11-17 12:00:00', txn = `T${(transaction += 1)}` } = {},
) => `${reference},${amount},${fee},${status},${time},${txn}\n`

const upload = (text: string | Buffer, { source = 'paystack', day = '2026-11-17', fileName = 'file.csv', staff = ONE } = {}) =>
  receiveStatement(place, { source, day, fileName, bytes: file(text), staff })

async function compare(received: Received, mapping: Mapping = MAPPING, isKept = false) {
  if (received.kind !== 'received') throw new Error(received.kind)
  return compareStatement(place, { id: received.id, staff: ONE, mapping, isKept })
}

const differencesIn = async (day: string, source = 'paystack') =>
  (await listDifferences(db, { source, day, limit: 1000 })).map(({ name, reference }) => [name, reference])

test('CON-6 twelve kinds of planted difference in one file are all found, and what matches is none', async () => {
  const day = '2026-11-17'
  const matched = await Promise.all(Array.from({ length: 15 }, () => paid(day)))
  const [dear, cheap, other, halfBack, late, expired, failed, returned, twice, missing, declinedFirst] = await Promise.all([
    paid(day),
    paid(day),
    paid(day, { currency: 'USD' }),
    paid(day, { state: 'REFUNDED', refund: { state: 'DONE' } }),
    paid(day, { state: 'WAITING', isWinner: false }),
    paid(day, { state: 'EXPIRED', isWinner: false }),
    paid(day),
    paid(day),
    paid(day),
    paid(day),
    paid(day),
  ])
  const lines = [
    ...matched.map((reference) => row(reference)),
    row('ABCDEFGH2345'),
    row('ABCDEFGH2346', 'Reversed'),
    row(dear, 'Successful', '5000'),
    row(cheap, 'Successful', '900'),
    row(other),
    row(halfBack, 'Reversed', '500'),
    row(late),
    row(expired),
    row(failed, 'Failed'),
    row(returned, 'Reversed'),
    row(twice),
    row(twice),
    row('SHOP-88213', 'Successful', 'no amount'),
    row('ABCDEFGH2347', 'Failed'),
    row(declinedFirst, 'Failed'),
    row(declinedFirst),
  ]
  const result = await compare(await upload(HEAD + lines.join('')))
  expect(result).toMatchObject({ kind: 'compared', counts: { lines: 31, ours: 30, left: 1, known: 0 }, differences: 12 })
  expect((await differencesIn(day)).toSorted()).toEqual(
    [
      ['unknown-here', 'ABCDEFGH2345'],
      ['unknown-here', 'ABCDEFGH2346'],
      ['missing-there', missing],
      ['another-amount', dear],
      ['another-amount', cheap],
      ['another-amount', other],
      ['another-amount', halfBack],
      ['done-there-only', late],
      ['done-there-only', expired],
      ['done-here-only', failed],
      ['returned-there-only', returned],
      ['twice-there', twice],
    ].toSorted(),
  )
  const reconciled = await readDay(db, { source: 'paystack', day })
  expect(reconciled?.figures?.matched).toEqual([{ currency: 'XOF', count: 17, minor: 17_000 }])
  expect(reconciled?.figures?.left).toBe(1)
})

test('CON-6 comparing changes no payment; what is done there only is asked about again, and the ledger says so', async () => {
  const day = '2026-10-02'
  const [waiting, right] = [await paid(day, { state: 'WAITING', isWinner: false }), await paid(day)]
  const state = async () =>
    (
      await sql`select o.fulfilment, o.review, o.paid_at, a.state, a.paid_minor, a.reason from pay_order o join pay_attempt a on a.order_id = o.id
      where a.ref = any(${[waiting, right]}) order by a.ref`.execute(db)
    ).rows
  const before = await state()
  await compare(await upload(HEAD + row(waiting) + row(right, 'Reversed'), { day }))
  expect(await state()).toEqual(before)
  const asked = await sql<{ ref: string; code: string }>`select a.ref, e.code from pay_event e join pay_attempt a on a.order_id = e.order_id
    where e.kind = 'asked-again' and a.ref = any(${[waiting, right]})`.execute(db)
  expect(asked.rows).toEqual([{ ref: waiting, code: 'statement, Finance One' }])
  const due = await db.selectFrom('pay_attempt').select('next_query_at').where('ref', '=', waiting).executeTakeFirstOrThrow()
  expect(due.next_query_at).toEqual(NOW)
})

test('CON-6 the same file counts once: a second upload leads to the first, also when two are compared at the same time', async () => {
  const day = '2026-10-03'
  const text = HEAD + row(await paid(day))
  await compare(await upload(text, { day, fileName: 'first.csv' }))
  expect(await upload(text, { day: '2026-10-04' })).toEqual({ kind: 'same-file', source: 'paystack', day, fileName: 'first.csv' })
  const again = HEAD + row(await paid(day))
  const [one, other] = [await upload(again, { day }), await upload(`${again}\n`, { day })]
  const results = await Promise.all([compare(one), compare(one), compare(other)])
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(['compared', 'compared', 'compared-before'])
  const lines = await sql<{ count: number }>`select count(*) as count from recon_line where day = ${day}`.execute(db)
  expect(lines.rows[0]?.count).toBe(2)
})

test('CON-6 days that overlap: a known line is not counted twice, a second number under one reference is', async () => {
  const [before, day] = ['2026-10-05', '2026-10-06']
  const [early, own, doubled] = [await paid(before), await paid(day), await paid(before)]
  const shared = row(early, 'Successful', '1000', { time: '2026-10-05 23:59:00' })
  const first = row(doubled, 'Successful', '1000', { txn: 'A-1' })
  await compare(await upload(HEAD + shared + first, { day: before }))
  const result = await compare(await upload(HEAD + shared + row(own) + row(doubled, 'Successful', '1000', { txn: 'A-2' }), { day }))
  expect(result).toMatchObject({ kind: 'compared', counts: { lines: 3, known: 1 } })
  expect(await differencesIn(day)).toEqual([['twice-there', doubled]])
  expect((await readDay(db, { source: 'paystack', day }))?.figures?.totals[0]?.there).toEqual({ count: 2, minor: 2000 })
})

test('CON-6 a new word for the state stops the comparison and is named; nothing of the file is stored', async () => {
  const day = '2026-10-07'
  const received = await upload(HEAD + row(await paid(day)) + row(await paid(day), 'Partially Reversed') + row('X', 'constructor'), { day })
  expect(await compare(received)).toEqual({ kind: 'new-words', words: ['Partially Reversed', 'constructor'] })
  expect(await sql`select from recon_line where day = ${day}`.execute(db)).toMatchObject({ rows: [] })
  const known = { ...MAPPING, words: { ...MAPPING.words, 'partially reversed': 'returned', constructor: 'not-done' } as const }
  expect(await compare(received, known, true)).toMatchObject({ kind: 'compared' })
  const [first] = await mappingsOf(db, 'paystack')
  expect(first).toEqual(known)
})

test('CON-6 a mapping that swaps amount and fee is refused, with and without a column of fees', async () => {
  const day = '2026-10-08'
  const lines = await Promise.all(Array.from({ length: 8 }, async () => row(await paid(day))))
  const received = await upload(HEAD + lines.join(''), { day })
  const { fee: _fee, ...others } = MAPPING.columns
  expect(await compare(received, { ...MAPPING, columns: { ...others, amount: 'Fee', fee: 'Amount' } })).toEqual({ kind: 'swapped' })
  expect(await compare(received, { ...MAPPING, columns: { ...others, amount: 'Fee' } })).toEqual({ kind: 'amounts-differ' })
  expect(await compare(received, { ...MAPPING, columns: { ...others, net: 'Amount', amount: 'Fee' } })).toEqual({ kind: 'net-differs' })
  expect(await differencesIn(day)).toEqual([])
  expect(await compare(received)).toMatchObject({ kind: 'compared', differences: 0 })
  expect((await readDay(db, { source: 'paystack', day }))?.figures?.fees).toEqual([{ currency: 'XOF', fees: 160, net: 7840 }])
})

test('CON-6 unreadable cells of our lines are named by line and column, and nothing is stored', async () => {
  const day = '2026-10-09'
  const reference = await paid(day)
  const text =
    HEAD +
    row(reference, 'Successful', '1.000,5') +
    row(reference, 'Successful', '0') +
    `${reference},"1000",1,Successful,yesterday,T,more\n`
  expect(await compare(await upload(text, { day }))).toEqual({
    kind: 'unreadable-lines',
    count: 3,
    problems: [
      { line: 2, field: 'cells', text: expect.any(String) },
      { line: 3, field: 'amount', text: '0' },
      { line: 4, field: 'cells', text: 'more' },
    ],
  })
  expect(await sql`select from recon_line where day = ${day}`.execute(db)).toMatchObject({ rows: [] })
})

test('CON-6 payouts of a file are summed with their fees; a workbook is compared like a CSV', async () => {
  const day = '2026-10-10'
  const [one, two] = [await paid(day), await paid(day)]
  const book = workbookFile({
    rows: [
      ['reference', 'amount', 'currency', 'state', 'fee', 'payout'],
      [one, 1000, 'XOF', 'paid', 15.5, 'PO-1'],
      [two, 1000, 'XOF', 'paid', 15, 'PO-1'],
      ['=cmd|calc', 1, 'XOF', 'paid', 0, 'PO-2'],
    ],
  })
  const mapping = { ...OWN_FORMAT, columns: { ...OWN_FORMAT.columns, fee: 'fee', payout: 'payout' } }
  expect(await compare(await upload(book, { day }), mapping)).toMatchObject({ kind: 'compared', counts: { left: 1 } })
  expect((await readDay(db, { source: 'paystack', day }))?.figures?.payouts).toEqual([
    { payout: 'PO-1', currency: 'XOF', lines: 2, minor: 2000, fees: 31 },
  ])
})

test('CON-10 neither numbers of payers nor addresses of mail are stored: not in lines, not in the look at a file, not in a part', async () => {
  const day = '2026-10-11'
  const text = `${HEAD}+227 90 00 00 01 payer@example.ne,1000,1,Successful,,90000001\n${row(await paid(day))}`
  const received = await upload(text, { day, fileName: '../../<img src=x> 90000001.csv' })
  const stored = async () =>
    JSON.stringify([
      (await sql`select sealed from recon_file_part`.execute(db)).rows,
      (await sql`select * from recon_statement where day = ${day}`.execute(db)).rows,
      (await sql`select * from recon_line where day = ${day}`.execute(db)).rows,
    ])
  const early = await stored()
  await compare(received)
  for (const secret of ['90000001', '90 00 00 01', 'payer@', '../'])
    for (const held of [early, await stored()]) expect(held).not.toContain(secret)
  expect((await sql`select from recon_file_part`.execute(db)).rows).toEqual([])
})

async function aCleanDay(day: string): Promise<void> {
  await compare(await upload(HEAD + row(await paid(day)), { day }))
}
const versionOf = async (day: string) => (await readDay(db, { source: 'paystack', day }))?.version ?? null
const sign = async (day: string, staff: Staff, version?: number) =>
  signDay(place, { source: 'paystack', day, staff, version: version ?? (await versionOf(day)) })

test('CON-6 two people sign a day, finance first, nobody both; then neither staff nor SQL changes it', async () => {
  const day = '2026-10-12'
  await aCleanDay(day)
  expect(await sign(day, APPROVER)).toBe('needs-finance')
  expect(await sign(day, ONE, 99)).toBe('changed')
  expect(await sign(day, ONE)).toBeNull()
  expect(await sign(day, ONE)).toBe('own-signature')
  await expect(
    sql`update recon_day set second_by_id = first_by_id, second_by_name = 'x', second_at = now() where day = ${day}`.execute(db),
  ).rejects.toThrow(/check constraint/)
  const signed = await Promise.all([sign(day, TWO), sign(day, APPROVER)])
  expect(signed.toSorted()).toEqual(['signed', null].toSorted())
  for (const change of [
    sql`update recon_day set second_by_id = null, second_by_name = null, second_at = null where day = ${day}`,
    sql`delete from recon_day where day = ${day}`,
    sql`update recon_line set minor = 1 where day = ${day}`,
    sql`update recon_line set day = '2026-01-01' where day = ${day}`,
    sql`delete from recon_line where day = ${day}`,
    sql`insert into recon_line (statement_id, source, day, line, reference, is_ours, minor, currency, state)
      select statement_id, source, day, 99, reference, true, 1, 'XOF', 'done' from recon_line where day = ${day}`,
    sql`insert into recon_difference (source, day, name, reference) values ('paystack', ${day}, 'unknown-here', 'X')`,
    sql`update recon_statement set file_name = 'other' where day = ${day}`,
    sql`delete from recon_statement where day = ${day}`,
    sql`truncate recon_day cascade`,
  ])
    await expect(change.execute(db)).rejects.toThrow('a signed day never changes')
  expect(await upload(HEAD + row(await paid(day)), { day })).toEqual({ kind: 'refused', why: 'signed' })
  expect(await compareAgain(place, { source: 'paystack', day, staff: ONE })).toEqual({ kind: 'signed' })
})

test('CON-6 a late line belongs to the day it is found, and the signed day stays as it is', async () => {
  const [day, after] = ['2026-10-14', '2026-10-15']
  const late = await paid(day)
  await aCleanDay(day)
  const asked = { source: 'paystack', day, name: 'missing-there', reference: late, as: 'other-day', note: '' } as const
  expect(await sign(day, ONE)).toBe('unexplained')
  expect(await explainDifference(place, { ...asked, staff: ONE })).toBeNull()
  expect([await sign(day, ONE), await sign(day, TWO)]).toEqual([null, null])
  expect(await explainDifference(place, { ...asked, staff: ONE })).toBe('signed')
  await compare(await upload(HEAD + row(late, 'Successful', '1000', { time: `${day} 23:59:59` }), { day: after }))
  expect(await differencesIn(after)).toEqual([])
  expect((await readDay(db, { source: 'paystack', day: after }))?.figures?.matched).toEqual([{ currency: 'XOF', count: 1, minor: 1000 }])
  expect(await differencesIn(day)).toEqual([['missing-there', late]])
})

test('CON-6 what changes a day takes the first signature away; an explanation stays with a difference that stands', async () => {
  const day = '2026-10-16'
  const missing = await paid(day)
  await aCleanDay(day)
  const explained = {
    source: 'paystack',
    day,
    staff: ONE,
    name: 'missing-there',
    reference: missing,
    as: 'left-open',
    note: 'ticket 4711',
  } as const
  await explainDifference(place, explained)
  expect(await sign(day, ONE)).toBeNull()
  await compareAgain(place, { source: 'paystack', day, staff: TWO })
  expect((await readDay(db, { source: 'paystack', day }))?.first).toBeNull()
  expect((await listDifferences(db, { source: 'paystack', day, limit: 9 }))[0]?.explained).toMatchObject({
    as: 'left-open',
    note: 'ticket 4711',
  })
  await sign(day, TWO)
  await explainDifference(place, { ...explained, as: 'corrected-there' })
  expect((await readDay(db, { source: 'paystack', day }))?.first).toBeNull()
  await expect(sql`update recon_difference set explained_as = 'left-open', note = null where day = ${day}`.execute(db)).rejects.toThrow(
    /check constraint/,
  )
})

test('CON-6 a day that is not over, or was not compared, is not signed', async () => {
  const today = '2026-11-19'
  await aCleanDay(today)
  expect(await sign(today, ONE)).toBe('day-not-over')
  const day = '2026-10-17'
  await upload(HEAD + row('ABCDEFGH2345'), { day })
  expect(await sign(day, ONE)).toBe('not-compared')
  expect(await upload(HEAD, { day: '2026-11-20' })).toEqual({ kind: 'refused', why: 'day' })
})

test('CON-4 upload, comparison, refusals, explanation and both signatures are in the audit log', async () => {
  const day = '2026-10-18'
  const missing = await paid(day)
  await upload('a,b\n"x', { day })
  await aCleanDay(day)
  await explainDifference(place, {
    source: 'paystack',
    day,
    staff: ONE,
    name: 'missing-there',
    reference: missing,
    as: 'left-open',
    note: 'why',
  })
  await sign(day, ONE)
  await sign(day, ONE)
  await sign(day, APPROVER)
  const entries = await db
    .selectFrom('audit_entry')
    .select(['act', 'outcome', 'actor_id'])
    .where('target_id', '=', `paystack ${day}`)
    .orderBy('sequence')
    .execute()
  expect(entries.map(({ act, outcome, actor_id }) => `${act} ${outcome} ${actor_id}`)).toEqual([
    'upload-statement refused finance-1',
    'upload-statement done finance-1',
    'compare-statement done finance-1',
    'explain-difference done finance-1',
    'sign-day proposed finance-1',
    'sign-day refused finance-1',
    'sign-day approved approver-1',
  ])
})

test('CON-6 the file of an upload that nobody compared in time is asked for again', async () => {
  const day = '2026-10-19'
  const received = await upload(HEAD + row(await paid(day)), { day })
  if (received.kind !== 'received') throw new Error(received.kind)
  expect((await readStatement(db, received.id))?.probe.rows).toBe(1)
  await sql`delete from recon_file_part`.execute(db)
  expect(await compare(received)).toEqual({ kind: 'gone' })
})
