import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { APPROVER, HEAD, ONE, reconciliationWorld, TWO } from '#tests/support/reconciliation-world.ts'
import { explainDifference, listDifferences } from './days.ts'
import { compareAgain } from './statements.ts'

const { db, place, paid, row, upload, compare, differencesIn, dayAt, aCleanDay, sign } = await reconciliationWorld()

test('CON-6 two people sign a day, finance first, no one both; then neither staff nor SQL changes it', async () => {
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
  expect(signed.filter((each) => each === null)).toHaveLength(1)
  expect(signed).toContain('signed')
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
    await expect(change.execute(db)).rejects.toThrow(/a signed day never changes|foreign key/)
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
  expect((await dayAt(after))?.figures?.matched).toEqual([{ currency: 'XOF', count: 1, minor: 1000 }])
  expect(await differencesIn(day)).toEqual([`missing-there ${late}`])
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
  expect((await dayAt(day))?.first).toBeNull()
  expect((await listDifferences(db, { source: 'paystack', day, limit: 9 }))[0]?.explained).toMatchObject({
    as: 'left-open',
    note: 'ticket 4711',
  })
  await sign(day, TWO)
  await explainDifference(place, { ...explained, as: 'corrected-there' })
  expect((await dayAt(day))?.first).toBeNull()
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
