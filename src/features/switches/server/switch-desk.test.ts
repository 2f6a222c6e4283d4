import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#features/audit/server/audit-log.ts'
import { expirePlainProposals } from '#features/staff-acts/server/plain-proposals.ts'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { connectorsOfSwitch, switchMark } from '../closing-rules.ts'
import { readClosures } from './closure.store.ts'
import { createSwitchDesk, type Closing, type SwitchDesk } from './switch-desk.ts'

const FINANCE: Actor = { id: 'sub-finance', name: 'Finance 1', roles: ['finance'], via: 'console' }
const APPROVER: Actor = { id: 'sub-approver', name: 'Approver 1', roles: ['approver'], via: 'console' }
const CARE: Actor = { id: 'sub-care', name: 'Care', roles: ['care'], via: 'console' }
const BOTH: Actor = { id: 'sub-both', name: 'Both', roles: ['finance', 'approver'], via: 'console' }
const SHELL: Actor = { id: 'command:finance 1', name: ' finance-1', roles: ['approver'], via: 'command' }
const OFFERED: readonly ConnectorId[] = ['airtime', 'dpo', 'paystack', 'mpesa', 'money-push', 'money-pin']

let db: Database
let nowMs = Date.parse('2026-11-19T10:00:00Z')
const clock = { now: () => new Date(nowMs) }
const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000)
const deskOf = (offered = OFFERED): SwitchDesk => createSwitchDesk({ db, clock, offered })
const seen = async (way: string) => switchMark(connectorsOfSwitch(way, OFFERED), await readClosures(db))
const closed = async () => [...(await readClosures(db)).keys()].toSorted()

async function closing(change: Partial<Closing> = {}): Promise<Closing> {
  const way = change.way ?? 'mpesa'
  const asked = { staff: FINANCE, key: randomUUID(), way, reason: 'no-answer', note: 'No answer for ten minutes', until: inHours(2) }
  return { ...asked, seen: await seen(way), ...change }
}

const close = async (change: Partial<Closing> = {}) => deskOf().close(await closing(change))
const lastEntry = async () => (await listAudit(db, { limit: 1 }))[0]

async function proposeReopening(way = 'mpesa', staff = FINANCE) {
  const result = await deskOf().proposeReopening({
    staff,
    key: randomUUID(),
    way,
    note: 'The provider says that it works',
    seen: await seen(way),
  })
  return result.kind === 'proposed' ? result.proposal : Promise.reject(new Error(JSON.stringify(result)))
}

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
})

beforeEach(async () => {
  await db.updateTable('way_closure').set({ ended_at: clock.now(), ended_by: 'test' }).where('ended_at', 'is', null).execute()
  nowMs += 25 * 3_600_000
  await expirePlainProposals(db, ['reopen-way'], clock.now())
})

test('CON-8 CON-4 one person closes a way at once, with its reason and end; the log has it as it was before and after', async () => {
  expect(await close()).toEqual({ kind: 'done' })
  expect([...(await readClosures(db)).values()]).toMatchObject([
    { connector: 'mpesa', reason: 'no-answer', closedBy: 'Finance 1', until: inHours(2), renewals: 0 },
  ])
  expect(await lastEntry()).toMatchObject({
    act: 'close-way',
    outcome: 'done',
    target: { kind: 'way', id: 'mpesa' },
    actor: { id: 'sub-finance' },
    detail: { before: 'open', after: `closed until ${inHours(2).toISOString()}`, reason: 'no-answer', via: 'console' },
  })
})

test('CON-8 a way with several providers closes them all, and one provider of it closes alone', async () => {
  await close({ way: 'paystack' })
  expect(await closed()).toEqual(['paystack'])
  expect(await close({ way: 'card', until: inHours(3) })).toEqual({ kind: 'done' })
  expect(await closed()).toEqual(['dpo', 'paystack'])
  expect([...(await readClosures(db)).values()].map(({ until }) => until)).toEqual([inHours(3), inHours(3)])
  await close({ way: 'money' })
  expect(await closed()).toEqual(['dpo', 'money-pin', 'money-push', 'paystack'])
})

