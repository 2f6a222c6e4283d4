import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HEAD, MAPPING, NOW, reconciliationWorld } from '#tests/support/reconciliation-world.ts'
import { workbookFile } from '#tests/support/workbook-file.ts'
import { OWN_FORMAT } from '../example-mappings.ts'
import { mappingsOf, readStatement } from './statements.ts'

const { db, paid, row, upload, compare, differencesIn, dayAt } = await reconciliationWorld()

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
  expect((await differencesIn(day)).toSorted((one, other) => one.localeCompare(other))).toEqual(
    [
      'unknown-here ABCDEFGH2345',
      'unknown-here ABCDEFGH2346',
      `missing-there ${missing}`,
      `another-amount ${dear}`,
      `another-amount ${cheap}`,
      `another-amount ${other}`,
      `another-amount ${halfBack}`,
      `done-there-only ${late}`,
      `done-there-only ${expired}`,
      `done-here-only ${failed}`,
      `returned-there-only ${returned}`,
      `twice-there ${twice}`,
    ].toSorted((one, other) => one.localeCompare(other)),
  )
  const reconciled = await dayAt(day)
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
  expect(results.map(({ kind }) => kind).toSorted((one, other) => one.localeCompare(other))).toEqual([
    'compared',
    'compared',
    'compared-before',
  ])
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
  expect(await differencesIn(day)).toEqual([`twice-there ${doubled}`])
  expect((await dayAt(day))?.figures?.totals[0]?.there).toEqual({ count: 2, minor: 2000 })
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
  expect((await dayAt(day))?.figures?.fees).toEqual([{ currency: 'XOF', fees: 160, net: 7840 }])
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
  expect((await dayAt(day))?.figures?.payouts).toEqual([{ payout: 'PO-1', currency: 'XOF', lines: 2, minor: 2000, fees: 31 }])
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
  const parts = sql`select from recon_file_part p join recon_statement s on s.upload_id = p.upload_id where s.day = ${day}`
  expect((await parts.execute(db)).rows).toEqual([])
})

test('CON-6 the file of an upload that no one compared in time is asked for again', async () => {
  const day = '2026-10-19'
  const received = await upload(HEAD + row(await paid(day)), { day })
  if (received.kind !== 'received') throw new Error(received.kind)
  expect((await readStatement(db, received.id))?.probe.rows).toBe(1)
  await sql`delete from recon_file_part`.execute(db)
  expect(await compare(received)).toEqual({ kind: 'gone' })
})