test.for<[why: string, change: Partial<Closing>]>([
  ['role', { staff: CARE }],
  ['note-missing', { note: ' ' }],
  ['secret-in-text', { note: 'PIN 4821 of 90123456' }],
  ['reason-unknown', { reason: 'because' }],
  ['unknown-way', { way: 'smartcash' }],
  ['unknown-way', { way: '__proto__' }],
  ['end-missing', { until: null }],
  ['end-missing', { until: new Date(Number.NaN) }],
  ['changed', { seen: 'mpesa:open|dpo:open' }],
])('CON-8 a closing is refused: %s; nothing is closed, and the log says so', async ([why, change]) => {
  expect(await close(change)).toEqual({ kind: 'refused', why })
  expect(await closed()).toEqual([])
  expect(await lastEntry()).toMatchObject({ act: 'close-way', outcome: 'refused', detail: { why } })
})

test.for([
  ['end-past', 0],
  ['end-past', -1],
  ['end-too-late', 24.01],
] as const)('CON-8 an end must be ahead and within a day: %s (%d hours)', async ([why, hours]) => {
  expect(await close({ until: inHours(hours) })).toEqual({ kind: 'refused', why })
  expect(await closed()).toEqual([])
})

test('CON-8 the database itself holds no closure without an end within a day, and no two of one provider', async () => {
  const row = {
    connector: 'dpo',
    reason: 'other',
    note: 'x',
    closed_at: clock.now(),
    closed_by: 'a',
    closed_name: 'A',
    until_set_at: clock.now(),
  }
  const open = { ...row, ended_at: null, ended_by: null }
  const insert = (until: Date) =>
    db
      .insertInto('way_closure')
      .values({ ...open, until })
      .execute()
  await expect(insert(inHours(25))).rejects.toThrow(/check/)
  await expect(insert(inHours(-1))).rejects.toThrow(/check/)
  await insert(inHours(1))
  await expect(insert(inHours(1))).rejects.toThrow(/one_closure_per_connector/)
})

test('CON-5 a form that is sent twice closes once; what another person closed first is not closed over', async () => {
  const asked = await closing()
  expect(await Promise.all([deskOf().close(asked), deskOf().close(asked)])).toEqual([{ kind: 'done' }, { kind: 'done' }])
  expect(await closed()).toEqual(['mpesa'])
  expect(await deskOf().close({ ...asked, key: randomUUID(), until: inHours(5) })).toEqual({ kind: 'refused', why: 'changed' })
  expect(await deskOf().close({ ...asked, note: 'Other words' })).toEqual({ kind: 'refused', why: 'key-used' })
})

test('CON-8 what is closed is kept closed longer by one person, and never shorter', async () => {
  await close({ until: inHours(2) })
  expect(await close({ until: inHours(1) })).toEqual({ kind: 'refused', why: 'ends-earlier' })
  expect(await close({ until: inHours(20) })).toEqual({ kind: 'done' })
  expect([...(await readClosures(db)).values()]).toMatchObject([{ until: inHours(20), closedBy: 'Finance 1' }])
  expect((await lastEntry())?.detail).toMatchObject({ before: `closed until ${inHours(2).toISOString()}` })
})

test('CON-8 the last open way cannot be closed, and airtime alone is none, because it buys no airtime', async () => {
  await close({ way: 'card' })
  await close({ way: 'mpesa' })
  expect(await close({ way: 'money' })).toEqual({ kind: 'refused', why: 'last-way' })
  expect(await close({ way: 'airtime' })).toEqual({ kind: 'done' })
  expect(await closed()).toEqual(['airtime', 'dpo', 'mpesa', 'paystack'])
})

test('CON-8 of two people who close the last two ways at once, one is refused', async () => {
  await close({ way: 'card' })
  for (let round = 0; round < 5; round += 1) {
    const both = [await closing({ way: 'mpesa' }), await closing({ way: 'money', staff: APPROVER })]
    const results = await Promise.all(both.map((asked) => deskOf().close(asked)))
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused'])
    expect(results).toContainEqual({ kind: 'refused', why: 'last-way' })
    await db
      .updateTable('way_closure')
      .set({ ended_at: clock.now(), ended_by: 'test' })
      .where('connector', 'in', ['mpesa', 'money-push', 'money-pin'])
      .where('ended_at', 'is', null)
      .execute()
  }
})

test('CON-3 CON-8 it opens before its end when one proposes and another approves', async () => {
  await close()
  const proposal = await proposeReopening()
  expect(await closed()).toEqual(['mpesa'])
  expect(await deskOf().proposals(clock.now())).toMatchObject([{ id: proposal, reference: 'mpesa', proposedBy: { name: 'Finance 1' } }])
  expect(await deskOf().approveReopening({ staff: APPROVER, key: randomUUID(), proposal })).toEqual({ kind: 'done' })
  expect(await closed()).toEqual([])
  expect(await lastEntry()).toMatchObject({
    act: 'reopen-way',
    outcome: 'approved',
    target: { kind: 'way', id: 'mpesa' },
    detail: { after: 'open' },
  })
  expect(await deskOf().approveReopening({ staff: APPROVER, key: randomUUID(), proposal })).toEqual({ kind: 'refused', why: 'decided' })
})

test('CON-3 no one approves an own reopening, whatever the roles and however a name is written in a shell', async () => {
  await close()
  const own = await proposeReopening('mpesa', BOTH)
  expect(await deskOf().approveReopening({ staff: BOTH, key: randomUUID(), proposal: own })).toEqual({
    kind: 'refused',
    why: 'own-proposal',
  })
  expect(await deskOf().rejectReopening({ staff: BOTH, key: randomUUID(), proposal: own, note: 'Not yet' })).toEqual({ kind: 'done' })
  const proposal = await proposeReopening()
  const approve = (staff: Actor) => deskOf().approveReopening({ staff, key: randomUUID(), proposal })
  expect(await approve(SHELL)).toEqual({ kind: 'refused', why: 'own-proposal' })
  expect(await approve(CARE)).toEqual({ kind: 'refused', why: 'role' })
  expect(await closed()).toEqual(['mpesa'])
})

test('CON-3 an approval is refused when the closure changed since the proposal, when it is a day old, and twice at once', async () => {
  await close()
  const proposal = await proposeReopening()
  await close({ until: inHours(9) })
  const approve = (id: number) => deskOf().approveReopening({ staff: APPROVER, key: randomUUID(), proposal: id })
  expect(await approve(proposal)).toEqual({ kind: 'refused', why: 'changed' })
  await deskOf().rejectReopening({ staff: APPROVER, key: randomUUID(), proposal, note: 'It was closed longer' })
  const second = await proposeReopening()
  const twice = await Promise.all([approve(second), approve(second)])
  expect(twice.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused'])
  await close()
  const third = await proposeReopening()
  nowMs += 24 * 3_600_000
  expect(await approve(third)).toEqual({ kind: 'refused', why: 'expired' })
  expect(await expirePlainProposals(db, ['reopen-way'], clock.now())).toBe(1)
  expect(await lastEntry()).toMatchObject({ actor: { id: 'portal' }, act: 'reopen-way', outcome: 'expired' })
})

test('CON-3 one reopening of a way is proposed at a time, and only of what is closed', async () => {
  const asked = async () => ({ staff: FINANCE, key: randomUUID(), way: 'mpesa', note: 'It works again', seen: await seen('mpesa') })
  expect(await deskOf().proposeReopening(await asked())).toEqual({ kind: 'refused', why: 'not-closed' })
  await close()
  const both = [await asked(), await asked()]
  const results = await Promise.all(both.map((each) => deskOf().proposeReopening(each)))
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(['proposed', 'refused'])
  expect(await deskOf().proposeReopening({ ...(await asked()), staff: CARE })).toEqual({ kind: 'refused', why: 'role' })
  expect(await deskOf().reopenInEmergency(await asked())).toEqual({ kind: 'refused', why: 'needs-two' })
})
